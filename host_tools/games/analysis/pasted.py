"""Reads what people paste: a record, a position or a link of the page, with all that mail,
messengers, Markdown and phones put around it. The command line, the page and its links use this
one reader; it does no input or output and runs in the browser too.

It first takes the text out of what surrounds it (`unwrap`), then splits it into a start position
and moves (`read_record`). What it leaves out or reads in another way, it says in sentences.

A link of the page holds a game after its #, in characters that no messenger encodes:

    #game=flip&rules=magic&g=position.1_---d-duD-U--D-Du.d1Wb1U.d2Nd2D&n=2

`g` is a record with a dot for each blank; `n`, the number of its moves, comes last and shows
whether the link is whole. Links of earlier versions have a URL-encoded record and no `n`:

    #g=position+1_---d-duD-U--D-Du%0A1.+d1Wb1U++2.+d2Nd2D&game=flip&rules=magic
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from lodeboard.games.catalogue import GAMES, rule_sets

LONGEST = 200_000  # characters; no game with its comments is nearly as long
# Characters; no game has longer ones, so longer text is neither read nor repeated in an error.
LONGEST_POSITION = 160
_LONGEST_MOVE = 40
_SHOWN = 20
_CHECK = 7  # characters of the last part of a turn link
_ROUNDS = 5  # how often a link may have been encoded

_NAMES = ("g", "game", "rules", "n")  # of a link's parts
_TURN_NAMES = ("turn", "by", "at", "a", "b", "o", "s", "n", "k")  # of turn links, see turnlink.py
_ENCODED = "%(?:25)*"
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
# A # at the very beginning or inside a word; one that begins a word begins a comment.
_LINK = re.compile(
    rf"(?:\A\s*|(?<=\S))(?:#|{_ENCODED}23)(?=(?:g|game|rules|n|turn)(?:=|{_ENCODED}3d))",
    re.IGNORECASE,
)
_RUN = re.compile(r'[^\s<>"`\[\]|\\^{}\u00ab\u00bb\u2018-\u201f]*')
_SPACED = re.compile(r"[^#]*?&(?:amp;)?rules=[a-z]*")
_LONGEST_LINK = 8192
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb]"
)
_QUOTES = re.compile("[\"'`\u00ab\u00b4\u00bb\u2018-\u201f\u2032\u2033\u2039\u203a\u300c-\u300f]")
_USUAL = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # letters as wide as Chinese ones
_USUAL |= dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE58, 0xFE63), ord("-"))
# Phones make one long dash of two hyphens, and one character of three dots.
_USUAL_WORDS = {0x2014: "--", 0x2015: "--", 0x2026: "..."}
_ESCAPED = re.compile(r"\\(?=[-_*\[\]()#+.!|~`>=&])")  # as Markdown's editors write them
_MAIL = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_HEADER = re.compile(r'^[ \t]*\[(\w+)[ \t]+"([^"\n]*)"\][ \t]*$', re.MULTILINE)
_COMMENT = re.compile(r"\{[^{}]*\}|(?<!\S)[#;][^\n]*")
_POSITION = re.compile(r"[12]_|[^/\s]*/")  # how the positions of a game begin, and no move does
_NUMBER = re.compile(r"^\d+(\.+|$)")
_GLYPH = re.compile(r"^\$\d+$")  # a comment by number, as PGN has them
_RESULTS = frozenset(("1-0", "0-1", "1/2-1/2", "\u00bd-\u00bd", "1/2", "\u00bd", "*"))
_BEFORE = "<[*_~|"
_BEHIND = ".,;:!?>]*_~|"  # and an unopened bracket

_AROUND = "Punctuation around moves and links is left out."
_ONLY_LINK = "Only the link is read, not the text around it."
_MARKS = "Marks such as ! and ? are left out."
CUT = "The link is cut off: its end is missing."
_ENCODED_AGAIN = "The link was encoded more than once; it is decoded."


class RecordError(Exception):
    """The first error in the pasted text, and its place."""


class Notes(list[str]):
    """Sentences that say what was corrected, each once."""

    def notice(self, sentence: str) -> None:
        if sentence not in self:
            self.append(sentence)


class Pasted(NamedTuple):
    """A record without its surroundings, and the corrections made. For a link: the game and the
    rules it names ("" if it names none) and its number of moves; None if it is missing. turn: the
    other parts of a turn link, unchecked; empty for others."""

    text: str
    notes: Notes
    link: bool = False
    game: str = ""
    rules: str = ""
    length: int | None = None
    turn: Mapping[str, str] = MappingProxyType({})

    def variant(self, game: str, rules: str) -> tuple[str, str]:
        """The game and rules of the record: those that a link names, otherwise the given ones."""
        return (self.game, self.rules) if self.game else (game, self.rules or rules)

    def ends_early(self, moves: int) -> bool:
        """Whether a link says that it has more moves than these."""
        return self.length is not None and moves < self.length


class Move(NamedTuple):
    """One move of a record: its number counted from 1, where it stands and what it says."""

    number: int
    line: int
    text: str


class Record(NamedTuple):
    """The start position, None for the start of the game, and the moves."""

    start: str | None
    moves: list[Move]


def unwrap(text: str) -> Pasted:
    """Return the record in the pasted text, and what a link around it names. Raises RecordError for
    a text that is too long and for a link without a game."""
    if len(text) > LONGEST:
        raise RecordError(f"a text of {len(text)} characters is too long: at most {LONGEST}")
    notes = Notes()
    found = _find_link(text, notes)
    if found is not None:
        return _open_link(found, notes)
    return Pasted(_plain(text, notes), notes)


def _plain(text: str, notes: Notes) -> str:
    """A record without comments, quotation marks and other decoration around its words."""
    text = _without_mail(text.lstrip("\ufeff"), notes)
    if _HEADER.search(text):
        notes.notice("Comments are left out.")
        text = _HEADER.sub(lambda tag: f"position {tag[2]}" if tag[1] == "FEN" else "", text)
    if any(comment[0][0] != "#" for comment in _COMMENT.finditer(text)):
        notes.notice("Comments are left out.")
    # A comment of several lines leaves them, so that lines can be counted.
    text = _COMMENT.sub(lambda comment: " " + "\n" * comment[0].count("\n"), text)
    text = _usual(text, notes)
    if "{" in text:
        raise RecordError("a comment begins with { and has no } at its end")
    if _QUOTES.search(text):
        notes.notice("Quotation marks are left out.")
        text = _QUOTES.sub(" ", text)
    inner = text.strip()
    if inner[:1] == "(" and inner[-1:] == ")" and not re.search(r"(?<!\S)\(", inner[1:]):
        notes.notice(_AROUND)
        index = text.index("(")
        text = f"{text[:index]} {inner[1:-1]}"
    return text


def _without_mail(text: str, notes: Notes) -> str:
    if _MAIL.search(text):
        notes.notice("The marks > of quoted mail are left out.")
        text = _MAIL.sub("", text)
    return text


def _usual(text: str, notes: Notes) -> str:
    """The text in the characters of the notation."""
    if _INVISIBLE.search(text):
        notes.notice("Invisible characters are left out.")
        text = _INVISIBLE.sub("", text)
    usual = text.translate(_USUAL).translate(_USUAL_WORDS)
    if usual != text:
        notes.notice("Unusual letters, digits and dashes are read as the plain ones.")
    if _ESCAPED.search(usual):
        notes.notice("Backslashes are left out.")
        usual = _ESCAPED.sub("", usual)
    return usual


# Links


def _find_link(text: str, notes: Notes) -> str | None:
    """The part after the # of the first link of the page; None if there is none."""
    own = Notes()
    text = _usual(_without_mail(text, own), own)
    found = _LINK.search(text)
    if found is None:
        return None
    for sentence in own:
        notes.notice(sentence)
    rest = text[found.end() :]
    fragment, end = _fragment(rest)
    around = re.sub(r"\S*$", "", text[: found.start()]) + rest[end:]
    if re.search(r"\w", around):
        notes.notice(_ONLY_LINK)
    elif around.strip():
        notes.notice(_AROUND)
    return fragment


def _fragment(rest: str) -> tuple[str, int]:
    """The fragment of a link at the beginning of this text, and the index where it ends."""
    run = _RUN.match(rest)
    assert run is not None
    first = run[0]
    if first.startswith("g=") and not re.search(r"[+%]|&game=", first):
        # with blanks, as before encoding
        spaced = _SPACED.match(rest)
        if spaced is not None and "://" not in spaced[0]:
            return spaced[0], spaced.end()
    # Mail breaks links over lines: take as many lines as complete the link.
    joined = ""
    for piece in re.finditer(r"\S+", rest[:_LONGEST_LINK]):
        run = _RUN.match(piece[0])
        assert run is not None
        joined += run[0]
        if _is_whole(joined):
            return joined, piece.start() + run.end()
        if run.end() < len(piece[0]):
            break
    return first, len(first)


def _is_whole(fragment: str) -> bool:
    parts = _parts(fragment, Notes())
    if "turn" in parts:
        return len(_bare(parts.get("k", ""), Notes())) == _CHECK
    if next(iter(parts)) != "g":
        return "g" in parts and bool(_bare(parts.get("n", ""), Notes()))
    if "rules" not in parts or fragment.endswith("rules") or parts.get("game") not in GAMES:
        return False
    return _bare(parts["rules"], Notes()) in rule_sets(parts["game"])


def _parts(fragment: str, notes: Notes) -> dict[str, str]:
    """The parts of a link by name, in its order, their values still encoded."""
    fragment = fragment.replace("&amp;", "&")
    parts = _pairs(fragment)
    for _ in range(_ROUNDS):
        if "g" in parts or "%" not in fragment:
            break
        notes.notice(_ENCODED_AGAIN)
        fragment = unquoted(fragment)
        parts = _pairs(fragment)
    return parts


def _pairs(fragment: str) -> dict[str, str]:
    named = [part.partition("=") for part in fragment.split("&")]
    return {name: value for name, _, value in named}


def _open_link(fragment: str, notes: Notes) -> Pasted:
    parts = {name: _decoded(value, notes) for name, value in _parts(fragment, notes).items()}
    if "g" not in parts:
        raise RecordError("this link holds no game: its end is missing")
    old = next(iter(parts)) == "g"
    record, *others = parts["g"].split("&")
    parts |= _pairs("&".join(others)) if others else {}
    game, rules, number = (_value(parts, name, notes) for name in _NAMES[1:])
    last = next(reversed(parts))
    cut = last not in _NAMES and any(name.startswith(last) for name in _NAMES)
    whole_game = _completed(game, GAMES)
    known = rule_sets(whole_game) if whole_game in GAMES else ()
    whole_rules = _completed(rules, known)
    count = int(number) if re.fullmatch(r"[0-9]{1,6}", number) else None
    if cut or (game, rules) != (whole_game, whole_rules) or (count is None and not old):
        notes.notice(CUT)
    if not whole_game:
        notes.notice("The link does not name its game.")
    elif len(known) > 1 and not whole_rules:
        notes.notice("The link does not name its rules.")
    if not re.search(r"\s", record):
        record = record.replace(".", " ")
    turn = {}
    if "turn" in parts:
        turn = {name: _value(parts, name, notes) for name in _TURN_NAMES if name in parts}
    return Pasted(_plain(record, notes), notes, True, whole_game, whole_rules, count, turn)


def unquoted(text: str) -> str:
    """The same as urllib.parse.unquote, whose module imports are missing in the site's library."""
    return _PERCENT.sub(
        lambda run: bytes.fromhex(run[0].replace("%", "")).decode("utf-8", "replace"), text
    )


def _decoded(value: str, notes: Notes) -> str:
    """The value of a link, decoded as often as needed. A + is a blank if there is no other
    encoding."""
    changes = 0
    for _ in range(_ROUNDS):
        before = value
        if re.search(r"\+[^+]", value) and not re.search(r"\s", value):
            value = value.replace("+", " ")
            changes += changes > 0
        value = unquoted(value)
        if value == before:
            break
        changes += 1
    if changes > 1:
        notes.notice(_ENCODED_AGAIN)
    return re.sub(r"%[0-9a-fA-F]?$", "", value)


def _value(parts: dict[str, str], name: str, notes: Notes) -> str:
    """The value of a link under this name."""
    around = Notes()
    value = _usual(parts.get(name, ""), notes).strip()
    if value[:1] in tuple(_BEFORE):
        return value  # what surrounds a link stands behind its values alone
    word = _bare(_QUOTES.sub("", value), around)
    if (around or _QUOTES.search(value)) and _ONLY_LINK not in notes:
        notes.notice(around[0] if around else _AROUND)
    return word


def _completed(word: str, known: Sequence[str]) -> str:
    """The word, or the one that it abbreviates."""
    if word in known or not word:
        return word
    fitting = [whole for whole in known if whole.startswith(word)]
    if len(fitting) > 1:
        raise RecordError(f"this link is cut off: it is for {' or '.join(fitting)}")
    return fitting[0] if fitting else word


# Words


def read_record(text: str, words: int, notes: Notes) -> Record:
    """Return a record's start and moves; a position has `words` words. Raises RecordError where a
    part cannot be a move."""
    start: str | None = None
    moves: list[Move] = []
    result = ""
    for line, row in enumerate(text.splitlines(), start=1):
        rest = row.split()
        if rest and not moves and start is None:
            start, rest = _start(rest, words, notes)
        for word in _words(rest, notes):
            if word in _RESULTS:
                result = word
                continue
            number = len(moves) + 1
            _check_length(f"move {number} (line {line}),", word, _LONGEST_MOVE)
            if word[0] == "(":
                raise RecordError(
                    f"move {number} (line {line}), {word}: variations in brackets are not read"
                )
            if result:
                raise RecordError(
                    f"move {number} (line {line}), {word}: the record has ended with {result}"
                )
            moves.append(Move(number, line, word))
    if result:
        notes.notice("The result is left out.")
    return Record(start, moves)


def _start(row: list[str], words: int, notes: Notes) -> tuple[str | None, list[str]]:
    """The start position of a record, and the rest of its line."""
    first = _bare(row[0], Notes())
    if first.lower() == "position":
        row = row[1:]
    elif first in _RESULTS or not _POSITION.match(first):
        return None, row
    start = " ".join(_bare(word, notes) for word in row[:words])
    _check_length("position", start, LONGEST_POSITION)
    return start, row[words:]


def _words(row: list[str], notes: Notes) -> Iterator[str]:
    """The moves and results among the words of a line, without numbers and marks."""
    for word in row:
        rest = _NUMBER.sub("", word, count=1) if word[0].isdigit() else word
        if re.search(r"[.,]", rest.lstrip(".")):
            notes.notice(_AROUND)
        for part in re.split(r"[.,]+", rest):
            if part.rstrip(_BEHIND) in _RESULTS or part == "*":
                yield part.rstrip(_BEHIND) or part
            elif _GLYPH.match(part):
                notes.notice(_MARKS)
            elif (bare := _bare(part, notes)) and not bare.isdigit():
                yield bare


def _bare(word: str, notes: Notes) -> str:
    """The word without punctuation around it."""
    bare = word.rstrip(_BEHIND)
    while bare[-1:] == ")" and "(" not in bare:
        bare = bare[:-1].rstrip(_BEHIND)
    if bare != word:
        notes.notice(_AROUND if word[len(bare) :].strip("!?") else _MARKS)
    if bare.lstrip(_BEFORE) != bare:
        notes.notice(_AROUND)
    return bare.lstrip(_BEFORE)


def _check_length(what: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise RecordError(
            f"{what} {text[:_SHOWN]}\N{HORIZONTAL ELLIPSIS}: it has {len(text)} characters,"
            f" {longest} at most"
        )
