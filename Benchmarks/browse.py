#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures `pagewalk browse` on a list of a million items.

    Benchmarks/browse.py [--items N] [--pagewalk FILE] [--demo-server FILE]

The program runs in a pseudo-terminal of 60 rows and 200 columns. A frame is the time from a key to
the last byte of the picture that it leads to. Memory is what the program has after all items came,
less what it has with one page, less the bytes of the items.
"""

import argparse
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KEYS = ["--items-key", "data", "--cursor-key", "next_cursor"]


class Browse:
    def __init__(self, program, url):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.execv(program, [program, "browse", url] + KEYS)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))
        self.output = b""

    def read(self, seconds):
        """Takes what comes within a time; false where nothing does."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        self.output = (self.output + os.read(self.terminal, 1 << 20))[-(1 << 20):]
        return True

    def wait(self, text, seconds=60):
        end = time.monotonic() + seconds
        while text not in self.output:
            if time.monotonic() > end:
                sys.exit(f"browse.py: '{text.decode()}' was not shown")
            self.read(0.1)

    def settle(self):
        while self.read(0.3):
            pass
        self.output = b""

    def frame(self, key):
        """The seconds from a key to the end of its picture."""
        self.output = b""
        begin = time.monotonic()
        os.write(self.terminal, key)
        end = begin
        while self.read(0.05 if end > begin else 5):
            end = time.monotonic()
        return end - begin

    def memory(self):
        with open(f"/proc/{self.pid}/status") as status:
            fields = dict(line.split(":", 1) for line in status)
        return int(fields["VmRSS"].split()[0]) * 1024, int(fields["VmHWM"].split()[0]) * 1024

    def leave(self):
        os.write(self.terminal, b"q")
        os.waitpid(self.pid, 0)


def quantiles(values):
    values = sorted(values)
    return values[len(values) // 2] * 1000, values[int(len(values) * 0.99)] * 1000, values[-1] * 1000


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--items", type=int, default=1_000_000)
    words.add_argument("--pagewalk", default=f"{ROOT}/.build/release/pagewalk")
    words.add_argument("--demo-server", default=f"{ROOT}/.build/release/demo-server")
    words = words.parse_args()
    folder = tempfile.mkdtemp()
    port_file = os.path.join(folder, "port")
    server = subprocess.Popen(
        [words.demo_server, "--items", str(words.items), "--page-size", "10000",
         "--port-file", port_file], stdout=subprocess.DEVNULL)
    try:
        while not os.path.exists(port_file) or not open(port_file).read().strip():
            time.sleep(0.05)
        port = open(port_file).read().strip()
        url = f"http://127.0.0.1:{port}/cursor?limit=10000"

        browse = Browse(words.pagewalk, url)
        browse.wait(b"Item 1 of")
        browse.settle()
        first, _ = browse.memory()
        begin = time.monotonic()
        os.write(browse.terminal, b"G")
        browse.wait(b"You have seen everything.")
        loading = time.monotonic() - begin
        browse.settle()
        whole, peak = browse.memory()

        print(f"{words.items} items loaded in {loading:.1f} s")
        moves = [b"b"] * 200 + [b"k"] * 100 + [b"g"] + [b"j"] * 200 + [b" "] * 200 + [b"G", b"g"]
        median, worst, longest = quantiles([browse.frame(key) for key in moves])
        print(f"frame: median {median:.1f} ms, 99 % below {worst:.1f} ms, longest {longest:.1f} ms")

        begin = time.monotonic()
        os.write(browse.terminal, b"/petra\r")
        browse.wait(b"Hit 1 of")
        print(f"filtering all items: {time.monotonic() - begin:.2f} s")
        os.write(browse.terminal, b"\x1b")
        browse.settle()
        path = os.path.join(folder, "items.jsonl")
        begin = time.monotonic()
        os.write(browse.terminal, b"s" + path.encode() + b"\r")
        browse.wait(b"Saved")
        print(f"saving all items: {time.monotonic() - begin:.2f} s")
        size = os.path.getsize(path)
        own = size * (1 - 10000 / words.items)
        more = (whole - first - own) / (words.items - 10000)
        print(f"memory: {whole / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB; items {size / 1e6:.0f} MB")
        print(f"an item: {size / words.items:.0f} bytes of its own, {more:.0f} bytes beside them")
        browse.leave()
    finally:
        server.kill()


if __name__ == "__main__":
    main()
