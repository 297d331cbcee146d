"""Hostile input: everything a board reads, damaged in many ways, must be refused with a reason or
be valid.

`mutations` damages bytes, `lines` makes lines; each kind of input (`blobs`, `books`, `packs`,
`talk`, `images`) defines how it is made and how the firmware's own readers read it.
"""
