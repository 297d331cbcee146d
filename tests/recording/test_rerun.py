"""A recording can be replayed, and a difference is detected."""

import gzip
import json
import zlib
from random import Random

import pytest
from msgspec import to_builtins

from host_tools.board.hands.follow import chooser, follow, play, run, step
from host_tools.board.hands.stage import Stage
from host_tools.board.recording.file import Header, Other, Reader, RecordingError, Scan, Writer
from host_tools.board.recording.recorder import recording, stored_in
from host_tools.board.recording.rerun import rerun
from host_tools.board.scenario.runner import BUTTONS
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.play.cli import main
from lodeboard.lights.frame import Frame
from lodeboard.sensing.cells import Cells
from lodeboard.system.run import Supervisor

PROFILE = profiles.profile()
HEADER = Header(
    lodeboard="recording",
    version=3,
    board=PROFILE.name,
    on="simulated",
    seed=1,
    began="2026-01-31T12:00:00+00:00",
    stored={},
    colours="000000ffffff",
    movements="0" * 16 + "9" * 16,
)


def a_board(folder, seed=1):
    return SimulatedBoard(PROFILE, seed, store_dir=folder / "store", app_factory=Supervisor)


def begin(stage):
    stage.board.boot()
    assert stage.wait_for(lambda: "calibrate" in stage.lights(), 5000)
    stage.set_zeros()
    stage.wait(1500)


def some_steps(stage, count):
    choose = chooser(3)
    for _ in range(count):
        follow(stage)
        run(stage, step(stage, choose, stage.settled_lights()))
    follow(stage)


def recorded(folder, act, middle=False):
    """Record while `act` is done; `middle`: of a board that has been running for long."""
    board = a_board(folder)
    stage = Stage(board)
    path = folder / "a.rec"
    if middle:
        begin(stage)
        board.send_line('{"c": "set", "brightness": 0}')
        some_steps(stage, 3)
        stage.wait(1000)
    stored = None if middle else stored_in(folder / "store")
    with recording(board, path, PROFILE, "simulated", 1, stored):
        if not middle:
            begin(stage)
        act(stage)
    board.close()
    return path


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A recording of a game of a few moves."""
    return recorded(tmp_path_factory.mktemp("game"), lambda stage: play(stage, 4))


@pytest.fixture(scope="module")
def done_again(game):
    """What came of doing it again."""
    return rerun(game, PROFILE)


def test_a_game_comes_out_the_same_byte_for_byte(done_again):
    assert done_again.first is None
    assert done_again.exact == done_again.scans > 1000
    assert done_again.ms == done_again.scans * PROFILE.tick_ms


def test_ten_minutes_take_less_than_a_megabyte(game, done_again):
    seconds = done_again.ms / 1000
    assert game.stat().st_size / seconds * 600 < 1_000_000


@pytest.mark.slow
def test_a_board_that_is_recorded_plays_no_other_game(tmp_path):
    def moves(folder, path):
        board = a_board(folder)
        stage = Stage(board)
        with recording(board, path, PROFILE, "simulated", 1, {}):
            begin(stage)
            play(stage, 4)
        # Not the lights: scans leave garbage, and a tick that collects it leaves no time to think.
        return board.now_ms, board.serial_out

    assert moves(tmp_path / "a", None) == moves(tmp_path / "b", tmp_path / "b.rec")


@pytest.mark.slow
@pytest.mark.parametrize("what", ["power", "game", "plug"])
def test_starts_in_between_come_out_the_same(tmp_path, what):
    def act(stage):
        some_steps(stage, 2)
        if what == "power":
            stage.board.power_cut()
            stage.wait(500)
            stage.board.boot()
            stage.wait(2000)
            stage.press(BUTTONS["middle"])
        elif what == "game":
            stage.board.send_line('{"c": "set", "variant": 2}')
            stage.wait(1000)
        else:
            stage.board.plug(False)
            stage.wait(400)
            stage.board.plug(True)
        stage.wait(3000)
        follow(stage)

    result = rerun(recorded(tmp_path, act), PROFILE)
    assert result.first is None
    if what != "plug":
        assert result.exact == result.scans


@pytest.mark.slow
def test_a_recording_may_begin_in_the_middle_of_a_game(tmp_path):
    path = recorded(tmp_path, lambda stage: play(stage, 4), middle=True)
    assert Reader(path).header.stored is None
    result = rerun(path, PROFILE)
    assert result.first is None
    assert result.exact > 0.9 * result.scans


def test_other_lights_are_found_with_time_and_cell(game, monkeypatch):
    render = Frame.render

    def locked_at_last(self, now_ms):
        if now_ms > 8000:
            self.marks[5] = 12
        return render(self, now_ms)

    monkeypatch.setattr(Frame, "render", locked_at_last)
    first = rerun(game, PROFILE).first
    assert first is not None
    assert 8000 <= first.ms <= 8020
    assert [cell for cell, _, _ in first.cells] == ["b2"]
    assert first.then.endswith("means locked")
    first = rerun(game, PROFILE, by_meaning=True).first
    assert first is not None
    assert 8000 <= first.ms <= 12_000
    assert ("b2", "locked") in [(cell, now) for cell, _, now in first.cells]


def test_after_a_gap_lights_are_compared_by_meaning(game, tmp_path):
    path = tmp_path / "a.rec"
    writer = Writer(path, Reader(game).header)
    for event in Reader(game).events():
        if isinstance(event, Other):
            writer.other(event.kind, event.value)
        elif not 9000 < event.ms < 9200:
            writer.scan(event)
    writer.close()
    result = rerun(path, PROFILE)
    assert result.said == [
        "nothing is recorded for 200 ms up to 9.20 s: what follows is compared by meaning"
    ]
    assert result.first is None


def test_cells_that_are_read_otherwise_are_found(game, monkeypatch):
    update = Cells.update

    def blind(self, now_ms):
        self.raw[0] = self._calibration.zero[0]
        return update(self, now_ms)

    monkeypatch.setattr(Cells, "update", blind)
    assert rerun(game, PROFILE).first is not None


def test_a_recording_that_is_cut_off_is_read_as_far_as_it_goes(game, tmp_path):
    whole = list(Reader(game).events())
    data = game.read_bytes()
    for share in (0.3, 0.6, 0.99):
        short = tmp_path / f"{share}.rec"
        short.write_bytes(data[: int(len(data) * share)])
        reader = Reader(short)
        events = list(reader.events())
        assert reader.cut == "the file ends in the middle"
        assert events == whole[: len(events)]
        assert len(events) > 0.9 * share * len(whole)


def test_what_is_written_is_whole_after_each_second(tmp_path):
    path = tmp_path / "a.rec"
    writer = Writer(path, HEADER)
    for at in range(60):
        writer.scan(Scan(20 * at, at % 2, (at,) * 16))
    assert len(list(Reader(path).events())) == 50  # though nobody has closed it


def test_scans_buttons_and_the_rest_come_back_as_they_were(tmp_path):
    path = tmp_path / "a.rec"
    writer = Writer(path, HEADER)
    events = [
        Other("said", '{"t": "hello"}'),
        Scan(20, 0, tuple(range(16))),
        Scan(41, 2, tuple(range(5, 21))),
        Other("lights", "00" * 48),
        Other("tone", 440),
        Other("sent", "{}"),
        Scan(10, 0, (65535,) * 16),
    ]
    for event in events:
        if isinstance(event, Scan):
            writer.scan(event)
        else:
            writer.other(event.kind, event.value)
    writer.close()
    reader = Reader(path)
    assert list(reader.events()) == events
    assert reader.cut == ""
    assert reader.header == HEADER


def packed(*lines):
    return gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode(), mtime=0)


GOOD = to_builtins(HEADER)
OLD = {**GOOD, "version": 1, "kept": GOOD["stored"]}  # without sums
del OLD["stored"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is no recording"),
        (b"text", "is no recording"),
        (packed("hello"), "is no recording"),
        (packed({**GOOD, "version": 4}), "of version 4; this program reads versions up to 3"),
        (packed({**GOOD, "seed": "1"}), "seed"),
        (packed({**GOOD, "colours": "00"}), "palette"),
        (packed({**GOOD, "movements": "9" * 31}), "palette"),
        (packed({**GOOD, "stored": {"settings": "xy"}}), "is no recording"),
        (packed({**GOOD, "stored": {"../up": "00"}}), "a name is not a file's"),
        (packed({**GOOD, "stored": [1]}), "is no recording"),
    ],
    ids=range(10),
)
def test_what_is_no_recording_is_refused_with_a_reason(tmp_path, data, why):
    path = tmp_path / "a.rec"
    path.write_bytes(data)
    with pytest.raises(RecordingError, match=why):
        list(Reader(path).events())


@pytest.mark.parametrize("line", [[20, 1], ["lights", 5], ["unknown", 5], [], {"a": 1}])
def test_a_line_that_is_none_ends_a_recording(tmp_path, line):
    path = tmp_path / "a.rec"
    path.write_bytes(packed(OLD, [20, 1, 2], line, [20, 1, 2]))
    reader = Reader(path)
    assert list(reader.events()) == [Scan(20, 0, (1, 2))]
    assert reader.cut.startswith("line 3 is damaged")


@pytest.mark.parametrize("version", [1, 2])
def test_stored_data_of_an_earlier_recording_is_read(tmp_path, version):
    path = tmp_path / "a.rec"
    path.write_bytes(packed({**OLD, "version": version, "kept": {"settings": "4c42"}}))
    assert Reader(path).stored == {"settings": b"\x4c\x42"}


def test_a_damaged_recording_is_read_up_to_there(game, tmp_path):
    data = bytearray(game.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 40] = bytes(40)
    path = tmp_path / "a.rec"
    path.write_bytes(data)
    reader = Reader(path)
    read = list(reader.events())
    assert len(list(Reader(game).events())) // 3 < len(read)
    assert "damaged" in reader.cut


def test_no_damage_changes_what_is_read(game, tmp_path):
    whole = list(Reader(game).events())
    data = game.read_bytes()
    path = tmp_path / "a.rec"
    for number in range(28):
        random = Random(number)
        place = random.randrange(12, len(data) - 8)  # not in gzip's own header and trailer
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << number % 8]) + data[place + 1 :])
        try:
            reader = Reader(path)
        except RecordingError:
            continue
        events = list(reader.events())
        assert events == whole[: len(events)]
        assert (reader.damaged, bool(reader.cut)) == (events != whole, events != whole)


def test_a_number_that_was_never_read_is_damage(tmp_path, capsys):
    path = tmp_path / "a.rec"
    writer = Writer(path, HEADER)
    for number in range(100):
        writer.scan(Scan(20 * number, 0, (32768,) * 16))
    writer.close()
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    lines[70] = lines[70].replace(b"0", b"9", 1)
    path.write_bytes(gzip.compress(b"".join(lines)))
    assert len([event for event in Reader(path).events() if isinstance(event, Scan)]) == 50
    assert main(["rerun", str(path), "--meaning"]) == 1
    assert "damaged before line 104, whose sum is another" in capsys.readouterr().err


def test_a_recording_without_a_reading_is_refused(tmp_path):
    path = tmp_path / "a.rec"
    path.write_bytes(packed(GOOD))
    with pytest.raises(RecordingError, match="there is no reading"):
        rerun(path, PROFILE)


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("host_tools.board.recording.file._MOST_BYTES", 1 << 20)
    path = tmp_path / "a.rec"
    path.write_bytes(zlib.compress(b"0" * (4 << 20), wbits=31))
    with pytest.raises(RecordingError, match="more than 1 MB"):
        list(Reader(path).events())


@pytest.mark.parametrize("written", ["scan", "other"])
def test_a_disk_that_is_full_ends_the_recording_and_not_the_game(
    tmp_path, capsys, monkeypatch, written
):
    def full(self, *_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Writer, written, full)
    path = recorded(tmp_path, lambda stage: stage.press(BUTTONS["left"]))
    assert capsys.readouterr().err == (
        f"The recording in {path} ends here: No space left on device.\n"
    )


def test_a_recording_is_never_written_over(tmp_path):
    (tmp_path / "a.rec").write_text("mine")
    with pytest.raises(RecordingError, match="is there already"):
        recorded(tmp_path, lambda stage: None)
    assert (tmp_path / "a.rec").read_text() == "mine"


def test_a_scenario_that_cuts_the_power_in_a_write_is_not_recorded(tmp_path, capsys):
    """A replay starts on what the board had stored, and knows nothing of a write that was cut."""
    (tmp_path / "a.txt").write_text("cut write 1 before\npower on\n")
    words = ["scenario", "--record", str(tmp_path / "a.rec"), str(tmp_path / "a.txt")]
    assert main(words) == 2
    assert "a.txt:1: `cut write 1 before`" in capsys.readouterr().err
    assert not (tmp_path / "a.rec").exists()


@pytest.mark.slow
def test_the_command_says_that_all_is_the_same(game, done_again, capsys):
    assert main(["rerun", str(game)]) == 0
    length = f"{done_again.ms / 1000:.1f} s, {done_again.scans} scans"
    assert f"as recorded, byte for byte: {length}." in capsys.readouterr().out


def test_the_command_names_what_differs(game, capsys, monkeypatch):
    monkeypatch.setattr(Cells, "update", lambda self, now_ms: False)
    assert main(["rerun", str(game)]) == 1
    assert "The lights differ at " in capsys.readouterr().out


def test_the_command_writes_a_table_of_every_reading(game, tmp_path, capsys):
    assert main(["rerun", str(game), "--csv", str(tmp_path / "a.csv")]) == 0
    rows = (tmp_path / "a.csv").read_text().splitlines()
    scans = [event for event in Reader(game).events() if isinstance(event, Scan)]
    assert rows[0].startswith("ms,held,hertz,a1,b1,c1,d1,a2")
    assert len(rows) == 1 + len(scans)
    assert rows[7].split(",")[3:19] == [str(raw) for raw in scans[6].raw]
    assert len(rows[-1].split(",")[-1]) == 96


@pytest.mark.parametrize("words", [["--csv"], ["--on", "emulated", "--vcd"]])
def test_the_command_does_not_write_over_the_recording(tmp_path, capsys, words):
    path = tmp_path / "a.rec"
    path.write_bytes(packed(GOOD))
    assert main(["rerun", str(path), *words, f"{tmp_path}/../{tmp_path.name}/a.rec"]) == 2
    assert "is the recording itself" in capsys.readouterr().err
    assert path.read_bytes() == packed(GOOD)


def test_the_command_says_what_is_wrong_with_a_file(tmp_path, capsys):
    path = tmp_path / "a.rec"
    path.write_bytes(packed({**GOOD, "board": "tile9x9"}))
    assert main(["rerun", str(path)]) == 1
    assert "a board tile9x9" in capsys.readouterr().err
