"""The soak test: games over a cable, and the messages received meanwhile."""

import json
from contextlib import contextmanager, nullcontext

import msgspec
import pytest
from another_game import NAME, VARIANT
from emulator.in_game import LEAST_PIECE
from msgspec import structs
from one_board import PROFILE

from host_tools import ROOT
from host_tools.board.hands.listener import LineListener
from host_tools.board.hands.soak import SoakError, _white, ready
from host_tools.board.messages import NO_STATE, Error, Notice, Scan
from host_tools.board.scenario.oncable import CableBoard
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.lab.reliability.games.speaking import SpeakingBoard
from host_tools.workshop.checkup import sequence
from host_tools.workshop.checkup import soak as soaking
from host_tools.workshop.checkup.html_report import make_page
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK
from host_tools.workshop.checkup.soak import memory_rows, play, seen_rows
from host_tools.workshop.checkup.steps import BROKEN_OFF, Bringup, Played, Step
from lodeboard.games.catalogue import LEVELS
from tests.device.cabled import QueueCable

GAMES = profiles.games(PROFILE.name)


def test_a_board_without_games_is_not_soaked_and_the_report_says_why():
    step = Step("soak")
    soaking.soak(step, profiles.profile("strips2x2"), "no port", 1.0, lambda _: None)
    assert (step.why, step.rows) == ("No game is made for a strips2x2.", [])


def cabled(real=None):
    """A board that has started as new, on a cable made of queues, and feels our magnets."""
    real = real or SimulatedBoard(PROFILE, 1005)
    cable = QueueCable(real)
    real.boot()
    cable.start()
    board = CableBoard(PROFILE, cable, "/dev/ttyACM0", seed=1, pause=real.step)
    board.real = real
    while not board.injecting:
        board.step()
    # It has said its state a while ago, and something else since.
    board.run_ms(1500)
    board.serial_out.append('{"t": "notice", "say": "Something else."}')
    return board


@pytest.fixture
def board():
    return cabled()


def test_a_game_is_played_over_the_cable_to_its_end(board):
    step = Step("soak")
    progress = []

    def told(minutes):
        progress.append(minutes)
        assert step.played[0].board_min == round(minutes, 1) > 0

    play(board, 0.1, GAMES[0], step, told)
    (game,) = step.games
    assert game.moves > 4
    assert game.seconds > 6
    assert game.slowest_ms >= PROFILE.tick_ms
    assert progress[-1] * 60 >= game.seconds
    assert {row.name: row.verdict for row in step.rows} == {f"{GAMES[0]}: games": OK}
    (seen,) = step.played
    assert (seen.game, seen.games, seen.moves) == (GAMES[0], 1, game.moves)
    assert (seen.mistakes, seen.differences, seen.line_errors, seen.starts) == (0, [], 0, 0)
    assert seen.board_min > 0.1


def test_a_board_that_does_not_play_keeps_what_was_done(board):
    step = Step("soak")

    def pull(_done):
        board.cable.board = None  # what is sent comes to nobody
        board.cable.send_latest = lambda _line: None

    with pytest.raises(SoakError):
        play(board, 60, GAMES[0], step, pull)
    assert step.played[0].games == 1


def test_a_board_that_starts_again_in_the_middle_ends_the_game(board):
    moved = []

    def watched(_ms, line):
        said = json.loads(line) if line.startswith("{") else {}
        moved.extend([1] if len(said.get("moves", ())) == 2 else [])

    def pause():
        if moved and not board.rebooted:
            board.rebooted = True
            board.real.boot()
        board.real.step()

    board.rebooted = False
    board._pause = pause
    board.lines.subscribe(watched)
    step = Step("soak")
    with pytest.raises(SoakError, match="started again"):
        play(board, 60, GAMES[0], step)
    assert board.rebooted
    assert {row.name: row.verdict for row in step.rows} == {f"{GAMES[0]}: restarts": FAULTY}


def tell(ear_board, message):
    ear_board.wire.notify(0, msgspec.json.encode(message).decode())


def state(**fields):
    return structs.replace(NO_STATE, **fields)


def test_a_restart_a_fault_and_a_slow_tick_are_heard(board):
    listener = LineListener(board)
    for ms in (100, 120, 200, 220):
        tell(board, Scan(ms=ms, held=0, raw=""))
    assert listener.slowest_ms == 80
    tell(board, state(number=7))
    assert listener.starts == 0
    tell(board, state(number=0))
    assert listener.starts == 1
    tell(board, Notice("A fault: ValueError. The board starts again in 3 s."))
    tell(board, Error("Unknown command."))
    assert "ValueError" in listener.faults[0]
    assert listener.refused == 1


def test_a_mistake_counts_once_while_it_is_shown(board):
    listener = LineListener(board)
    tell(board, Scan(ms=2500, held=0, raw=""))
    for wrong in ([], ["b2", "c2"], ["b2", "b3"], [], ["c1"]):
        tell(board, state(ask="place", wrong=wrong))
    seen = [f"{cells} at 2.5 s (the board asks: place)" for cells in ("b2 c2", "c1")]
    assert listener.mistakes == seen
    tell(board, state(ask="place"))
    tell(board, state(ask="restore", wrong=["c1"]))
    assert listener.mistakes == seen


def test_lines_that_came_damaged_are_counted(board):
    assert board.unread == 0
    board.cable.bring(b'{"t": "scan", "ms": 12')
    board.cable.bring(b"\xff\xfe")
    board.cable.bring(b"words of another kind")
    board.step()
    assert board.unread == 2


def verdicts(rows):
    return {row.name: row.verdict for row in rows}


def test_each_thing_that_went_wrong_with_a_game_is_a_row():
    assert verdicts(seen_rows(Played(NAME, games=3), [])) == {f"{NAME}: games": OK}
    seen = Played(NAME, starts=1, differences=["game 1: no"], mistakes=2, line_errors=3)
    seen.seen = ["game 1: b2 at 2.5 s", "game 3: c1 at 7.5 s"]
    [row] = [row for row in seen_rows(seen, []) if row.name == f"{NAME}: mistakes"]
    assert row.found.startswith("2 times")
    assert row.found.endswith("; ".join(["", *seen.seen]))
    assert verdicts(seen_rows(seen, ["A fault: ValueError."])) == {
        f"{NAME}: restarts": FAULTY,
        f"{NAME}: faults on the line": FAULTY,
        f"{NAME}: records": FAULTY,
        f"{NAME}: mistakes": LOOK,
        f"{NAME}: line": LOOK,
    }


def test_memory_that_gets_less_is_looked_at_and_a_written_fault_is_one():
    assert verdicts(memory_rows("flip", 90_000, 89_900, "")) == {"flip: memory": OK}
    log = "--- fault 1 x 1: after 5 s, firmware 0.2 ab ---\nValueError\n"
    assert verdicts(memory_rows("flip", 90_000, 80_000, log)) == {
        "flip: memory": LOOK,
        "flip: fault log": FAULTY,
    }


def test_no_light_of_the_game_before_is_followed(monkeypatch):
    board = cabled()
    hand, listener, late, steps = ready(board, NAME), LineListener(board), [], []
    show, step = board._show_bytes, board.step

    def one_step():
        held = late[:]
        late.clear()
        for frame in held:
            show(frame)
        step()

    # As on a cable: what the board asks for comes before the light that shows it.
    monkeypatch.setattr(board, "_show_bytes", late.append)
    monkeypatch.setattr(board, "step", one_step)
    for level in (4, 0):
        hand.begin((hand.variants.index(VARIANT), level))
        steps.append(hand.state.step)
        if level:
            assert board.run_until(lambda: any(_white(colour) for colour in board.leds), 5000)
    hand._step()
    board.run_ms(1500)
    assert listener.mistakes == []
    assert len(set(steps)) == 2


def test_the_documentation_says_how_much_memory_may_be_lost():
    text = " ".join((ROOT / "docs/maker/manual.md").read_text(encoding="utf-8").split())
    assert f"in the soak: more than {soaking._LESS_FREE // 1024} KiB lost" in text


class InjectedBoards:
    """Takes the place of Borrowed: boards as new, on cables made of queues."""

    def __init__(self, _profile, _port):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    @contextmanager
    def board(self, _seed):
        yield cabled()


@pytest.mark.verify
def test_each_game_of_the_menu_is_played_and_its_memory_looked_at(monkeypatch):
    # Before and after each game.
    free = iter([90_000, 89_000, 80_000, 70_000, *(2 * len(GAMES) - 4) * [60_000]])
    monkeypatch.setattr(soaking, "reach", lambda _port, _say: nullcontext())
    monkeypatch.setattr(soaking, "Borrowed", InjectedBoards)
    monkeypatch.setattr(soaking, "_looked_at", lambda _port: (next(free), ""))
    step = Step("soak")
    soaking.soak(step, PROFILE, "/dev/ttyACM0", 0.01, lambda _: None)
    assert [each.game for each in step.played] == list(GAMES)
    assert [each.games for each in step.played] == [1] * len(GAMES)
    assert step.figures["games"] == len(GAMES)
    assert step.figures["moves"] == sum(each.moves for each in step.games) > 4 * len(GAMES)
    assert step.played[0].free == (90_000, 89_000)
    wrong = {row.name for row in step.rows if row.verdict != OK}
    assert (wrong, step.verdict) == ({f"{GAMES[1]}: memory"}, LOOK)


def test_a_game_that_stops_does_not_keep_the_next_from_being_played(monkeypatch):
    def stuck(_board, _minutes, game, step, _progress=None):
        step.played.append(Played(game))
        if game == GAMES[0]:
            raise SoakError("no light asks for anything")

    monkeypatch.setattr(soaking, "reach", lambda _port, _say: nullcontext())
    monkeypatch.setattr(soaking, "Borrowed", InjectedBoards)
    logs = iter(["--- fault 1 x 1: after 5 s, firmware 0.2 ab ---\nMemoryError\n"])
    monkeypatch.setattr(soaking, "_looked_at", lambda _port: (1, next(logs, "")))
    monkeypatch.setattr(soaking, "play", stuck)
    step = Step("soak")
    soaking.soak(step, PROFILE, "/dev/ttyACM0", 1, lambda _: None)
    wrong = {row.name for row in step.rows if row.verdict == FAULTY}
    assert wrong == {f"{GAMES[0]}: stopped", f"{GAMES[0]}: fault log"}
    assert step.verdict == FAULTY
    assert "MemoryError" in next(row.found for row in step.rows if "fault log" in row.name)
    assert [each.game for each in step.played] == list(GAMES[1:])
    assert step.played[-1].free == (1, 1)


def test_each_game_has_its_share_of_the_time_that_is_left(monkeypatch):
    shares = []

    def late(_board, minutes, game, step, progress=None):
        if not minutes:
            return  # the first game, which brings the firmware into memory
        shares.append(minutes)
        step.played.append(Played(game, board_min=minutes + 1))
        progress(minutes + 1)

    monkeypatch.setattr(soaking, "reach", lambda _port, _say: nullcontext())
    monkeypatch.setattr(soaking, "Borrowed", InjectedBoards)
    monkeypatch.setattr(soaking, "_looked_at", lambda _port: (1, ""))
    monkeypatch.setattr(soaking, "play", late)
    step = Step("soak")
    soaking.soak(step, PROFILE, "/dev/ttyACM0", 60, lambda _: None)
    left, wanted = 60, []
    for games in range(len(GAMES), 0, -1):
        wanted.append(left / games)
        left -= wanted[-1] + 1
    assert shares == pytest.approx(wanted)
    assert step.figures["minutes on the board"] == 61


def test_what_was_played_is_in_the_report_after_each_game_and_when_ctrl_c_ends_it(monkeypatch):
    def games(_board, minutes, game, step, progress=None):
        step.played.append(Played(game))
        for number in range(1, 4):
            if minutes and number == 3:
                raise KeyboardInterrupt
            step.played[-1].games = number
            step.played[-1].board_min = 0.5 * number
            if progress:
                progress(0.5 * number)

    monkeypatch.setattr(soaking, "reach", lambda _port, _say: nullcontext())
    monkeypatch.setattr(soaking, "Borrowed", InjectedBoards)
    monkeypatch.setattr(soaking, "_looked_at", lambda _port: (1, ""))
    monkeypatch.setattr(soaking, "play", games)
    whole = Bringup("tile4x4", "e660", "/dev/x", "2026-01-01", [Step("soak")])
    pages, on_the_way = [], []

    def written(so_far):
        pages.append(make_page(so_far))

    def told():
        written(whole)
        on_the_way.append(whole.as_dict()["steps"][0]["figures"]["games"])

    plan = sequence.Plan(PROFILE, "/dev/x", None, [], 60.0, lambda _: None, lambda _: None, told)
    with pytest.raises(KeyboardInterrupt):
        sequence.run(whole, sequence.works(plan), ["soak"], written)
    assert on_the_way == [1, 2]
    assert "1 games in 0.5 of 60 min" in pages[1]
    assert "not finished" in pages[2]
    assert "or the terminal was closed. 2 games in 1 of 60 min" in pages[-1]
    assert (whole.state, whole.steps[0].figures["games"]) == (BROKEN_OFF, 2)


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_on_a_cable_the_memory_of_the_chip_stays_in_large_pieces():
    # In a soak there was no piece for opening a file any more, and a game was broken off.
    real = SpeakingBoard(PROFILE)
    board = cabled(real)
    hand = ready(board, GAMES[0])
    pieces = []
    for variant in (0, 1):
        hand.begin((variant, LEVELS[GAMES[0]].index("perfect")))
        while hand.state.ask != "over":
            hand._step()
            pieces.append(real.largest_piece())
        hand.clear()
    assert min(pieces) >= LEAST_PIECE, pieces
