"""The same seed and the same acts give the same run, to the bit."""

import hashlib

from host_tools.board.hands.hand import Hand
from host_tools.board.simulator.faults import Noisy


def run(make_board, seed):
    """A digest of every reading and every LED byte, with hands, a drop, a fault, a cut."""
    board = make_board(seed=seed)
    digest = hashlib.sha256()
    receive = board.chain.receive

    def record(stream):
        digest.update(bytes(stream))
        receive(stream)

    board.chain.receive = record

    def look(now_ms, _):
        if board.app is not None:
            digest.update(repr((now_ms, board.app.raw)).encode())

    board.ticks.subscribe(look)
    hand = Hand(board)
    hand.place_tile(0, True, "b2")
    hand.place_tile(1, False, "c2")
    hand.slide("b2", "b3", "c3")
    board.world.lay(3, 42.7, 2.1)
    board.frontend.faults[15] = Noisy(20.0)
    hand.flip("c2", "d2")
    board.power_cut()
    board.run_ms(200)
    board.boot()
    board.run_ms(400)
    digest.update(repr([(t.x_mm, t.y_mm, t.z_mm, t.up) for t in board.world.tiles]).encode())
    return digest.hexdigest()


def test_same_seed_same_bits(make_board):
    assert run(make_board, 11) == run(make_board, 11)


def test_another_seed_is_another_board(make_board):
    assert run(make_board, 11) != run(make_board, 12)


def test_noise_of_one_part_does_not_shift_another_s(make_board):
    plain, faulty = make_board(seed=4), make_board(seed=4)
    faulty.frontend.faults[0] = Noisy(50.0)
    for _ in range(20):
        plain.step()
        faulty.step()
        assert plain.app.raw[1:] == faulty.app.raw[1:]
