"""Walks through proofs of mates by the plain rules, which share nothing with the prover; and what
the prover is asked."""

import re

from games.magician import plain_magician as plain

from host_tools.games.moves import legal_moves, make_move, take_back
from lodeboard.games.magician import board_layout as layout


class ProofError(Exception):
    """What is wrong with a proof, and after which moves."""


def tree(text):
    """A proof as (move, {reply: proof}); no replies where the move is mate."""
    words = re.findall(r"[()]|[^\s()]+", text)
    found, end = _branch(words, 0)
    if end != len(words):
        raise ProofError(f"the proof goes on after its end: {' '.join(words[end:])[:40]}")
    return found


def _branch(words, at):
    replies = {}
    if at >= len(words) or words[at] in "()":
        raise ProofError("a move is missing")
    move = words[at]
    at += 1
    if words[at : at + 1] == ["("]:
        at += 1
        while words[at : at + 1] != [")"]:
            if at >= len(words) or words[at] == "(":
                raise ProofError("a bracket is not closed")
            reply = words[at]
            if reply in replies:
                raise ProofError(f"{reply} stands there twice")
            replies[reply], at = _branch(words, at + 1)
        at += 1
        if not replies:
            raise ProofError(f"there are no replies to {move}")
    return (move, replies), at


def written(branch):
    """The text of such a tree."""
    move, replies = branch
    if not replies:
        return move
    return f"{move}({' '.join(f'{reply} {written(then)}' for reply, then in replies.items())})"


def check(position, immune, moves, proof):
    """ProofError unless the proof mates in just so many moves, whatever is replied."""
    needed = _walk(plain.read(position), tree(proof), immune, [])
    if needed != moves:
        raise ProofError(f"the proof takes {needed} moves, not {moves}")


def _walk(position, branch, immune, line):
    """The attacker's moves that the proof takes from here. line: the positions before."""
    move, replies = branch
    _check_goes_on(position, immune, line)
    legal = plain.all_moves(position, immune)
    if move not in legal:
        raise ProofError(f"{move} is not legal in {plain.write(position)}")
    after = legal[move]
    answers = plain.all_moves(after, immune)
    if not answers:
        if not plain.in_check(after, immune):
            raise ProofError(f"{move} is stalemate in {plain.write(position)}")
        if replies:
            raise ProofError(f"{move} is mate, and there are replies")
        return 1
    line = [*line, position]
    _check_goes_on(after, immune, line)
    if set(answers) != set(replies):
        wrong = " ".join(sorted(set(answers) ^ set(replies)))
        raise ProofError(f"replies to {move} in {plain.write(position)}: {wrong}")
    line.append(after)
    return 1 + max(_walk(answers[reply], then, immune, line) for reply, then in replies.items())


def _check_goes_on(position, immune, line):
    """No draw, neither by the fifty moves nor because a position comes again."""
    if position.quiet >= 100:
        raise ProofError(f"drawn by fifty moves: {plain.write(position)}")
    now = plain.same(position, immune)
    if any(plain.same(before, immune) == now for before in line):
        raise ProofError(f"a position comes again: {plain.write(position)}")


def mates_within(position, moves, immune):
    """Whether the player to act can mate within so many moves."""
    if moves == 0 or plain.verdict(position, immune) != "undecided":
        return False
    return any(mated_within(new, moves - 1, immune) for new in _checks_first(position, immune))


def mated_within(position, moves, immune):
    verdict = plain.verdict(position, immune)
    if moves == 0 or verdict != "undecided":
        return verdict == "lose"
    after = plain.all_moves(position, immune).values()
    return all(mates_within(new, moves, immune) for new in after)


def _checks_first(position, immune):
    """What all moves lead to; where there is check, there may be mate."""
    after = plain.all_moves(position, immune).values()
    return sorted(after, key=lambda new: not plain.in_check(new, immune))


def shortest(prover, most):
    """The moves within which the player to act mates; None where it takes more than `most`."""
    return next((moves for moves in range(1, most + 1) if prover.mates(moves)), None)


def first_moves(game, prover, moves):
    """The moves after which the opponent is mated in time: the prover has the game's position."""
    found = []
    for move in legal_moves(game):
        make_move(game, move)
        prover.follow(game)
        if prover.is_mated(moves - 1):
            found.append(move)
        take_back(game, move)
    prover.follow(game)
    return found


def kind(game, move):
    """What kind of move it is."""
    text = game.move_text(list(move))
    if text[0] == "@":
        return "drop" if "x" in text else "carry" if len(move) == 1 else "swap"
    if len(move) > 1:
        return "promotion"
    return "move" if game.piece(move[0] & 63) == layout.EMPTY else "capture"
