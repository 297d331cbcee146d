"""Hostile input: all that a board reads, damaged in many ways, is refused with a reason or valid.

`mutations` damages bytes, `lines` makes lines; each kind of input (`blobs`, `books`, `packs`,
`talk`, `images`) says how it is made and how it is read, with the firmware's own readers.
"""
