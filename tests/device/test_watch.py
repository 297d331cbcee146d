"""Edit and run: what is sent after a change, and tracebacks with the lines of the source."""

from contextlib import contextmanager

import pytest
from device import small
from device.powercut import Silent

from host_tools.board.device import flash as flashing
from host_tools.board.device import watch as watching
from host_tools.board.device.errors import NoBoardError, UnpluggedError
from host_tools.board.device.faults import last_fault, versions, with_source
from host_tools.board.device.flash import flash
from host_tools.board.device.listen import Listener
from host_tools.board.device.transport import Prompt
from host_tools.board.device.watch import LineListener, Work, build, tree_state, watch
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build.firmware import FIRMWARE, CompileError
from host_tools.play.cli import main

PROFILE_LINE = 18
SOURCE = (FIRMWARE / "lodeboard/boards/profile.py").read_text().splitlines()[PROFILE_LINE - 1]
REPORT = f"""Traceback (most recent call last):
  File "<stdin>", line 8, in <module>
  File "lodeboard/boards/profile.py", line {PROFILE_LINE}, in __init__
TypeError: 'NoneType' object isn't subscriptable
"""
SHOWN = REPORT.replace("__init__\n", f"__init__\n    {SOURCE.strip()}\n")
LOG = f"--- fault 1 x 1: 3.0 s after the start, firmware 0.2.0 abc ---\n{REPORT}"


def test_each_place_of_a_traceback_has_its_source_line():
    assert with_source(REPORT) == SHOWN
    assert "    self.name" in SHOWN


def test_modules_names_in_a_traceback_become_paths():
    """A board knows its modules by their names; older firmwares by their paths."""
    said = REPORT.replace("lodeboard/boards/profile.py", "lodeboard.boards.profile")
    assert said != REPORT
    assert with_source(said) == SHOWN
    package = '  File "lodeboard.games.flip", line 99, in <module>'
    assert '"lodeboard/games/flip/__init__.py"' in with_source(package)


@pytest.mark.parametrize(
    "line",
    [
        '  File "lodeboard/no/such.py", line 3, in f',
        '  File "lodeboard/boards/profile.py", line 99999, in f',
        '  File "lodeboard.no.such", line 3, in f',
        '  File "/etc/passwd.py", line 1',
        '  File "../../etc/passwd.py", line 1',
        "no place at all",
    ],
)
def test_a_place_that_is_not_in_the_tree_stays_as_it_is(line):
    assert with_source(line) == line


def test_the_last_fault_of_a_log_and_the_firmwares_it_names():
    two = LOG + LOG.replace("fault 1", "fault 2").replace("abc", "def")
    assert last_fault(two).startswith("--- fault 2")
    assert last_fault(two).count("Traceback") == 1
    assert last_fault("") == ""
    assert versions(two) == {"0.2.0 abc", "0.2.0 def"}


def test_what_a_board_says_is_shown_and_what_is_for_programs_is_not():
    said = []
    listener = Listener(said.append)
    text = (
        'half a line"}\r\n{"t": "hello", "v": 3}\r\n{"t": "notice", "say": "Missing: a table"}\r\n'
        "Slot a does not start:\r\n"
        + REPORT.replace("\n", "\r\n")
        + '{"t": "cells", "raw": []}\r\n'
    )
    for byte in text.encode():
        listener.take(bytes([byte]))
    assert said == [
        'half a line"}',
        "Missing: a table",
        "Slot a does not start:",
        SHOWN.rstrip("\n"),
    ]


def test_a_fault_counts_when_the_board_has_started_again_and_so_written_it_down():
    said = []
    listener = Listener(said.append)
    report = b'{"t": "notice", "say": "A fault: TypeError x. The board starts again in 2 s."}\n'
    listener.take(report)
    assert said == ["A fault: TypeError x. The board starts again in 2 s."]
    listener.take(b'{"t": "cells", "raw": []}\n')
    assert listener.fault == ""
    listener.take(b'{"t": "hello", "v": 3}\n')
    assert listener.fault == said[0]
    again = Listener(said.append)
    again.take(report)
    again.take(report)  # it faults before it says hello
    assert again.fault == said[0]


class Ended(Exception):
    pass


class Bench:
    """Watching with everything but the loop faked: `script` is what happens at each listening."""

    def __init__(self, *firmwares):
        self.firmwares = list(firmwares)
        self.now = 0
        self.stirring = []
        self.put = []
        self.said = []

    def state(self):
        if self.stirring:
            self.now = self.stirring.pop()
        return self.now

    def make(self):
        made = self.firmwares.pop(0)
        if isinstance(made, Exception):
            raise made
        return made

    def send(self, made):
        self.put.append((made.version, self.now))
        if made.version == "gone":
            raise UnpluggedError("P")

    def listen(self, enough):
        assert not enough()
        if not self.firmwares:
            raise Ended
        self.now += 1
        self.stirring = [self.now + n for n in (4, 3, 2, 1)]  # files that are still being written
        assert enough()

    def run(self):
        with pytest.raises(Ended):
            watch(
                Work(self.state, self.make, self.send, self.listen),
                self.said.append,
                clock=lambda: 0.0,
                sleep=lambda _: None,
            )


def test_each_change_is_sent_once_when_the_files_have_come_to_rest():
    bench = Bench(small.OLD, small.NEW, small.NEW, small.OLD)
    bench.run()
    assert [version for version, _ in bench.put] == ["1.0", "2.0", "1.0"]
    assert "nothing in the firmware has changed" in bench.said
    assert bench.put[1][1] == 5


def test_what_goes_wrong_is_said_and_watching_goes_on():
    gone = small.make("gone")
    bench = Bench(small.OLD, CompileError("lodeboard/odd.py: SyntaxError"), gone, small.OLD)
    bench.run()
    assert [version for version, _ in bench.put] == ["1.0", "gone", "1.0"]  # sent again
    assert "the firmware does not compile: lodeboard/odd.py: SyntaxError" in bench.said
    assert any("has gone" in line for line in bench.said)


def test_the_state_of_the_tree_changes_with_each_file_of_it(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "main.py").write_text("1")
    states = [tree_state(tmp_path)]
    assert tree_state(tmp_path) == states[0]
    for name in ("main.py", "new.py", "tables/a.table"):
        (tmp_path / name).write_text("longer")
        states.append(tree_state(tmp_path))
    assert len({str(state) for state in states}) == 4


def test_a_board_s_data_are_read_again_and_a_file_half_edited_is_no_end(monkeypatch):
    reloaded = []
    monkeypatch.setattr(watching.importlib, "reload", reloaded.append)
    monkeypatch.setattr(watching.firmware, "build", lambda board: board)
    assert build("tile7x7") == "tile7x7"
    assert [module.__name__ for module in reloaded] == ["lodeboard.boards.tile7x7"]

    def refuse(_):
        raise SyntaxError("invalid syntax")

    monkeypatch.setattr(watching.importlib, "reload", refuse)
    with pytest.raises(CompileError, match=r"boards/tile7x7\.py: invalid syntax"):
        build("tile7x7")


def test_the_command_watches_the_tree_for_the_board_that_is_named(monkeypatch, capsys):
    flashed = []

    def once(work, say):
        work.put(work.make())
        raise KeyboardInterrupt

    monkeypatch.setattr(watching, "watch", once)
    monkeypatch.setattr(watching, "build", lambda board: f"firmware of {board}")
    monkeypatch.setattr(watching.firmware, "build", lambda board, chip: f"{board} for {chip}")
    monkeypatch.setattr(
        flashing,
        "flash",
        lambda make, port, *_: flashed.append((make("rp2040"), make("rp2350"), port)),
    )
    assert main(["flash", "--watch", "--board", "tile7x7", "--port", "P"]) == 130
    assert flashed == [("firmware of tile7x7", "tile7x7 for rp2350", "P")]


def test_without_a_terminal_flashing_says_how_far_it_is_in_lines(monkeypatch, capsys):
    monkeypatch.setattr(watching.firmware, "build", lambda board: small.NEW)
    monkeypatch.setattr(
        flashing, "flash", lambda make, port, say, progress, **_: progress(1).update()
    )
    assert main(["flash", "--port", "P"]) == 0
    assert capsys.readouterr().err.startswith("1 of 1 done (100 %, ")


def test_what_does_not_go_together_is_one_message(capsys):
    assert main(["flash", "--watch", "--dry-run"]) == 2
    assert "leave --dry-run and --erase out" in capsys.readouterr().err


class Line:
    """A port that gives these parts one at a time; then the cable is pulled."""

    in_waiting = 0

    def __init__(self, *parts):
        self.parts = list(parts)

    def read(self, _most):
        if not self.parts:
            raise OSError("gone")
        return self.parts.pop(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


NOTICE = b'{"t": "notice", "say": "A fault: TypeError x. The board starts again in %d s."}\n'
HELLO = b'{"t": "hello", "v": 3}\n'


@contextmanager
def listening(monkeypatch, lines, logs):
    """A listener that finds a board with each of these lines in turn (None: there is none), and
    then one of these logs at each look into it. Ends when all lines were read."""
    said, looked = [], []
    lines = list(lines)

    def found(_named):
        if lines[0] is None:
            lines.pop(0)
            raise NoBoardError("P", [])
        return "P"

    @contextmanager
    def prompt(port, _say):
        looked.append(port)
        yield port

    def log(_prompt):
        text = logs.pop(0)
        if text is None:
            raise UnpluggedError("P")
        return text

    monkeypatch.setattr(watching, "find_port", found)
    monkeypatch.setattr(watching.serial, "Serial", lambda *_, **__: lines[0])
    monkeypatch.setattr(watching, "reach", prompt)
    monkeypatch.setattr(watching, "read_faults", log)
    monkeypatch.setattr(watching.time, "sleep", lambda _: None)

    def enough():
        while lines and lines[0] is not None and not lines[0].parts:
            lines.pop(0)
        return not lines

    yield LineListener("P", said.append), enough, said, looked


def test_the_same_fault_is_looked_up_once_and_another_one_again(monkeypatch):
    """Looking it up stops the board."""
    lines = [Line(NOTICE % 3, HELLO), Line(NOTICE % 6, HELLO, HELLO.replace(b"3", b"4"))]
    other = NOTICE.replace(b"TypeError", b"ValueError") % 3
    lines += [Line(other, HELLO), Line(HELLO)]
    logs = [LOG.encode(), b""]
    with listening(monkeypatch, lines, logs) as (listener, enough, said, looked):
        listener.listen(enough)
    assert looked == ["P", "P"]
    shown = LOG.replace(REPORT, SHOWN)
    assert sum(line.strip() == shown.strip() for line in said) == 1
    assert said.count("the board's fault log is empty") == 1


def test_a_board_that_goes_away_is_waited_for(monkeypatch):
    lines = [None, Line(b"before\n"), None, Line(b"after\n")]
    with listening(monkeypatch, lines, []) as (listener, enough, said, looked):
        listener.listen(enough)
    assert said == ["before", "after"]
    assert not looked


def test_a_fault_while_flashing_is_looked_up_afterwards_and_one_that_fails_is_said(monkeypatch):
    with listening(monkeypatch, [Line(b"on\n")], [None]) as there:
        listener, enough, said, looked = there
        listener.say("restarting the board and waiting for it to answer")
        listener.say("A fault: TypeError x. The board starts again in 3 s.")
        listener.listen(enough)
    assert looked == ["P"]
    assert any("has gone" in line for line in said)


# Starts, writes a fault down once, and reports one again and again.
FAULTY_START = b"""
import io, json, select, sys
def work(data):
    return data['x']
class Start:
    def __init__(self, folder, version):
        self.name = version
    def play(self, trouble):
        waiting = select.poll()
        waiting.register(sys.stdin, select.POLLIN)
        try:
            work(None)
        except TypeError as error:
            out = io.StringIO()
            sys.print_exception(error, out)
        with open('/data/faults.blob', 'w') as file:
            file.write('--- fault 1 x 1: 0.1 s after the start, firmware 3.0 x ---\\n')
            words = out.getvalue().split('"')  # a real module has its path in the firmware there
            for at in range(1, len(words), 2):
                words[at] = 'lodeboard/system/start.py'
            file.write('"'.join(words))
        while True:
            print(json.dumps({'t': 'hello', 'firmware': self.name}))
            print(json.dumps({'t': 'notice', 'say': 'A fault: TypeError. It starts again.'}))
            if waiting.poll(100):
                sys.stdin.readline()
"""
FAULTY = small.make("3.0", **{"system/start": FAULTY_START})


@pytest.mark.slow
@pytest.mark.chip
@pytest.mark.timeout(60)
def test_on_a_board_only_what_changed_is_sent_and_a_fault_comes_with_its_source(
    tmp_path, monkeypatch
):
    source = tmp_path / "lodeboard" / "system" / "start.py"
    source.parent.mkdir(parents=True)
    source.write_text("\n\n\n    return data['x']  # here\n")
    sent = []
    send_file = Prompt.send_file

    def send(prompt, path, data, advance):
        sent.append(path)
        send_file(prompt, path, data, advance)

    monkeypatch.setattr(Prompt, "send_file", send)
    firmwares = [small.OLD, FAULTY]
    said = []
    state = [0]

    def say(line):
        said.append(line)
        if "waiting for changes" in line and firmwares:
            state[0] += 1  # somebody saves at once
        if "return data" in line:
            raise Ended

    with SerialPort(small.board(small.OLD.board_files())) as port:
        path = port.wait()
        listener = LineListener(path, say, tmp_path)
        work = Work(
            lambda: state[0],
            lambda: firmwares.pop(0),
            lambda made: flash(made, path, say, Silent),
            listener.listen,
        )
        with pytest.raises(Ended):
            watch(work, say)
    assert any("answers and runs firmware 1.0" in line for line in said)
    assert any("answers and runs firmware 3.0" in line for line in said)
    same = next(path for path in small.OLD.pack_files if "same" in path)
    assert sent
    assert not any("same" in path for path in sent), (same, sent)
    report = said[-1]
    assert report.startswith("--- fault 1 x 1: 0.1 s after the start, firmware 3.0 x ---")
    assert 'File "lodeboard/system/start.py", line 4' in report
    assert "\n    return data['x']  # here\n" in report
