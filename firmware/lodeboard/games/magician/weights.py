"""What the search of Magician Chess adds up, learned from games of the engine against
itself: written by host_tools.games.magician.learn. Bytes less ZERO, times UNIT, are
points: a pawn, a knight, a magician and a rook have 1200 together."""

ZERO = 128
UNIT = 2
# Pawn, knight, magician, rook, in points.
MATERIAL = (110, 303, 277, 510)
# Pawn, knight, magician, rook, king: rows from one's own first on, four of seven cells.
PLACES = bytes.fromhex(
    "5b28808060715185626c5b5196848ebf66b5687ea8bbdbb180808080"
    "38446e7fa94b7ccd998992be7f96a4ab7e95b1a9595e728d30695e63"
    "a99189834f827b935b87a0ae837eaf977f4d7eaf685e8d7f3b737c67"
    "85747c73685c6180647083689063958c82809b835e86978a8aafab91"
    "795858707d4f5e5bae687886697583a97961808ab2858f9dc38d9391"
)
# The same kinds: none, one, two, more holes right beside it.
HOLES = bytes.fromhex("80767c8e92817973998886589d9764688f8e8062")
# Cells that knights, magicians (from 9 on), rooks (18), kings (31) may go to.
MOBILITY = bytes.fromhex(
    "a6929091877c73525e90939b96877d7963487877717d8180827b878598827e777f797b7d818a8983"
)
# A hole in reach; each kind of the other's beside it; to be the player to act.
OTHERS = bytes.fromhex("8e86a09cb08081")
