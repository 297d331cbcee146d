"""All games as data, for menus and tools that do not load the games."""

_4X4 = ((4, 4),)
_7X7 = ((7, 7),)

# For each game: its name (also its folder); its variants, which are rule sets ("" for a game
# without rule sets), each with the boards (rows, columns) that it can be played on; its levels,
# weakest first; the size of its player's arrays in 32-bit words. A new game comes after all others
# of its board: older settings and journals store a variant by its index among those of its board.
# Games for larger boards come last: a board's own catalogue ends with the last of its games.
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
    (
        "kono",
        (("", _4X4),),
        ("novice", "easy", "medium", "hard", "expert", "perfect"),
        0,
    ),
    ("lap", (("", _4X4),), ("novice", "easy", "medium", "hard", "expert"), 0),
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
del _ROWS  # a board is short of memory


def level_of(game: str, level: int) -> int:
    """Return a level of this game; a number that is too large becomes its strongest."""
    return min(level, len(LEVELS[game]) - 1)


def rule_sets(game: str) -> "tuple[str, ...]":
    """Return the rule sets of a game, the default first."""
    return tuple([rules for name, rules in VARIANTS if name == game])
