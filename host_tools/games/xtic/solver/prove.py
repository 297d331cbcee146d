"""Proves what the first position of xtic is worth, and keeps what was proved on the way.

Above a few pieces on the board (`facts.DEEPEST`) the compiled search answers; below, this walks
the tree, taking positions equal by symmetry for one and asking nothing twice. Two questions
settle a value: does who gives win, and if not, does who places? Threads work on the same tree
from different ends and share what they find; each has a search table of its own.

Facts are written every minute and at the end, so that a run that ends at any moment, and however
it ends, is gone on with by the next.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.board import (
    ENTRY_BYTES,
    Searcher,
    State,
    laid,
    safe_cells,
    state_of,
)
from host_tools.games.xtic.solver.facts import DEEPEST, Facts, Key
from host_tools.jobs.interrupt import at_once, between_steps
from lodeboard.games.xtic.rules import Xtic

SAVE_S = 60.0
SLICE = 1_000_000  # positions searched between two looks at whether to stop
GLANCE = 30_000  # positions looked at to find the answer that is soon found


class Step(NamedTuple):
    """How far the work is: which of the two questions, the part of its tree that is done (by
    shares, not by time), facts known, positions searched and seconds, earlier runs included."""

    question: int
    done: float
    facts: int
    nodes: int
    seconds: float


class _Stopped(Exception):
    """Another thread has the answer, or the user has had enough."""


class _Child(NamedTuple):
    key: Key
    state: State


class Prover:
    """Proves under one rule set into a folder; StoreError for a file that cannot be used.

    memory: bytes for the search tables of all threads together. root, deepest: another position
    than the first, and from how many pieces on search answers.
    """

    def __init__(
        self, rules: str, where: Path, threads: int = 1, memory: int = 1 << 30,
        root: State | None = None, deepest: int = DEEPEST,
    ) -> None:  # fmt: skip
        self.rules = rules
        self._root = root or state_of(Xtic(rules))
        self._deepest = deepest
        self.path = store.facts_path(rules, where)
        self.facts = Facts(rules)
        if self.path.exists():
            self.facts = store.read(rules, self.path)
        entries = max(1 << 10, memory // threads // ENTRY_BYTES)
        self._searchers = [Searcher(rules, 1 << entries.bit_length() - 1) for _ in range(threads)]
        self._lock = threading.Condition()
        self._stop = threading.Event()
        self._busy: set[tuple[Key, int]] = set()
        self._known_gifts: dict[Key, list[list[_Child]]] = {}
        self._question = 0
        self._done = 0.0

    def run(self, report: Callable[[Step], None], every_s: float = 0.2) -> str:
        """The value of the root for who gives there: win, lose or tie. What was
        proved is on disk when it returns, and when an exception ends it."""
        root = self._root
        with at_once():
            self._compile()
        before = self.facts.seconds
        begun = time.monotonic()
        try:
            with between_steps(report) as reported:
                for self._question, gives in enumerate((1, 0)):
                    if self._answer(root, gives, reported, every_s, begun, before):
                        return "win" if gives else "lose"
            return "tie"
        finally:
            self._stop.set()
            self.facts.seconds = before + time.monotonic() - begun
            self._save()

    def _compile(self) -> None:
        """Have all compiled before the threads use it: in them, Ctrl-C has to wait for that."""
        searcher, root = self._searchers[0], self._root
        searcher.attack(root, 1, most=1)
        self.facts.key(root)
        for piece in range(16):
            if root.left >> piece & 1:
                for cell in safe_cells(root, piece):
                    laid(searcher.board, root, piece, cell)
                    return

    def _answer(
        self, root: State, gives: int, report: Callable[[Step], None], every_s: float, begun: float,
        before: float,
    ) -> bool:  # fmt: skip
        key = self.facts.key(root)
        self._stop.clear()
        self._done = 0.0
        failed: list[BaseException] = []

        def work(number: int) -> None:
            try:
                self._ask(number, _Child(key, root), gives, 1.0)
            except _Stopped:
                pass
            except BaseException as error:
                failed.append(error)
                raise
            finally:
                self._stop.set()

        threads = [
            threading.Thread(target=work, args=(number,), daemon=True)
            for number in range(len(self._searchers))
        ]
        for thread in threads:
            thread.start()
        saved = time.monotonic()
        try:
            while not self._stop.wait(every_s):
                self.facts.seconds = before + time.monotonic() - begun
                report(self._step())
                if time.monotonic() - saved > SAVE_S:
                    self._save()
                    saved = time.monotonic()
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()
        if failed:
            raise failed[0]
        report(self._step())
        found = self.facts.look_up(key, gives)
        assert found is not None
        return found

    def _step(self) -> Step:
        facts = self.facts
        return Step(self._question, self._done, len(facts.known), facts.nodes, facts.seconds)

    def _save(self) -> None:
        with self._lock:
            copy = self.facts.copy()
        store.write(copy, self.path)

    # In the threads

    def _ask(self, number: int, child: _Child, gives: int, share: float) -> bool:
        """Whether the attacker wins, who gives now (gives 1) or places. `share`: of the tree."""
        with self._lock:
            known = self.facts.look_up(child.key, gives)
        if known is None:
            if child.state.occupied.bit_count() == self._deepest:
                found = self._search(number, child, gives)
                assert found is not None
                known = found
            else:
                known = self._walk(number, child, gives, share)
                share = 0.0
            with self._lock:
                self.facts.add(child.key, gives, known)
        if number == 0:
            self._done += share
        return known

    def _walk(self, number: int, at: _Child, gives: int, share: float) -> bool:
        """Ask about what each gift leads to. Who gives wants a gift with which no cell is good
        for who places."""
        gifts = self._gifts(at.state, at.key)
        if gives:
            # If there is no win, each of them must be refuted: other threads begin elsewhere.
            turned = number * len(gifts) // len(self._searchers)
            gifts = gifts[turned:] + gifts[:turned]
        else:
            # If there is none, one gift will do: the one with least to be found out.
            with self._lock:
                gifts = sorted(gifts, key=self._count_open)
        for count, cells in enumerate(gifts, start=1):
            before = self._done
            holds = self._some_cell(number, cells, gives, share / len(gifts))
            if number == 0:
                self._done = before + share / len(gifts)
            if not holds:
                if number == 0:
                    self._done += share * (len(gifts) - count) / len(gifts)
                return gives == 1
        return gives == 0

    def _some_cell(self, number: int, cells: list[_Child], gives: int, share: float) -> bool:
        """Whether one of the placements is good for who places."""
        good = gives == 0
        left = []
        with self._lock:
            for child in cells:
                known = self.facts.look_up(child.key, 1 - gives)
                if known == good:
                    return True
                if known is None:
                    left.append(child)
        if left and left[0].state.occupied.bit_count() == self._deepest and len(left) > 1:
            hard = []
            for child in left:
                known = self._search(number, child, 1 - gives, GLANCE)
                if known is None:
                    hard.append(child)
                    continue
                with self._lock:
                    self.facts.add(child.key, 1 - gives, known)
                if known == good:
                    return True
            left = hard
        elif not good and len(left) > 1:
            # One will do, if there is no win: the one with least to be found out.
            left.sort(key=self._fewest_open)
        part = share / len(left) if left else 0.0
        later = []
        for child in left:
            if (child.key, 1 - gives) in self._busy:
                later.append(child)
            elif self._ask(number, child, 1 - gives, part) == good:
                return True
        return any(self._ask(number, child, 1 - gives, part) == good for child in later)

    def _gifts(self, state: State, key: Key) -> list[list[_Child]]:
        """For each gift the placements that do not lose, of those alike one; of gifts that lead
        to the same one. The fewest placements first."""
        if key in self._known_gifts:
            return self._known_gifts[key]
        board = self._searchers[0].board
        found: dict[frozenset[Key], list[_Child]] = {}
        for piece in range(16):
            if state.left >> piece & 1:
                children: dict[Key, State] = {}
                for cell in safe_cells(state, piece):
                    after = laid(board, state, piece, cell)
                    children.setdefault(self.facts.key(after), after)
                found.setdefault(
                    frozenset(children), [_Child(*child) for child in sorted(children.items())]
                )
        gifts = sorted(found.values(), key=lambda cells: (len(cells), cells))
        self._known_gifts[key] = gifts
        return gifts

    def _count_open(self, cells: list[_Child]) -> int:
        """Of how many of these it is unknown whether who gives wins."""
        return sum(self.facts.look_up(child.key, 1) is None for child in cells)

    def _fewest_open(self, child: _Child) -> int:
        """How much has to be found out at least to show that who places does not win here."""
        gifts = self._gifts(child.state, child.key)
        with self._lock:
            return min(map(self._count_open, gifts), default=0)

    def _search(self, number: int, child: _Child, gives: int, most: int = 0) -> bool | None:
        """The compiled search; `most` positions, 0 for as many as it takes, then None."""
        searcher = self._searchers[number]
        mark = (child.key, gives)
        with self._lock:
            while mark in self._busy:
                self._look_whether_to_stop()
                self._lock.wait(0.2)
            known = self.facts.look_up(child.key, gives)
            if known is not None:
                return known
            self._busy.add(mark)
        try:
            nodes = most or SLICE
            while True:
                self._look_whether_to_stop()
                found = searcher.attack(child.state, gives, 16, nodes)
                with self._lock:
                    self.facts.nodes += searcher.nodes
                if found is not None or most:
                    return found
                # What was found out is in the table; yet the next try must reach further.
                nodes += nodes // 2
        finally:
            with self._lock:
                self._busy.discard(mark)
                self._lock.notify_all()

    def _look_whether_to_stop(self) -> None:
        if self._stop.is_set():
            raise _Stopped
