"""A phone may end the page at any moment: the next visit continues after the last step that the
board accepted."""

import random

import pytest
from one_board import PROFILE
from web.test_site_board import KEEP_TICKS, Visit

from host_tools.board.hands.second import legal
from host_tools.build import profiles
from lodeboard.games.contract import NOWHERE
from lodeboard.system.loader import make_game, playable

GAMES = profiles.games(PROFILE.name)
LIFE_TICKS = 200  # the longest; a board takes a hundred to go on with its game
FEW, MANY = 22, 200  # kills


class Player(Visit):
    """Plays by the rules at random, where the board asks."""

    def __init__(self, folder, files, dice):
        self.dice = dice
        super().__init__(folder, files)

    def live(self, ticks):
        for number in range(ticks):
            self.board.tick()
            if number % KEEP_TICKS == 0:
                self.written()
            if self.dice.random() < 0.1:
                self.act()

    @property
    def asked(self):
        state = self.state
        asks = state.get("phase") == "match" and state["ask"] in ("lift", "place", "give")
        mine = asks and not (state["machine"] >> state["turn"]) & 1
        return mine and not any(tile.held for tile in self.world.tiles)

    def act(self):
        if self.state.get("ask") == "over":
            self.send("tell", line={"c": "new"})
        elif self.asked and self.dice.random() < 0.08:
            self.send("tell", line={"c": "back"})
        elif self.asked:
            self.step()

    def step(self):
        game = make_game(self.state["game"], self.state["rules"])
        game.load(self.state["position"])
        steps = [0] * game.max_steps
        choices = [step for step in steps[: game.steps(steps)] if game.choice(step) != NOWHERE]
        by_hand = [changes for _, changes in legal(game) if changes]
        chosen = self.dice.choice(choices + by_hand)
        if chosen in choices:
            self.send("tell", line={"c": "choose", "move": game.move_text([chosen])})
            return
        lifts = [cell for cell, before, _ in chosen if before]
        puts = [(cell, after) for cell, _, after in chosen if after]
        if puts:
            self.carry(lifts, *puts[0])
        else:
            self.send("grab", tile=self.world.on_cell(lifts[0])[0].id)
            self.send("drop", x=-60.0, y=-60.0)

    def carry(self, lifts, cell, code):
        """A tile to this cell, with the side up that the step wants."""
        away = [lifted for lifted in lifts if lifted != cell] or lifts
        here = [tile for lifted in away for tile in self.world.on_cell(lifted)]
        spare = [] if away else self.spare((code - 1) // 2)
        for tile in (here + spare)[:1]:
            self.send("grab", tile=tile.id)
            if tile.up != (code % 2 == 1):
                self.send("turn")
            x, y = self.world.plate.centre(cell)
            self.send("drop", x=x, y=y)

    def spare(self, owner):
        plate = self.world.plate
        tiles = [tile for tile in self.world.tiles if not plate.covers(tile.x_mm, tile.y_mm)]
        return [tile for tile in tiles if tile.owner == (0 if self.world.alike else owner)]

    def accepted(self):
        """Moves and position as the page heard them last in a game that is not over."""
        state = self.state
        if state.get("phase") != "match":
            return None
        return ([], "") if state["ask"] == "over" or not state["moves"] else accepted_in(state)


def accepted_in(state):
    return state["moves"], state["position"]


def check_goes_on(player, moves, position):
    """The board stands where this game stood, also when it has gone on with it."""
    player.tick_until(lambda: "position" in player.state)
    if moves:
        assert player.state["phase"] == "resume"
        assert player.state["position"] == position
        player.tick_until(lambda: player.state["phase"] == "match")
        assert accepted_in(player.state) == (moves, position)


def killed(name, folder, kills, seed):
    """Lives of a board, one after the other, each ended at any tick."""
    dice = random.Random(seed)
    folders = iter(range(kills + 2))

    def born(files):
        path = folder / str(next(folders))
        path.mkdir()
        return Player(path, files, dice)

    player = born(())
    player.wait_for("Your turn: place")
    variant = [game for game, _ in playable(PROFILE)].index(name)
    player.send("tell", line={"c": "set", "variant": variant, "level": 0})
    player.tick_until(lambda: player.state["game"] == name and player.asked)
    player.written()
    before, longest = ([], ""), 0
    for _ in range(kills):
        player.live(dice.randint(1, LIFE_TICKS))
        before = player.accepted() or before
        longest = max(longest, len(before[0]))
        player = born(player.stored)
        check_goes_on(player, *before)
    return longest


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_killed_at_any_tick_goes_on_from_the_last_step(tmp_path, name):
    assert killed(name, tmp_path, FEW, 1) >= 3


@pytest.mark.verify
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_killed_many_times_goes_on_from_the_last_step(tmp_path, name):
    assert killed(name, tmp_path, MANY, 2) >= 3
