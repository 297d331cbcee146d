"""Records of Magician Chess in the notation of published games."""

import random

import pytest
from games.magician.positions import played

from host_tools.games.magician.record import read_move, write_move
from host_tools.games.moves import legal_moves, make_move
from lodeboard.games.contract import LOSE, GameError
from lodeboard.games.magician.rules import Magician

# The published sample game; 3...Nf5 is printed there as 3...Nf3, which no knight can play.
SAMPLE = """
c4 e4 Nb3 f4 Nc2 Nf5 Me1 Ne6 Mc3 Mf6 Hxe4 He6 Mbd3 Nxc4 0-0(b) b4 Me1 Md5 Hxf4 Ne5 Mdf1 c4
Nc5+ Kc6 Nxb4+ Kxc5 Nxd5 Kxd5 Rd1 Rgd7 Mc3 Nd4 Hc2 Kc5 Rd2 Nb5 Rxd7 Nxc3+ bxc3 Rxd7
f3 Rd1+ Kb2 Hxf3 He3 Mf5 Me1 Mf4 Rf1 Hgf3 g3 Hxe2 gxf4 Nd3#
"""


def test_the_published_game_replays_to_mate(swift):
    game = swift()
    for move in SAMPLE.split():
        steps = read_move(game, move)
        assert write_move(game, steps) == move
        make_move(game, steps)
    assert (game.verdict(), game.number) == (LOSE, 28)
