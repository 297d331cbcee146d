"""What the search of Magician Chess adds up, learned from games of the engine against
itself: written by host_tools.lab.magician.learn. Bytes less ZERO, times UNIT, are
points: a pawn, a knight, a magician and a rook have 1200 together."""

ZERO = 128
UNIT = 2
# Pawn, knight, magician, rook, in points.
MATERIAL = (86, 325, 285, 504)
# Pawn, knight, magician, rook, king: rows from one's own first on, four of seven cells.
PLACES = bytes.fromhex(
    "84914c6c5c70708752726f61488a8b6f84aa8db244dbe59180818087"
    "456f825444637273638280a642928e927f92a9b69d77a5a0b0777087"
    "6b73828778788e9a8795afaf919399a25e899ba6597475754c4c505a"
    "7f80939a747b91836b907f8a52978b6a628b878784869d8f576c7f74"
    "7274848f8674788069756a747b84828b7a8f9b85928a817a9a8b7170"
)
# The same kinds: none, one, two, more holes right beside it.
HOLES = bytes.fromhex("8d848c62898b81699588746ea3915c708674788d")
# Cells that knights, magicians (from 9 on), rooks (18), kings (31) may go to.
MOBILITY = bytes.fromhex(
    "7587979891867d615e76929f97918471605b6d79787f848a928e82897e777338706f7780909a9fa6"
)
# A hole in reach; each kind of the other's beside it; to be the player to act.
OTHERS = bytes.fromhex("80a2aa9cad8082")
