"""Restores a game on a board from the board's own description of it."""

from collections.abc import Sequence

from host_tools.board.messages import State


def commands_for(state: State, variants: Sequence[str] = ()) -> tuple[dict[str, object], ...]:
    """The commands that return a board to the state in this message. variants: the games of its
    menu, so that the game goes on by its own rules even if others are chosen for the next one."""
    settings, machine = state.settings, state.machine
    # Settings may have changed since that game began; it continues with its own.
    players = {0: 1, 3: 2}.get(machine, 0)
    then = {**settings, "players": players}
    name = f"{state.game} ({state.rules})" if state.rules else state.game
    if name in variants:
        then["variant"] = variants.index(name)
    if players == 0:
        then["starts"] = int(machine == 1)
        if "friend" in settings:
            then["friend"] = int(state.friend)
    set_up: dict[str, object] = {"c": "setup", "position": state.start, "moves": state.moves}
    on_time = False
    if state.clock is not None:
        then["clock"] = state.clock["control"]
        # The board refuses a time that is up: a millisecond runs out as soon as it goes on.
        on_time = not all(state.clock["left"])
        set_up["clock"] = [max(1, left) for left in state.clock["left"]]
    elif machine == 0 and "clock" in settings:
        then["clock"] = 0
    commands: list[dict[str, object]] = [{"c": "set", **then}, set_up]
    if state.result and not on_time:  # unless the position is the end by itself
        commands.append({"c": "resign"})
    if then != settings:
        commands.append({"c": "set", **settings})
    return tuple(commands)
