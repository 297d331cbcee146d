"""The sentences that the board and the server say, as their sources have them and as they are put
together. In a template "{}" stands for what varies."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from host_tools.board.device.advice import ADVICE
from host_tools.games.loader import host_game
from host_tools.play.web.seats import ONLY_WATCHING
from lodeboard.games.catalogue import GAMES, LEVELS, NAMES, VARIANTS, rule_sets
from lodeboard.games.contract import LOSE, NOWHERE, TIE, WIN
from lodeboard.games.tiles import TileSentences
from lodeboard.games.xtic.plugin import XticSentences
from lodeboard.games.xtic.rules import Xtic
from lodeboard.lights.tunes import Tunes
from lodeboard.link import phone as link_phone
from lodeboard.play import guide, sentences
from lodeboard.play.changes import Changes
from lodeboard.play.scene import LEFT, NONE, RIGHT
from lodeboard.scenes import phones
from lodeboard.scenes.menu import Menu
from lodeboard.storage import unsaved
from lodeboard.storage.settings import Settings
from lodeboard.system.files_check import FLASH_AGAIN, FilesCheck
from lodeboard.system.loader import plugin

ROOT = Path(__file__).resolve().parents[2]
GAP = "{}"
FORMAT = re.compile(r"%[sd]")
# All texts of these are sentences.
MODULES = (
    "firmware/lodeboard/games/*/notation.py",
    "firmware/lodeboard/games/*/plugin.py",
    "firmware/lodeboard/scenes/*.py",
    "host_tools/games/analysis/study.py",
    "host_tools/board/device/greeting.py",
    "host_tools/board/hands/page_hand.py",
    "host_tools/board/hands/helper.py",
    "host_tools/play/web/devicebench.py",
    "host_tools/play/web/kinds.py",
    "host_tools/play/web/laying.py",
    "host_tools/play/web/pace.py",
    "host_tools/play/web/parked_game.py",
    "host_tools/play/web/runner.py",
    "host_tools/play/web/workbench.py",
)
# And, elsewhere, what is given to these; of the texts that these functions give back, all.
CALLS = frozenset(("notice", "_notice", "GameError", "CommandError", "RecordError", "_fail"))
FUNCTIONS = frozenset(
    (
        "choose",
        "ended",
        "find_trouble",
        "leave_out",
        "main",
        "missing_tables",
        "plan",
        "play",
        "why_not",
    )
)
ELSEWHERE = (
    "firmware/main.py",
    "firmware/lodeboard/games/*.py",
    "firmware/lodeboard/games/*/rules.py",
    "firmware/lodeboard/link/commands.py",
    "firmware/lodeboard/link/phone.py",
    "firmware/lodeboard/link/setup.py",
    "firmware/lodeboard/play/match.py",
    "firmware/lodeboard/storage/ratings.py",
    "firmware/lodeboard/system/*.py",
    "host_tools/games/analysis/*.py",
    "host_tools/games/magician/record.py",
    "host_tools/board/hands/wanted.py",
    "host_tools/play/web/analysis.py",
)
WORKER = "worker.js"
# Nobody reads these on the page.
UNSEEN = re.compile(
    r'"t": ".*|the menu\'s .*|no step to take back|setup wants .*|There is no setting .*'
    r'|"cells" must have .*|rmnknmr/.*'
    r"|not whole"
    r"|\{\} cannot be read: \{\}\.|it does not name each tile"
    r"|\{\} is a whole number .*|Adafruit CircuitPython|Unknown command.*|these records are of .*"
)
# Put together with others; see `whole`.
TORN = frozenset(
    (
        ": the {} player cannot move",
        ": the {} player has one tile left",
        "{} Right button: roll once more.",
        " by checkmate",
        " This position is here for the second time: the third is a draw.",
        " Turns without a capture or a pawn move: {}; {} are a draw.",
        " with the {}line {}",
        "; it loses on {}",
        "{}: place the {} piece on any lit cell{}.",
        "four {} pieces {}",
        "in row {}",
        "in column {}",
        "on the diagonal {}",
        "Menu: {}: {}. ",
        "Level now: {}. ",
        "Values {} to {} of {}. ",
        "Left: next setting. Right: next value. Middle: done.",
        "{} {}\N{HORIZONTAL ELLIPSIS}: it has {} characters, {} at most",
        "{} {}: write {}{}",
        "{} is not legal here{}",
        " A second on the board takes {} s.",
        "at {} {} real time",
        "cell {} of {}",
        "no tile",
        "the opponent's tile",
        "the piece in hand",
        "A fault: {}. The board starts again in {} s",
        "{}, without its stored data; changes and games are not saved now.",
        "{}, without the interrupted game.",
        "{}, without the game {}.",
        "The file /slot is damaged",
        "Slot {} does not start",
        "The game is a draw{}.",
        "Slot {} is damaged ({})",
        "The code, in the order of the lights: {}.",
        "Middle: go on playing. Left: switch the radio off.",
        "{}; slot {} runs.",
    )
)
# Of a real board that cannot be played: see `greetings`.
NO_BOARD = re.compile(
    r".*(lodeboard flash|--board \{\}|slowly.*|calls itself .*|line protocol.*|prompt: .*)"
    r"|.*Lodeboard\. It said.*"
    r"|an? (older|newer)|Is (it|the) .*|MicroPython v"
)
BOARDS = (0, 1, 2, 3, 5, 6)  # whom the board plays; 5 and 6: a friend in its place


def expand(node: ast.expr) -> list[str]:
    """All that an expression may come to."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=values):
            return ["".join(parts) for parts in product(*map(expand, values))]
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return ["".join(parts) for parts in product(expand(left), expand(right))]
        case ast.IfExp(body=body, orelse=other):
            return expand(body) + expand(other)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return [text]
        case ast.FormattedValue(
            value=ast.Subscript(value=ast.Name(id="ADVICE"), slice=ast.Constant(value=name))
        ):
            return [ADVICE[name]]
    return [GAP]


def texts(node: ast.AST) -> Iterator[str]:
    """The texts of a source, each as long as it is put together in one place; no docstrings."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())) | ast.AnnAssign(value=None):
            return
        case ast.Subscript(slice=ast.Constant()):
            return  # a key, which nobody reads
        case ast.Constant() | ast.JoinedStr() | ast.BinOp() | ast.IfExp():
            found = [FORMAT.sub(GAP, text) for text in expand(node)]
            if any(text.replace(GAP, "").strip() for text in found):
                yield from found
                return
        case ast.FunctionDef(body=body):
            for part in body:
                yield from texts(part)
            return
    for child in ast.iter_child_nodes(node):
        yield from texts(child)


def given(tree: ast.Module) -> Iterator[str]:
    """The texts passed to CALLS, also through constants, and those of FUNCTIONS."""
    named = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                named[name] = text
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Name(id=what)]) if (
                name in CALLS and what in named
            ):
                yield named[what]
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[*_, what]):
                if name in CALLS:
                    yield from expand(what)
            case ast.FunctionDef(name=name) if name in FUNCTIONS:
                yield from texts(node)
            case ast.ClassDef(name=name) if name.endswith("Sentences"):
                yield from texts(node)


def templates() -> set[str]:
    """What the sources say in one piece."""
    found = set()
    for patterns, read in ((MODULES, texts), (ELSEWHERE, given)):
        for pattern in patterns:
            for path in sorted(ROOT.glob(pattern)):
                found |= set(read(ast.parse(path.read_text(encoding="utf-8"))))
    code = (ROOT / "host_tools" / "play" / "site" / WORKER).read_text(encoding="utf-8")
    found |= {re.sub(r"\$\{[^`]*?\}(?= Reload|\)?`|$)", GAP, text) for text in literals(code)}
    return {
        text
        for text in found - TORN - endings()
        if is_sentence(text) and not (UNSEEN.fullmatch(text) or NO_BOARD.fullmatch(text))
    }


@cache
def endings() -> frozenset[str]:
    """How games end, where the source has it as one text: it follows the result."""
    sources = sorted(ROOT.glob("firmware/lodeboard/games/*/*.py"))
    found = {text for path in sources for text in texts(ast.parse(path.read_text("utf-8")))}
    return frozenset(text for text in found if text.startswith(": ") and GAP not in text)


def literals(code: str) -> Iterator[str]:
    named, given = r"const [A-Z_]+ = \"([^\"]+)\"", r"(?:say|wrong): [`\"]([A-Z][^`\"]+)[`\"]"
    for say in re.finditer(f"{named}|{given}", code):
        yield say[1] or say[2]


def is_sentence(text: str) -> bool:
    words = text.replace(GAP, "")
    return " " in words.strip() and re.search(r"[a-z]{2}", words) is not None


class _Table:
    """The parts of a board that a menu needs, for a menu that nobody operates."""

    def __init__(self, profile: Any) -> None:
        self.profile = profile
        self.changes = Changes()
        self.settings = Settings()
        self.tunes = Tunes(None)  # type: ignore[arg-type]  # it is not ticked


def whole(profile: Any) -> set[str]:
    """What the sources put together, as it comes out."""
    found = {sentences.THINKING, sentences.WAITING, sentences.MISSING}
    for thing in ("tile", "piece"):
        found |= {sentences.wrong(reason, thing) for reason in range(len(guide.REASONS))}
    made = (plugin(name).open(rule_sets(name)[0])[2] for name in GAMES)
    found |= {TileSentences.TOO_EARLY, *(game.TOO_EARLY for game in made)}
    lines = {"", *game_endings()}
    for verdict, turn, machine in product((WIN, LOSE, TIE), (0, 1), BOARDS):
        found |= {sentences.end(verdict, turn, machine, 0, how) for how in lines | endings()}
        found |= {sentences.end(verdict, turn, machine, how, "") for how in (1, 2)}
    found |= {text.replace(" Clear the board for a new game.", "") for text in found}
    found |= {text.replace(" Clear the board for a new one.", "") for text in found}
    whose = {sentences.who(turn, machine) for turn, machine in product((0, 1), BOARDS)}
    found |= {
        f"{who}: {what}." for who in whose for what in ("lift the lit tile", "the board rolls")
    }
    found |= {near_draw(who, quiet) for who, quiet in product(whose, (0, 90))}
    found |= {text for who in whose for text in rolled(who)}
    found |= {f"The game is a draw{how}." for how in ("", *endings())}
    found |= set(xtic(min(whose))) | set(menu(profile)) | names(profile) | set(phone())
    return (found | set(errors()) | set(greetings())) - {""}


def phone() -> Iterator[str]:
    """What a board says while its lights show the code for a phone."""
    places = (
        phones._OPENS,
        phones._OWN % ("Lodeboard-4f2a", "192.168.4.1"),
        phones._HOME % "192.168.4.1",
        "The radio cannot be used: 5.",
    )
    for where, other in product(places, ("", *phones._OTHER)):
        said = (where, phones._CODE % "b2 c1 d4 a3", phones._BUTTONS, other)
        yield " ".join(filter(None, said))
    yield from ("a phone", link_phone._ANOTHER, link_phone._WRONG, link_phone._VOID)


def near_draw(who: str, quiet: int) -> str:
    """What Magician Chess says of a position that occurs again, after so many quiet turns."""
    game, _, said = plugin("magician").open("standard")
    game.load(f"3k3/3X3/X5X/X2X2X/X5X/3X3/3K3 w - - {quiet} 1")
    for move in ("d1c1", "d7c7", "c1d1", "c7d7"):
        game.push(game.parse_move(move)[0])
    return said.say("lift", who, False, NOWHERE, False)


def rolled(who: str) -> Iterator[str]:
    """What Lap says after a roll: of a first tile, of the last one, of either."""
    game, _, said = plugin("lap").open("")
    for cells, waiting in (("-" * 16, "33"), ("x".rjust(13, "-") + "---", "03")):
        for again in "01":
            game.load(f"1_{cells}{waiting}1{again}")
            yield said.say("place", who, False, NOWHERE, False)
    game.load(f"1_{'x'.rjust(13, '-')}---2320")
    yield said.say("place", who, False, NOWHERE, False)
    yield said.TOO_EARLY


def errors() -> Iterator[str]:
    """What is wrong with a text, where it says so in parts; and how a board that is slow runs."""
    yield "position 1_…: it has 900 characters, 80 at most"
    yield "move 2 (line 1), a1U…: it has 900 characters, 80 at most"
    for said in ("gives no check", "gives check", "is mate"):
        yield f"Nxc4 {said}: write Nxc4+"
    for hint in ("", ": Nbc4 would be", ": Nbc4 or Ndc4 would be"):
        yield f"Nc4 is not legal here{hint}"
    for lies in ("no tile", "the opponent's tile"):
        yield f"cannot move from b2: {lies} lies there"
    for which in ("first", "second"):
        yield f"the {which} player has 9 tiles: there are 8 a player"
    for side in ("white", "black"):
        yield f"{side} has 2 kings"
    for what in ("quiet turns", "the number of the turn"):
        yield f'{what}: a number from 0 on, not "x"'
    for where in ("cell 3 of 16", "the piece in hand"):
        yield f'{where} is "x": pieces are 0 to f, - is none'
    for how in ("win", "lose", "tie"):
        yield f"the game is over here: {how} for the player to act"
    for game, rules in VARIANTS:
        yield f"Not all values are known here: {host_game(game).how_to_know(rules)}."
    lost = "Values of positions with at most 7 tiles are missing: early.tbl is damaged"
    yield f"{lost}. Reload this page to try again."
    for game in ("flip", "xtic"):
        yield plugin(game).check(lambda _: BytesIO(b"damaged"))
    for kind in ("rook", "knight", "magician"):
        yield f"Your turn: make it a {kind}? Middle: yes. Right: the next."
    kept = "without its stored data; changes and games are not saved now"
    ends = ("", ", without the interrupted game", f", without the game {GAMES[0]}", f", {kept}")
    for without in ends:
        yield f"A fault: ValueError 7. The board starts again in 2 s{without}."
    yield from damage()
    for words in unsaved.WORDS.values():
        blobs = sorted(unsaved.NAMES)
        for count in range(1, 1 + len(blobs)):
            for waiting in combinations(blobs, count):
                yield words % ", ".join(unsaved.NAMES[blob] for blob in waiting)
    yield from (unsaved.AGAIN, unsaved.NO_CHANGE, ONLY_WATCHING)
    yield "The emulated chip runs in real time."
    speed = "at 0.5 \N{MULTIPLICATION SIGN} real time"
    yield f"The emulated chip runs {speed}: this computer is too slow or too busy for it."
    slow = "an emulated one on a computer that is too slow"
    yield f"The board on COM3 runs {speed}: {slow}. A second on the board takes 2.0 s."


def damage() -> Iterator[str]:
    """What is damaged on the board's flash."""
    what = "ImportError /packs/a1 is not whole"
    yield f"A fault: {what}. The board starts again in 2 s. {FLASH_AGAIN}"
    reports: list[str] = []
    found = SimpleNamespace(slot="", report=lambda say, _what, _ms: reports.append(say))
    FilesCheck("none").read(found, 0)  # type: ignore[arg-type]  # of a Supervisor
    yield from reports
    for trouble in (
        "The file /slot is damaged",
        "Slot b is damaged (/packs/a1 is not whole)",
        "Slot b does not start (ImportError: its manifest is not whole)",
    ):
        yield f"{trouble}; slot a runs."
    yield "The file /board is damaged. Write it again: lodeboard flash."
    yield (
        "This firmware is for tile4x4 leds=4,piezo=GP16+GP17, and the board is tile4x4 "
        "leds=4,piezo=GP21: lodeboard flash."
    )


def greetings() -> Iterator[str]:
    flash = "ut this version on it with: lodeboard flash."
    port = "Is it the right port (lodeboard play --on PORT)?"
    slow = "an emulated board that starts slowly: then wait a little."
    for age in ("an older", "a newer"):
        yield (
            f"The board on COM3 has {age} firmware: it speaks version 2 of the line protocol, this "
            f"program version 3. P{flash}"
        )
    yield (
        "The board on COM3 calls itself tile7x7; this page is for a tile4x4. Connect the right "
        "board, or name this one: lodeboard play --board tile7x7."
    )
    yield (
        "The board on COM3 stands at MicroPython's prompt: its program was interrupted or is not "
        f"there. Unplug it and plug it in again. If that does not help: p{flash}"
    )
    yield (
        "The board on COM3 runs CircuitPython: Lodeboard was interrupted or is not there. Unplug "
        "it and plug it in again. If that does not help: put MicroPython on it, and then the "
        "firmware."
    )
    yield (
        f"Nothing on COM3 answers. {port} If it is: unplug the board and plug it in again; wait a "
        "little for an emulated one, which may start slowly."
    )
    yield f"COM3 echoes what it is sent, which no board does. {port}"
    for advice in (f"Or it is {slow}", f"Is the firmware on the board? P{flash}"):
        yield f'The device on COM3 does not answer as a Lodeboard. It said: "x y". {port} {advice}'


def game_endings() -> Iterator[str]:
    """How each game of the catalogue ends, in the positions that its tests bring."""
    for name in GAMES:
        shared = f"games.{name}.shared"
        if find_spec(f"games.{name}") is None or find_spec(shared) is None:
            continue
        for rules, position in import_module(shared).ENDS:
            game, _, said = plugin(name).open(rules)
            game.load(position)
            yield said.ended()


def xtic(who: str) -> Iterator[str]:
    game = Xtic()
    game.load("----------------/-")
    for piece in (NOWHERE, *range(16)):
        yield XticSentences(game).say("give", who, False, piece, False)
    for position in ("89a-------------/b", "89a---------cde-/b", "89a-0-----------/4"):
        game.load(position)
        for asked, coaching in product((False, True), (False, True)):
            yield XticSentences(game).say("place", who, asked, NOWHERE, coaching)


def menu(profile: Any) -> Iterator[str]:
    """What the menu says of each value of each of its settings."""
    many = [*NAMES, *NAMES]
    levels = [LEVELS[game] for game, _ in VARIANTS]
    scene = Menu(_Table(profile), many, [*levels, *levels])  # type: ignore[arg-type]
    for game in range(len(many)):
        scene._board.settings.variant = game
        scene.enter(0)
        for _ in scene.items:
            for _ in scene.items[scene._here][1]:
                yield scene.say
                scene.button(RIGHT)
                scene.event = NONE
            scene.button(LEFT)


def names(profile: Any) -> set[str]:
    """The words of the menu as the page shows each by itself."""
    found = {*NAMES, *(level for levels in LEVELS.values() for level in levels)}
    for text in menu(profile):
        found |= set(re.split(r"\. (?:Level now|Values|Left)", text)[0].split(": ")[1:])
    return found


def lessons() -> set[str]:
    """What the introduction to each game says."""
    courses = json.loads((ROOT / "host_tools/play/web/page/intro.json").read_text(encoding="utf-8"))
    found = set()
    for course in courses.values():
        found |= {course["name"], course["about"]}
        for step in course["steps"]:
            found |= {step[part] for part in ("title", "say", "after", "missed") if part in step}
    return found
