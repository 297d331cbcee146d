"""All games as data: what menus and tools need to know about games that are not loaded."""

_4X4 = ((4, 4),)
_7X7 = ((7, 7),)

# For each game: its name (also its folder); its variants, which are rule sets (a game that has none
# has one called ""), each with the boards (rows, columns) that it can be played on; its levels,
# weakest first; how many 32-bit words of memory its player's arrays take. New games go to the end:
# older settings and journals hold a variant by its place among those of its board.
_ROWS = (
    (
        "flip",
        (("magic", _4X4), ("eclipse", _4X4)),
        ("novice", "easy", "medium", "hard", "expert", "perfect"),
        9202,
    ),
    (
        "xtic",
        (("normal", _4X4), ("nodiags", _4X4), ("torus", _4X4)),
        ("trivial", "easy", "medium", "hard", "very-hard", "dont-try", "strongest"),
        7095,
    ),
    ("kono", (("", _4X4),), ("novice", "easy", "medium", "hard", "expert"), 0),
    (
        "magician",
        (("standard", _7X7), ("immune", _7X7)),
        ("novice", "easy", "medium", "hard", "strongest"),
        5742,
    ),
)

GAMES = tuple([row[0] for row in _ROWS])
VARIANTS = tuple([(row[0], rules) for row in _ROWS for rules, _ in row[1]])
BOARDS = tuple([boards for row in _ROWS for _, boards in row[1]])  # of each variant
# The name of each variant in menus: "xtic (torus)"; a game without rule sets has only its name.
NAMES = tuple([f"{game} ({rules})" if rules else game for game, rules in VARIANTS])
LEVELS: "dict[str, tuple[str, ...]]" = {row[0]: row[2] for row in _ROWS}
MEMORY_WORDS = {row[0]: row[3] for row in _ROWS}


def level_of(game: str, level: int) -> int:
    """The level of this game for a number that may come from a game with more levels."""
    return min(level, len(LEVELS[game]) - 1)


def rule_sets(game: str) -> "tuple[str, ...]":
    """The rule sets of this game, the usual one first."""
    return tuple([rules for name, rules in VARIANTS if name == game])
