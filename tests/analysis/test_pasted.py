"""Reading pasted text: which game it contains, and the notices about corrections."""

from itertools import pairwise
from urllib.parse import quote, unquote, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.games.analysis.pasted import LONGEST, RecordError, unquoted, unwrap
from host_tools.games.analysis.study import read_course
from host_tools.play.web.analysis import opened
from host_tools.play.web.messages import Study
from lodeboard.system.loader import make_game

# Of each notation: rules, a start ("" for the game's own), and moves as the board writes them.
GAMES = {
    "flip": ("eclipse", "1_---d-duD-U--D-Du", "d1Wb1U d2Nd2D c2Sb4D"),
    "xtic": ("torus", "0---------------/-", "=5 b3 =a c1"),
    "kono": ("", "", "b4b2 a1a3 b3b1"),
    "magician": ("immune", "", "c2c4 e6e4 c1b3 f6f4"),
}
NOTHING = []
INVISIBLE = "Invisible characters are left out."
QUOTES = "Quotation marks are left out."
MAIL = "The marks > of quoted mail are left out."
COMMENTS = "Comments are left out."
MARKS = "Marks such as ! and ? are left out."
RESULT = "The result is left out."
AROUND = "Punctuation around moves and links is left out."
USUAL = "Unusual letters, digits and dashes are read as the plain ones."
BACKSLASHES = "Backslashes are left out."
ONLY_LINK = "Only the link is read, not the text around it."
AGAIN = "The link was encoded more than once; it is decoded."
CUT = "The link is cut off: its end is missing."
NO_GAME = "The link does not name its game."
NO_RULES = "The link does not name its rules."


def text_of(game):
    """The record as its players write it."""
    _, start, moves = GAMES[game]
    return f"position {start}\n{moves}" if start else moves


def numbered(game):
    _, start, moves = GAMES[game]
    words = "  ".join(f"{at}. {move}" for at, move in enumerate(moves.split(), 1))
    return f"position {start}\n{words}" if start else words


def new_link(game, address="https://example.org/board/"):
    """As the page writes it."""
    rules, start, moves = GAMES[game]
    words = [*(["position", *start.split()] if start else []), *moves.split()]
    held = f"game={game}&rules={rules}&g={'.'.join(words)}&n={len(moves.split())}"
    return f"{address}#{held}"


def test_the_times_of_a_clock_in_a_link_change_nothing_of_the_game():
    link = new_link("flip")
    timed = link.replace("&n=", "&c=1800.501&n=")
    assert timed != link
    assert unwrap(timed) == unwrap(link)


def old_link(game, address="http://127.0.0.1:8765/"):
    """As version 0.2 wrote it."""
    held = {"g": numbered(game), "game": game, "rules": GAMES[game][0]}
    return f"{address}#{urlencode(held)}"


def read(text, game="flip", rules=""):
    """What the page gets of it: the course and what is said."""
    course = read_course(*opened(Study(1, rules, text, game)))
    return course, list(course.notes)


def check(text, game, said, rules=None):
    course, notes = read(text, game, GAMES[game][0] if rules is None else rules)
    _, start, moves = GAMES[game]
    assert (course.game, course.rules) == (game, make_game(game, GAMES[game][0]).rules)
    assert course.moves == moves.split()
    assert course.start == (start or make_game(game).text())
    assert notes == said


def in_turn(cases):
    """Each case with one of the games: what stands around a record is read before the game is."""
    games = list(GAMES)
    return [(games[at % len(games)], *case) for at, case in enumerate(cases)]


RECORDS = [
    ("{}", NOTHING),
    ("\ufeff{}", NOTHING),
    ("  {}  \r\n", NOTHING),
    ("\u200b{}\u200b", [INVISIBLE]),
    ('"{}"', [QUOTES]),
    ("\u201c{}\u201d", [QUOTES]),
    ("\u201e{}\u201c", [QUOTES]),
    ("`{}`", [QUOTES]),
    ("```\n{}\n```", [QUOTES]),
    ("{}.", [AROUND]),
    ("{},", [AROUND]),
    ("{};", [AROUND]),
    ("{})", [AROUND]),
    ("({})", [AROUND]),
    ("**{}**", [AROUND]),
    ("<{}>", [AROUND]),
    ("{}!", [MARKS]),
    ("{}!?", [MARKS]),
    ("{} !!", [MARKS]),
    ("{} $14", [MARKS]),
    ("{} {{a good move}}", [COMMENTS]),
    ("{}{{over\ntwo lines; # so}}", [COMMENTS]),
    ("{} ; and so on", [COMMENTS]),
    ("{} # and so on", NOTHING),
    ('# "quoted" \u2014 so {{\n{}', NOTHING),
    ("{} 1-0", [RESULT]),
    ("{} \u00bd-\u00bd", [RESULT]),
    ("{} 1\u20130", [USUAL, RESULT]),
    ("{} 1/2-1/2", [RESULT]),
    ("{}\n\n*", [RESULT]),
    ('[Event "Sunday"]\n[Result "*"]\n\n{} *', [COMMENTS, RESULT]),
    ("\u3000{}\u00a0", NOTHING),
]


@pytest.mark.parametrize(("game", "around", "said"), in_turn(RECORDS))
def test_a_record_is_read_with_all_that_is_put_around_it(game, around, said):
    check(around.format(text_of(game)), game, said)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_read_from_quoted_mail_and_with_other_characters_in_it(game):
    text = numbered(game)
    check("".join(f"> {line}\r\n" for line in text.split("\n")), game, [MAIL])
    check("".join(f"> > {line}\n" for line in text.split("\n")), game, [MAIL])
    check(text.replace(" ", "\u00a0"), game, NOTHING)
    check(text.replace("-", "\u2013").replace("1.", "1\u2026"), game, [USUAL])
    check(text.replace("-", r"\-").replace(".", r"\."), game, [BACKSLASHES])
    wide = "".join(chr(ord(each) + 0xFEE0) if each.isalnum() else each for each in text)
    check(wide, game, [USUAL])
    moves = GAMES[game][2].split()
    listed = ", ".join(f"{at}) {move}" for at, move in enumerate(moves, 1))
    check(text_of(game).replace(" ".join(moves), listed), game, [AROUND])


AROUND_LINKS = [
    ("{}", NOTHING),
    ("{}.", [AROUND]),
    ("{})", [AROUND]),
    ("{},", [AROUND]),
    ('{}"', [AROUND]),
    ("{}>", [AROUND]),
    ("<{}>", [AROUND]),
    ("({}).", [AROUND]),
    ("{}!?", [MARKS]),
    ("\u200b{}\ufeff", [INVISIBLE]),
    ("[{0}]({0})", [ONLY_LINK]),
    ("[a game]({})", [ONLY_LINK]),
    ("Look: {} , what a game!", [ONLY_LINK]),
    ("<{}|this game>", [ONLY_LINK]),
    ("> {}\r\n> \r\n", [MAIL]),
    ("`{}`", [AROUND]),
    ('<a href="{}">', [ONLY_LINK]),
    ("{} {}", [ONLY_LINK]),
]


@pytest.mark.parametrize("write", [new_link, old_link])
@pytest.mark.parametrize(("game", "around", "said"), in_turn(AROUND_LINKS))
def test_a_link_is_read_with_all_that_is_put_around_it(game, write, around, said):
    link = write(game)
    text = around.replace("{0}", "{}").replace("{}", link)
    course, notes = read(text)
    assert (course.game, course.moves) == (game, GAMES[game][2].split())
    assert course.rules == make_game(game, GAMES[game][0]).rules
    kept = said if said != [AROUND] else [AROUND] * (AROUND in notes)
    assert notes == kept or (AROUND in notes and said == [MARKS])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("write", [new_link, old_link])
def test_a_link_that_was_encoded_again_or_broken_over_lines_is_read(game, write):
    link = write(game)
    address, _, held = link.partition("#")
    check(f"#{held}", game, NOTHING, rules="")  # as the page sends it
    twice = f"{address}#{quote(held, safe='&=')}"
    thrice = f"{address}#{quote(quote(held, safe='&='), safe='&=')}"
    whole = f"{address}#{quote(held, safe='')}"
    for again in (twice, thrice, whole):
        course, notes = read(again)
        assert course.moves == GAMES[game][2].split(), again
        # What needs no encoding need not be known to have been encoded once.
        assert notes == [AGAIN] or (write is new_link and notes == NOTHING), again
    course, notes = read(link.replace("&", "&amp;"))
    assert (course.moves, notes) == (GAMES[game][2].split(), NOTHING)
    for width in (40, 60):
        lines = [link[at : at + width] for at in range(0, len(link), width)]
        for end, said in (("\r\n", NOTHING), ("\n> ", [MAIL])):
            course, notes = read(end.join(lines))
            assert course.moves == GAMES[game][2].split()
            assert notes == said
    course, notes = read("\n".join(lines) + "\n\nBye")
    assert (course.moves, notes) == (GAMES[game][2].split(), [ONLY_LINK])


@pytest.mark.parametrize("game", GAMES)
def test_a_link_whose_record_stands_there_as_it_was_before_it_was_encoded(game):
    rules, _, moves = GAMES[game]
    text = f"http://127.0.0.1/#g={numbered(game)}&game={game}&rules={rules}"
    course, notes = read(text)
    assert (course.game, course.moves, notes) == (game, moves.split(), NOTHING)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("write", [new_link, old_link])
def test_a_link_cut_anywhere_shows_what_is_left_says_so_or_is_refused(game, write):
    link = write(game)
    moves = GAMES[game][2].split()
    begin = link.index("g=") + 3
    for end in range(begin, len(link)):
        cut = link[:end]
        try:
            course, notes = read(cut, game, GAMES[game][0])
        except RecordError:
            continue
        assert set(notes) & {CUT, NO_GAME, NO_RULES} or course.moves == moves, cut
        whole = len(course.moves) - course.half
        assert course.moves[:whole] == moves[:whole], cut


BEHIND = [(text,) for text in ('"', ">", ")", "`", "'", "\u201d", "\u200b", "%22", "%3E).", "!")]


@pytest.mark.parametrize("write", [new_link, old_link])
@pytest.mark.parametrize(("game", "behind"), in_turn(BEHIND))
def test_the_page_sends_what_stands_behind_a_link_in_its_address(game, write, behind):
    held = write(game).partition("#")[2]
    for sent in (f"#{held}{behind}", f"#{held}{quote(behind, safe='%')}"):
        course, notes = read(sent)
        assert (course.game, course.moves) == (game, GAMES[game][2].split())
        assert course.rules == make_game(game, GAMES[game][0]).rules
        assert notes


def test_a_link_cut_in_its_rules_is_read_by_what_is_left_of_them():
    link = old_link("flip")
    for end, said in ((-1, [CUT]), (-6, [CUT]), (-7, [NO_RULES])):
        course, notes = read(link[:end])
        assert notes == said
        assert course.rules == ("magic" if said == [NO_RULES] else "eclipse")
    with pytest.raises(RecordError, match="cut off: it is for normal or nodiags"):
        read(old_link("xtic").replace("torus", "no"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1U (a1Eb2U b2Sa1D) a1Eb2U", "move 2 (line 1), (a1Eb2U: variations in brackets"),
        ("a1U {good", "a comment begins with { and has no }"),
        ("a1U 1-0 a1Eb2U", "move 2 (line 1), a1Eb2U: the record has ended with 1-0"),
        ("https://example.org/#game=flip&rules=magic", "this link holds no game"),
        ("#g=a1U&game=chess&rules=magic", "no game is called chess"),
        ("#g=a1U&game=__proto__", "no game is called __proto__"),
        ("a1U \x1b[31mred", "move 2, \x1b[31mred: a move is written like"),
        ("x" * (LONGEST + 1), f"a text of {LONGEST + 1} characters is too long"),
        ("x" * 900, "move 1 (line 1), xxxxxxxxxxxxxxxxxxxx\u2026: it has 900 characters"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text, reason):
    with pytest.raises(Exception, match=r"\w") as refused:
        read(text)
    assert str(refused.value).startswith(reason)


CASTLING = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/R2KNMR w AGag - 0 1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0-0(b)", NOTHING),
        ("O-O(b)", ["O-O(b) is read as 0-0(b)."]),
        ("o-o(b)!", [MARKS, "o-o(b) is read as 0-0(b)."]),
        ("0-0", ["0-0 is read as 0-0(b)."]),
        ("0\u20130", [USUAL, "0-0 is read as 0-0(b)."]),
        ("d1b1", NOTHING),
        ("C2c4", ["C2c4 is read as c2c4."]),
        ("C4", ["C4 is read as c4."]),
    ],
)
def test_castling_and_capitals_are_read_where_one_move_can_be_meant(text, said):
    course, notes = read(f"position {CASTLING}\n{text}", "magician")
    assert course.moves == ["c2c4" if "4" in text else "d1b1"]
    assert notes == said


@pytest.mark.parametrize("text", ["0-0", "O-O"])
def test_castling_without_a_file_is_refused_where_two_are_possible(text):
    position = CASTLING.replace("R2KNMR", "R2K2R")
    with pytest.raises(RecordError, match=f'"{text}" is no move: write'):
        read(f"position {position}\n{text}", "magician")


def test_signs_of_check_are_read_from_links_of_every_kind():
    start = "k6/7/1XXXXXX/2XXX2/7/7/1R1K3 w - - 0 1"
    record = f"position {start}\n1.Ra1+ Kb7"
    link = f"http://localhost/#{urlencode({'g': record, 'game': 'magician', 'rules': 'immune'})}"
    for text in (record, link, quote(link, safe=":/#&="), quote(link, safe=":/#")):
        course, _ = read(text, "magician")
        assert course.names == ["Ra1+", "Kb7"]


JUNK = ["{" * 400, "(" * 9, "a1U ", "%25" * 9, "#g=", "&amp;", "> " * 9, "\\_", "1. ", "\u2014"]


# What takes more than a glance at each character takes hours.
@pytest.mark.timeout(30)
@pytest.mark.parametrize("piece", JUNK)
@pytest.mark.parametrize("head", ["", "#g=", "http://x/#game=flip&g="])
def test_a_megabyte_of_junk_is_refused_at_once(head, piece):
    junk = head + piece * (1_000_000 // len(piece))
    read_or_none(junk[:LONGEST], "flip")
    with pytest.raises(RecordError, match=r"^a text of \d+ characters is too long: at most 200000"):
        read(junk)


DECORATIONS = st.sampled_from(
    (
        *("{}", '"{}"', "`{}`", "{}!", "{}?!", "{},", "{}.", "{{x}} {}", "{}\u200b", "{} $3"),
        *("\u00a0{}", "{}\r\n", "{} # talk\n", "*{}*", "{} ; talk\n", "{}{{so\nso}}"),
    )
)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), game=st.sampled_from(sorted(GAMES)))
def test_a_decorated_record_reads_the_same(data, game):
    position = make_game(game)
    moves = []
    steps = [0] * position.max_steps
    for _ in range(data.draw(st.integers(0, 6))):
        made = []
        while position.verdict() == 0 and (not made or not position.between_moves()):
            made.append(steps[data.draw(st.integers(0, position.steps(steps) - 1))])
            position.push(made[-1])
        if not made or not position.between_moves():
            break
        for _ in made:
            position.pop()
        moves.append(position.move_text(made))
        for step in made:
            position.push(step)
    words = [
        data.draw(st.sampled_from(["", f"{at}. ", f"{at}.", f"{at}... "]))
        + data.draw(DECORATIONS).format(move)
        for at, move in enumerate(moves, 1)
    ]
    text = data.draw(st.sampled_from(["{}", "> {}", '"{}"', "\ufeff{}"])).format(" ".join(words))
    course, _ = read(text, game)
    assert course.moves == moves
    held = f"http://h/#game={game}&rules=&g={'.'.join(moves)}&n={len(moves)}"
    assert read(held, game)[0].moves == moves


SHORT = st.text(max_size=20)
WILD = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="a1UEb2=5c-x.#%&+;(){}[]<>/ \n0O\u00bd\u2014\u200bgnrules=", max_size=60),
    st.builds("#g={}&game={}&rules={}&n={}".format, SHORT, SHORT, SHORT, SHORT),
)


@settings(max_examples=400, deadline=None)
@given(text=WILD, game=st.sampled_from(sorted(GAMES)))
def test_any_text_is_read_or_refused_by_the_named_error(text, game):
    course = read_or_none(text, game)
    if course is not None:
        assert all(before != after for before, after in pairwise(course.positions))


@given(text=st.one_of(st.text(), st.text(alphabet="%25C3aAfFgG+"), st.text().map(quote)))
def test_percent_signs_are_decoded_as_the_library_does(text):
    assert unquoted(text) == unquote(text)


def read_or_none(text, game):
    """The course in a text; None where it is refused, which takes the named error."""
    try:
        return read_course(make_game(game), unwrap(text))
    except RecordError:
        return None
