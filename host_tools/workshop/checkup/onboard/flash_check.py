"""Checks a board's flash: free space, firmware, tables."""

import os
from binascii import hexlify
from hashlib import sha256

_CHUNK = 512


def room() -> "tuple[int, int]":
    """Return free and total bytes of the file system."""
    found = os.statvfs("/")
    return found[1] * found[3], found[1] * found[2]


def digest(path: str) -> str:
    """Return the SHA-256 of a file in hex, "" if it does not exist."""
    total = sha256()
    chunk = bytearray(_CHUNK)
    view = memoryview(chunk)
    try:
        with open(path, "rb") as file:
            size = file.readinto(chunk)
            while size:
                total.update(view[:size])
                size = file.readinto(chunk)
    except OSError:
        return ""
    return str(hexlify(total.digest()), "ascii")


def damaged_files(slot: str) -> "list[str]":
    """Return packs and tables of a firmware slot that are missing or differ from its manifest.
    OSError if there is no manifest."""
    wrong = []
    with open("/" + slot + "/manifest", "rb") as file:
        for line in file:
            words = str(line, "utf-8").split()
            if len(words) == 2 and digest(words[1]) != words[0]:  # not the first line, nor the last
                wrong.append(words[1])
    return wrong


def damaged_tables(folder: str = "/tables") -> "list[str]":
    """Return tables whose contents do not match the hash in their name (name.HASH.bin)."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    wrong = []
    for name in names:
        words = name.split(".")
        if words[-1] == "bin" and not digest(folder + "/" + name).startswith(words[-2]):
            wrong.append(name)
    return wrong
