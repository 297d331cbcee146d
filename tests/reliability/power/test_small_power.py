"""A short use of a board, cut at every byte of every write on two kinds of file system, and at
every command that littlefs gives to its flash."""

from collections import Counter

import numpy as np
import pytest

from host_tools.board.scenario import script
from host_tools.build import profiles
from host_tools.lab.reliability.power import flashcuts, littlefs_cuts, storing
from host_tools.lab.reliability.power.disk import WRITE, Disk, store_on
from host_tools.lab.reliability.power.stored_state import NEW, OLD, StoredState, judge, read
from host_tools.lab.reliability.power.storing import Run, blob_of
from lodeboard.games.catalogue import GAMES

PROFILE = profiles.profile()
SHORT = """
start
speed 900
wait 600
press middle            # two players
press left
press right
press middle
expect may-place everywhere
place U b2
expect may-lift at b2
flip b2 c2
place u b2
expect may-lift at b2
press left              # take back
follow
press middle            # resign
press left 7 times
press right 2 times
press middle
expect winner somewhere
press middle            # gains of one cell, and zeros
press left 7 times
press right
press middle
follow
press middle
press left 7 times
press right 4 times
press middle
expect measure everywhere
place U a1
expect calibrate at a1
remove a1
press left
expect may-place everywhere
press middle
press left 7 times
press right 3 times
press middle
wait 300
press middle
expect may-place everywhere
place U d4
expect may-lift at d4
"""
STARTS = 15  # of cuts after which a whole board is started


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_script_of_each_game_goes_to_its_end(name: str) -> None:
    """Menus change: a script presses its way through them."""
    ran = storing.run(name)
    assert {act.blob for act in ran.acts} >= {"game", "settings"}


@pytest.fixture(scope="module")
def run() -> Run:
    cells = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
    return storing.run_script(script.parse(SHORT, "here", cells), PROFILE)


def test_the_script_does_all_that_is_kept(run: Run) -> None:
    saved = Counter(act.blob for act in run.acts if act.kind == WRITE)
    assert saved["game"] >= 4
    assert saved["calibration"] == 5  # zeros twice; a gain; what is not measured twice
    assert saved["settings"] == 1
    written = sum(len(act.data) for act in run.acts)
    assert len(run.cuts) > written
    assert {cut.lost for cut in run.cuts} == {True, False}


def test_every_byte_leaves_the_old_or_the_new(run: Run) -> None:
    seen = Counter()
    for cut in run.cuts:
        found = read(store_on(Disk(run.left.by(cut))), PROFILE)
        tried = judge(found, run.told.around(cut.act), blob_of(run, cut))
        seen[tried.outcome] += 1
        assert tried.outcome in (NEW, OLD), (cut, tried.why)
    assert seen[NEW]
    assert seen[OLD] > 500


@pytest.mark.slow
def test_the_board_starts_after_it(run: Run) -> None:
    for cut in run.cuts[:: len(run.cuts) // STARTS]:
        tried = storing.try_cut(run, cut)
        assert tried.outcome in (NEW, OLD), (cut, tried)


def test_every_command_to_the_flash_leaves_the_old_or_the_new(run: Run) -> None:
    on = littlefs_cuts.replay(run.acts)
    assert {command.kind for command in on.log.commands} == {"program", "erase"}
    seen = Counter()
    for number, cut in enumerate(on.cuts):
        act = on.acts[cut.done] if cut.done < len(on.acts) else len(run.acts)
        blob = run.acts[act].blob if act < len(run.acts) else ""
        image = on.log.image(cut, np.random.default_rng(number))
        tried, _ = flashcuts.try_image(image, run.told.around(act), blob, PROFILE)
        seen[tried.outcome] += 1
        assert tried.outcome in (NEW, OLD), (cut, tried.why)
    assert seen[NEW]
    assert seen[OLD]


def test_what_is_left_of_the_whole_script_is_what_was_told_last(run: Run) -> None:
    found = read(store_on(Disk(run.left.by(run.cuts[-1]))), PROFILE)
    assert found == run.told.now
    assert found != StoredState()
    assert found.game is not None
    assert found.game.moves == ("d4U",)
