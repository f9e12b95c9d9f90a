#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generate the pages that the benchmarks serve, below the folder that is given."""
import json
import os
import sys


def item(number):
    return {
        "id": 10**17 + number,
        "name": f"Item number {number} of the list",
        "description": "A text of some length, as APIs have them. " * 9 + "ünïcode — ok",
        "tags": ["alpha", "beta", "gamma"],
        "owner": {
            "login": f"user{number % 97}",
            "id": number % 97,
            "url": f"https://api.example.com/users/{number % 97}",
        },
        "created_at": "2024-05-01T12:00:00Z",
        "price": 12.50,
        "active": True,
        "parent": None,
        "counts": {"views": number * 7, "stars": number % 13},
    }


def write(folder, name, pages, per_page, **style):
    target = os.path.join(folder, name)
    os.makedirs(target, exist_ok=True)
    if os.path.exists(os.path.join(target, f"{pages}.json")):
        return
    for page in range(1, pages + 1):
        following = f"/{name}/{page + 1}.json" if page < pages else None
        items = [item((page - 1) * per_page + index) for index in range(per_page)]
        path = os.path.join(target, f"{page}.json")
        with open(path, "w", encoding="utf-8") as file:
            page = items if name == "linked" else {"data": items, "next": following}
            json.dump(page, file, ensure_ascii=False, **style)


def write_ids(folder, pages, per_page):
    """Items that are nothing but a number each, for those who have to remember them all."""
    target = os.path.join(folder, "ids")
    os.makedirs(target, exist_ok=True)
    if os.path.exists(os.path.join(target, f"{pages}.json")):
        return
    for page in range(1, pages + 1):
        numbers = range((page - 1) * per_page, page * per_page)
        items = ",".join(f'{{"id":{10**17 + number}}}' for number in numbers)
        following = f'"/ids/{page + 1}.json"' if page < pages else "null"
        with open(os.path.join(target, f"{page}.json"), "w", encoding="utf-8") as file:
            file.write(f'{{"data":[{items}],"next":{following}}}')


def write_huge(folder, size):
    """One page of about so many bytes: the items of a large page, again and again."""
    target = os.path.join(folder, "huge")
    os.makedirs(target, exist_ok=True)
    path = os.path.join(target, "1.json")
    if os.path.exists(path):
        return
    with open(os.path.join(folder, "large", "1.json"), "rb") as file:
        page = file.read()
    items = page[page.index(b"[") + 1:page.rindex(b"]")]
    with open(path + ".new", "wb") as file:
        file.write(b'{"data":[' + items)
        for _ in range(size // len(items) - 1):
            file.write(b"," + items)
        file.write(b'],"next":null}')
    os.rename(path + ".new", path)


def main():
    folder = sys.argv[1]
    compact = {"separators": (",", ":")}
    write(folder, "small", 1000, 100, **compact)
    write(folder, "large", 20, 10_000, **compact)
    write(folder, "pretty", 1000, 100, indent=2)
    write(folder, "hundred", 100, 100, **compact)
    write(folder, "many", 10_000, 100, **compact)
    # Lists, whose next page is named by a Link header.
    write(folder, "linked", 1000, 100, **compact)
    write_ids(folder, 1000, 10_000)
    write_huge(folder, 1_000_000_000)


if __name__ == "__main__":
    main()
