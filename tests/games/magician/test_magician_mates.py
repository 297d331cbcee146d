"""The set of mates: each is proved, the shortest, and has one first move; the mix is fair."""

from collections import Counter

import pytest
from games.magician import plain_magician as plain
from games.magician.mate_proofs import (
    ProofError,
    check,
    first_moves,
    kind,
    mates_within,
    shortest,
    tree,
    written,
)
from many import every

from host_tools.games.magician.exact import Prover
from host_tools.lab.magician.mates import FILE, LENGTHS, all_mates, read_mates

MATES = read_mates(FILE.read_text(encoding="utf-8"))
# One with many replies, but not so many that each can not be tried out.
LONG = max(
    (mate for mate in MATES if mate.moves == 3 and len(mate.proof) < 500),
    key=lambda mate: len(mate.proof),
)
# One of ten in plain tests, of each length, rule set and player in turn.
SAMPLE = every(
    10, sorted(MATES, key=lambda mate: (mate.moves, mate.rules, mate.position.split()[1]))
)


def immune(mate):
    return mate.rules == "immune"


@pytest.mark.parametrize("mate", SAMPLE, ids=lambda mate: mate.position)
def test_each_proof_holds_by_the_plain_rules(mate):
    check(mate.position, immune(mate), mate.moves, mate.proof)


@pytest.mark.slow
@pytest.mark.parametrize("mate", SAMPLE, ids=lambda mate: mate.position)
def test_none_is_shorter_by_the_plain_rules(mate):
    # All that is within two moves; longer ones would take minutes each.
    position = plain.read(mate.position)
    assert not mates_within(position, min(mate.moves - 1, 2), immune(mate))


@pytest.mark.slow
def test_each_is_the_shortest_and_only_its_first_move_keeps_it(compiled_game):
    prover = Prover()
    for mate in MATES:
        game = compiled_game(mate.rules)
        game.load(mate.position)
        prover.load(game, 1 << 40)
        assert shortest(prover, LENGTHS[-1]) == mate.moves, mate.line
        found = [game.move_text(move) for move in first_moves(game, prover, mate.moves)]
        assert found == [mate.first], mate.line


def test_players_can_be_tried_with_them():
    given = list(all_mates())
    assert len(given) == len(MATES)
    for (position, rules, moves, first), mate in zip(given, MATES, strict=True):
        assert (position, rules, moves) == (mate.position, mate.rules, mate.moves)
        assert first == [tree(mate.proof)[0]]


def test_there_are_enough_of_each_kind(compiled_game):
    seen = Counter()
    for mate in MATES:
        game = compiled_game(mate.rules)
        game.load(mate.position)
        seen[kind(game, game.parse_move(mate.first))] += 1
        for each in (mate.moves, mate.rules, mate.position.split()[1]):
            seen[each] += 1
        last = plain.read(mate.position)
        for move in main_line(tree(mate.proof)):
            last = plain.all_moves(last, immune(mate))[move]
        seen["mate by a spell"] += plain.in_check(last, immune(mate)) == ["H"]
    assert len({mate.position.split()[0] for mate in MATES}) == len(MATES) >= 200
    assert min(seen[length] for length in LENGTHS) >= 30
    assert min(seen["w"], seen["b"]) >= 80
    assert min(seen["standard"], seen["immune"]) >= 50
    assert min(seen["carry"], seen["drop"], seen["swap"], seen["promotion"]) >= 5, seen
    assert min(seen["move"], seen["capture"], seen["mate by a spell"]) >= 20, seen


def main_line(branch):
    """The moves of a proof along its longest line."""
    move, replies = branch
    if not replies:
        return [move]
    lines = [[reply, *main_line(then)] for reply, then in replies.items()]
    return [move, *max(lines, key=len)]


# What a proof must not get away with


def changed(branch, path, change):
    """The text of a proof with a branch changed, found by the replies on the way."""
    move, replies = branch
    if path:
        return move, {**replies, path[0]: changed(replies[path[0]], path[1:], change)}
    return change(move, replies)


def branches(branch, path=()):
    yield path, branch
    for reply, then in branch[1].items():
        yield from branches(then, (*path, reply))


def refused(proof, reason=None, moves=LONG.moves):
    with pytest.raises(ProofError, match=reason):
        check(LONG.position, immune(LONG), moves, written(proof))


def test_a_reply_that_is_left_out_is_noticed():
    root = tree(LONG.proof)
    for path, (_, replies) in branches(root):
        for reply in replies:
            left = {each: then for each, then in replies.items() if each != reply}
            if left:
                refused(changed(root, path, lambda move, _, left=left: (move, left)), reply)
            else:
                refused(changed(root, path, lambda move, _: (move, {})), reply)


@pytest.mark.slow
def test_a_move_that_is_changed_is_noticed():
    root = tree(LONG.proof)
    for path, (move, replies) in branches(root):
        position = plain.read(LONG.position)
        now = root
        for reply in path:
            position = plain.all_moves(position, immune(LONG))[now[0]]
            position = plain.all_moves(position, immune(LONG))[reply]
            now = now[1][reply]
        others = [each for each in plain.all_moves(position, immune(LONG)) if each != move][:3]
        for other in [*others, "a1g7"]:
            proof = changed(root, path, lambda *_, other=other, replies=replies: (other, replies))
            if mates_at_once(position, other) and not replies:
                continue
            refused(proof)


def mates_at_once(position, move):
    after = plain.all_moves(position, immune(LONG)).get(move)
    return after is not None and plain.verdict(after, immune(LONG)) == "lose"


@pytest.mark.parametrize("moves", [1, 2, 4])
def test_a_wrong_length_is_noticed(moves):
    refused(tree(LONG.proof), f"takes {LONG.moves} moves, not {moves}", moves)


def test_more_than_the_proof_is_noticed():
    move, replies = tree(LONG.proof)
    refused((move, {**replies, "a1g7": ("a1a2", {})}), "a1g7")
    for text in (f"{LONG.proof} a1a2", LONG.proof + ")", LONG.proof[:-1], "", "a1a2()"):
        with pytest.raises(ProofError):
            check(LONG.position, immune(LONG), LONG.moves, text)


def test_a_proof_that_meets_the_fifty_moves_is_noticed():
    parts = LONG.position.split()
    late = " ".join([*parts[:4], "99", parts[5]])
    with pytest.raises(ProofError, match="fifty moves"):
        check(late, immune(LONG), LONG.moves, LONG.proof)


@pytest.mark.parametrize("text", ["standard 2 k7", "plain 1 k6 w | a1a2", "\n"])
def test_a_line_that_is_no_mate_is_named(text):
    with pytest.raises(ValueError, match="line 1 is no mate"):
        read_mates(text)
