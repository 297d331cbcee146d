"""Settings from a computer are checked against the options of the chosen game."""

import pytest
from at_board import messages, ready, say
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.lights.frame import BRIGHTNESS_STEPS
from lodeboard.link.commands import CommandError, change
from lodeboard.storage.settings import Settings

LEVELS = (2, 5)  # of two variants


def limits(variant: int) -> list[int]:
    """How many values each setting has."""
    counts = {"variant": len(LEVELS), "level": LEVELS[variant]}
    return [counts.get(field, 2) for field in Settings.FIELDS]


@pytest.mark.parametrize(
    ("there", "command", "level"),
    [
        (0, {"level": 1}, 1),
        (0, {"level": 2}, None),
        (1, {"level": 4}, 4),
        (0, {"variant": 1, "level": 4}, 4),
        (0, {"level": 4, "variant": 1}, 4),
        (1, {"variant": 0, "level": 4}, None),
        (1, {"variant": 0, "level": 1}, 1),
    ],
)
def test_a_level_is_one_of_the_variant_that_comes(
    there: int, command: dict[str, object], level: int | None
) -> None:
    settings = Settings()
    settings.variant, settings.level = there, 0
    if level is None:
        with pytest.raises(CommandError, match="level is a whole number"):
            change(settings, {"c": "set", **command}, limits)
        assert (settings.variant, settings.level) == (there, 0)
    else:
        assert change(settings, {"c": "set", **command}, limits)
        assert (settings.variant, settings.level) == (command.get("variant", there), level)
        assert not change(settings, {"c": "set", **command}, limits)


def test_light_and_sound_are_as_they_are_set_at_once() -> None:
    stage = ready()
    app = stage.board.app
    assert app is not None
    for brightness, sound in ((0, 0), (3, 1), (1, 0)):
        say(stage, c="set", brightness=brightness, sound=sound)
        assert app._frame.brightness == BRIGHTNESS_STEPS[brightness]
        assert app.board.tunes.muted is not bool(sound)


def test_a_setting_is_told_where_there_is_no_game() -> None:
    stage = Stage(SimulatedBoard(PROFILE))
    stage.board.boot()
    stage.wait(1500)
    before = len(stage.board.serial_out)
    say(stage, c="set", brightness=0)
    states = messages(stage, "state", before)
    assert [state["settings"]["brightness"] for state in states] == [0]
    assert states[0]["phase"] == "calibrate"
