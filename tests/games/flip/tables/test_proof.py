"""How tables are made and proved: the parts that need no solution, and in longer runs the whole."""

import random
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from cli.command import PROGRAM
from games.flip.positions import lay
from games.flip.tables.known import keeping, known, random_position
from games.flip.tables.tampered import decide, open_book, shipped

from host_tools.games import book_file
from host_tools.games.flip.solver.index import arrangement
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables import verify
from host_tools.games.flip.tables.targets import Maker, Numbering
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip import book
from lodeboard.games.flip.rules import Flip


def tables(*words):
    return subprocess.run([PROGRAM, "tables", *words], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_what_is_said_where_it_cannot_be_done(tmp_path):
    done = tables("verify")
    assert done.returncode == 2
    assert "lodeboard solve flip computes it" in done.stderr
    done = tables("build", "--rules", "chess")
    assert done.returncode == 2
    assert 'no rule set "chess"' in done.stderr
    assert tables("burn").returncode == 2


@pytest.mark.verify
def test_targets_are_what_rules_and_solution_say(solved):
    """Slots at random."""
    rules, where = solved
    solution = Solution(rules, where)
    k = 6
    with ThreadPoolExecutor(2) as pool:
        found = Maker(solution, pool, 2).make(k)
    source = random.Random(1)
    game = Flip(rules)
    flips = 0
    for _ in range(1500):
        slot = source.randrange(Numbering(k).slots)
        lay(game, *arrangement(k, slot))
        assert (found.verdict[slot] == 0) == (game.verdict() == UNDECIDED)
        if game.verdict() == UNDECIDED and found.legal[slot]:
            mask = keeping(solution, game)
            assert (mask is None) == (found.turn[slot] < 0)
            if mask is not None:
                assert int(found.flips[slot]) == mask
                flips += 1
        lay(game, *arrangement(k, slot), flipped=True)
        mask = keeping(solution, game)
        assert (mask is None) == (found.worth[slot] < 0)
        if mask is not None:
            assert int(found.places[slot]) == mask
    assert flips > 500


@pytest.mark.reliability
@pytest.mark.timeout(1500)
def test_the_tables_are_made_again_bit_for_bit(solved, tmp_path):
    """In two runs, the first of which is interrupted."""
    rules, where = solved
    words = [PROGRAM, "tables", "build", "--rules", rules, "--solution", where]
    words += ["--folder", tmp_path / "made", "--notes", tmp_path / "notes"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        deadline = time.monotonic() + 600
        while not list((tmp_path / "notes").glob("flip-*-5-*")):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
    assert not (tmp_path / "made").exists()
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert f"flip-{rules}.table" in done.stdout
    made = tmp_path / "made" / f"flip-{rules}.table"
    assert made.read_bytes() == shipped(rules)


@pytest.mark.reliability
@pytest.mark.timeout(1500)
def test_every_decision_is_proved(solved, tmp_path):
    rules, where = solved
    words = ["verify", "--rules", rules, "--solution", where, "--notes", tmp_path]
    words += ["--positions", "2000"]
    done = tables(*words)
    assert done.returncode == 0, done.stdout
    lines = [line for line in done.stdout.splitlines() if " proved," in line]
    assert len(lines) == 2 * (book.MOST_TILES + 1)
    assert all(line.endswith(" 0 wrong") for line in lines)
    assert "every step played keeps the value" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("every move played keeps the value")
    # What has been proved is not proved again.
    assert tables(*words).stdout == done.stdout


@pytest.mark.verify
def test_a_wrong_table_is_found(solved, tmp_path):
    """One that is whole, but was made with other weights than it holds."""
    rules, where = solved
    opened = open_book(shipped(rules), rules)
    sections = {}
    for name in ("shapes", "members", "odds", "order", "flips", "places", "search"):
        sections[name] = bytearray(opened.section(name)[1])
        opened.read(name, 0, sections[name], 0, len(sections[name]))
    for at in range(0, len(sections["order"]), 50):
        sections["order"][at] ^= 64
    path = tmp_path / f"flip-{rules}.table"
    path.write_bytes(book_file.assemble(rules, sections))
    proofs = verify.Verifier(rules, Solution(rules, where), path, tmp_path).run(
        lambda *_: None, range(6)
    )
    assert sum(proof.misses for proof in proofs) > 100
    wrong = next(proof for proof in proofs if proof.misses and proof.k)
    game = Flip(rules)
    lay(game, *arrangement(wrong.k, wrong.wrong[0]))
    assert game.occupied


@pytest.mark.verify
def test_random_positions_through_the_whole_book(solved):
    """Every symmetry, every choice, from the text of a position to its steps."""
    rules, where = solved
    solution = Solution(rules, where)
    opened = open_book(shipped(rules), rules)
    source = random.Random(7)
    game = Flip(rules)
    signs = {WIN: 1, TIE: 0, LOSE: -1}
    played = 0
    while played < 20_000:
        game.load(random_position(source, source.choice((2, 4, 5, 6, 7, 7))))
        if game.verdict() != UNDECIDED:
            continue
        outcome = solution.value(game)
        steps = decide(opened, game.text(), source.randrange(1000))
        for step in steps:
            game.push(step)
        score = -solution.score(game.occupied, game.tiles(game.turn), game.side)
        reached = (score > 0) - (score < 0)
        assert outcome is not None
        assert reached == signs[outcome[0]], game.text()
        played += 1


@pytest.mark.verify
def test_the_known_positions_are_right(solved):
    rules, where = solved
    solution = Solution(rules, where)
    game = Flip(rules)
    for each in known():
        if each.rules == rules:
            game.load(each.text)
            assert keeping(solution, game) == each.mask
