"""The table of scenes: every event that a scene can have has a row, and each row is reached."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest
from at_board import LEFT, MIDDLE, RIGHT, power_cycle, ready, say, state
from no_game_board import PROFILE as WITHOUT_GAME

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard import scenes
from lodeboard.play import match
from lodeboard.play import scene as events
from lodeboard.play.scene import Scene
from lodeboard.scenes import flow, menu

ACTIONS = [name for _, name in menu.ACTIONS]


def scene_classes() -> Iterator[type[Scene]]:
    names = [f"{scenes.__name__}.{found.name}" for found in pkgutil.iter_modules(scenes.__path__)]
    for module in (match, *map(importlib.import_module, names)):
        for value in vars(module).values():
            own = inspect.isclass(value) and value.__module__ == module.__name__
            if own and issubclass(value, Scene):
                yield value


def events_of(scene: type[Scene]) -> Iterator[int]:
    """Every event that the source of a scene sets."""
    for node in ast.walk(ast.parse(inspect.getsource(scene))):
        if isinstance(node, ast.Assign) and "self.event" in map(ast.unparse, node.targets):
            for part in ast.walk(node.value):
                if isinstance(part, ast.Name) and part.id.isupper():
                    yield getattr(events, part.id)
                elif isinstance(part, ast.Attribute) and part.attr == "action":
                    yield from (event for event, _ in menu.ACTIONS)


def test_each_event_of_each_scene_has_a_row_and_there_are_no_others() -> None:
    found = {(scene.phase, event) for scene in scene_classes() for event in events_of(scene)}
    assert {phase for phase, _ in found} == {
        "start", "calibrate", "resume", "match", "menu", "idle", "phone"
    }  # fmt: skip
    # The last is for boards with a radio: see tests/phone.
    assert found - {("phone", events.DONE)} == set(flow.NEXT)


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, int]]:
    found = set()

    class Noting(dict):
        def __getitem__(self, row: tuple[str, int]) -> object:
            found.add(row)
            return super().__getitem__(row)

    monkeypatch.setattr(flow, "NEXT", Noting(flow.NEXT))
    return found


def place(stage: Stage, cell: str) -> None:
    stage.take("U")
    stage.set_down(cell)
    stage.wait(1000)


def clear(stage: Stage, cell: str) -> None:
    stage.hand.lift(stage.topmost(cell))
    stage.away()


def change_brightness(stage: Stage) -> None:
    stage.press(MIDDLE)
    stage.press(LEFT, 4)
    stage.press(RIGHT)
    stage.press(MIDDLE)


def from_menu(stage: Stage, action: str) -> str:
    """Open the menu and let it do this; the phase that follows."""
    stage.press(MIDDLE)
    assert state(stage)["phase"] == "menu"
    stage.press(LEFT, len(state(stage)["menu"]["items"]) - 1)
    stage.press(RIGHT, ACTIONS.index(action))
    assert state(stage)["menu"]["values"][state(stage)["menu"]["value"]] == action
    stage.press(MIDDLE)
    return state(stage)["phase"]


def test_each_row_is_reached(reached: set[tuple[str, int]]) -> None:
    stage = ready()  # start, zeros, the gains left out
    assert from_menu(stage, "nothing") == "match"
    assert from_menu(stage, "set zeros") == "calibrate"
    assert state(stage)["ask"] == "calibrate"
    stage.press(LEFT)
    assert from_menu(stage, "set gains") == "calibrate"
    assert state(stage)["ask"] == "gain"
    stage.press(LEFT)
    assert state(stage)["phase"] == "match"
    for answer, moves in ((MIDDLE, 1), (LEFT, 0)):  # an interrupted game: continue it, drop it
        place(stage, "b2")
        power_cycle(stage)
        assert state(stage)["phase"] == "resume"
        stage.press(answer)
        assert (state(stage)["phase"], len(state(stage)["moves"])) == ("match", moves)
        if moves:
            assert from_menu(stage, "new game") == "match"
        assert state(stage)["moves"] == []
        clear(stage, "b2")
        stage.wait(1500)
    change_brightness(stage)
    place(stage, "b2")
    assert from_menu(stage, "resign") == "match"
    assert state(stage)["result"] is not None
    clear(stage, "b2")
    assert stage.wait_for(lambda: state(stage)["result"] is None, 5000)  # a new game by itself
    idle = Stage(SimulatedBoard(WITHOUT_GAME))
    idle.board.boot()
    idle.wait(1000)
    idle.set_zeros()
    idle.wait(1200)
    idle.press(MIDDLE)
    assert state(idle)["phase"] == "menu"
    assert reached == set(flow.NEXT)


def test_a_new_setting_leaves_a_game_that_has_begun() -> None:
    stage = ready()
    place(stage, "b2")
    change_brightness(stage)
    assert (state(stage)["phase"], len(state(stage)["moves"])) == ("match", 1)
    assert state(stage)["rules"] == "magic"


@pytest.mark.parametrize("action", ["nothing", "set zeros", "set gains"])
@pytest.mark.parametrize("by", ["buttons", "computer"])
def test_a_game_without_a_move_begins_again_with_settings_changed_in_the_menu(
    by: str, action: str
) -> None:
    stage = ready()
    stage.press(MIDDLE)
    if by == "buttons":
        stage.press(RIGHT)
    else:
        say(stage, c="set", variant=1)
    stage.press(LEFT, len(state(stage)["menu"]["items"]) - 1)
    stage.press(RIGHT, ACTIONS.index(action))
    stage.press(MIDDLE)
    if action != "nothing":
        assert state(stage)["phase"] == "calibrate"
        stage.press(LEFT)
    assert (state(stage)["phase"], state(stage)["rules"]) == ("match", "eclipse")


def test_settings_changed_by_a_computer_during_zeros_begin_the_game_again() -> None:
    stage = ready()
    assert from_menu(stage, "set zeros") == "calibrate"
    say(stage, c="set", players=0, starts=1)
    stage.press(LEFT)
    assert (state(stage)["phase"], state(stage)["machine"]) == ("match", 1)
