"""The time spent waiting for the flash is computed from the bytes written."""

import pytest

from host_tools.board.emulator.flashwaits import Waited
from host_tools.lab.chip import silicon
from host_tools.lab.chip.probe import CYCLES_PER_MS

MS = CYCLES_PER_MS


def test_the_longest_times_come_on_top_of_the_typical_ones():
    assert silicon.longer(Waited(words=1000)) == 0
    assert silicon.longer(Waited(pages=3)) == round(7.8 * MS)
    assert silicon.longer(Waited(sectors=2)) == 710 * MS


def test_everything_that_a_board_keeps_is_saved_as_the_board_does():
    names = {name for name, _ in silicon.blobs().values()}
    assert names == {"game", "settings", "calibration"}
    assert all(len(data) > 20 for _, data in silicon.blobs().values())


class Board:
    """What `light` asks of a probe: the time, and whose writes to hear of."""

    def __init__(self):
        self.board = self.chip = self.waits = self
        self.now_ms = 0.0
        self.reads = []
        self.slow_reads = self.reads.append
        self.on_write = None

    def write(self, ms):
        self.now_ms = ms
        self.on_write(Waited(pages=1))


def test_only_what_is_written_before_an_answer_holds_it_up(monkeypatch):
    board = Board()

    def lights(_trials, probe, watched):
        for at in (0, 100):
            probe.write(at + 1)  # nothing lies there yet
            watched(None)
            if at:
                probe.write(at + 5)
            probe.write(at + 20)
            watched(at + 10)
        return {"near": [7 * MS], "far": [8 * MS]}

    monkeypatch.setattr(silicon, "Probe", lambda: board)
    monkeypatch.setattr(silicon.parts, "light", lights)
    figures = silicon.light(trials=1)
    assert figures["typical"] == {"near": [7 * MS], "far": [8 * MS]}
    assert figures["longest"] == {"near": [7 * MS], "far": [8 * MS + round(2.6 * MS)]}
    assert board.reads == [True, False, True, False]


@pytest.mark.chip
@pytest.mark.verify
def test_every_fifth_save_erases():
    for saves in silicon.keeping(saves=7).values():
        erasing = [at for at, sectors in enumerate(saves["sectors"]) if sectors]
        assert erasing
        for at, (typical, longest) in enumerate(
            zip(saves["typical"], saves["longest"], strict=True)
        ):
            assert saves["pages"][at] >= 3
            assert (typical > 45 * MS) == (at in erasing)
            assert (longest > 400 * MS) == (at in erasing)
