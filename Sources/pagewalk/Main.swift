// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

@main
struct Main {
  static func main() {
    Process.keepStandardStreams()
    Process.ignoreBrokenPipes()
    let words = CommandLine.arguments.dropFirst()
    Process.exit(Command.run(Array(words)))
  }
}
