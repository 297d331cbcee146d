"""A damaged flash, on the emulated chip: the board plays, or says what to do."""

import pytest
from many import later

from host_tools.build.layout import MANIFEST
from host_tools.lab.reliability.damage import trial
from host_tools.lab.reliability.damage.trial import BYTE, CUT, OUTCOMES, PLAYS, SAYS, TOLD, Counts

pytestmark = pytest.mark.chip

FEW, SOME = 1, 12


@pytest.mark.parametrize("number", [*range(FEW), *map(later, range(FEW, SOME))])
@pytest.mark.parametrize("kind", [BYTE, CUT])
def test_a_damaged_flash_leaves_a_board_that_plays_or_says_what_to_do(
    kind: str, number: int
) -> None:
    counts = Counts()
    trial.try_one(kind, number, counts)
    assert counts.faults == []
    assert sum(counts.outcomes.get(each, 0) for each in (PLAYS, TOLD, SAYS)) == counts.trials == 1


@pytest.mark.slow
def test_a_board_without_anything_whole_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = {path: b"" if path.endswith(MANIFEST) else data for path, data in trial.files().items()}
    outcome, _ = trial.start(trial.filesystem.make_image(gone))
    assert outcome == SAYS
    main = {**gone, "main.py": b"pass"}
    outcome, _ = trial.start(trial.filesystem.make_image(main))
    assert outcome not in (PLAYS, TOLD, SAYS)


def test_the_same_number_is_the_same_damage() -> None:
    for kind in (BYTE, CUT):
        assert trial.damaged(kind, 3) == trial.damaged(kind, 3)
        assert trial.damaged(kind, 3)[1] != trial.image()
    assert len(set(OUTCOMES)) == len(OUTCOMES)
