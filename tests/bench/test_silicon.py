"""What waits for the flash is reckoned from what is written."""

import pytest

from host_tools.bench.chip import silicon
from host_tools.emulator.flashwaits import Waited

MS = 125_000  # cycles


def test_the_longest_times_come_on_top_of_the_typical_ones():
    assert silicon.longer(Waited(words=1000)) == 0
    assert silicon.longer(Waited(pages=3)) == round(7.8 * MS)
    assert silicon.longer(Waited(sectors=2)) == 710 * MS


def test_everything_that_a_board_keeps_is_saved_as_the_board_does():
    names = {name for name, _ in silicon.blobs().values()}
    assert names == {"game", "settings", "calibration"}
    assert all(len(data) > 20 for _, data in silicon.blobs().values())


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
