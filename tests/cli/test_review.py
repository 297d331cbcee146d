import re

import pytest

from host_tools.play.web.bundle import scripts

GAME = "position 1_-Ddddd-D-U--DU-u\na2Sc2U\n"


def test_writes_one_file_beside_the_record(lodeboard, tmp_path):
    record = tmp_path / "my game.txt"
    record.write_text(GAME)
    done = lodeboard("review", str(record))
    assert (done.status, done.err) == (0, "")
    page = tmp_path / "my game.html"
    assert done.out == f"{page}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my game.html", "my game.txt"]
    text = page.read_text()
    assert "<title>my game</title>" in text
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in text
    # For a browser without scripts: number, move, position, its value and the turns to the end.
    assert re.search(r" 0 start +1_\S+ +tie", text)
    assert re.search(r"\n 1 a2Sc2U +2_\S+ +win in \d+<", text)


def test_the_rule_set_counts(lodeboard, tmp_path):
    page = tmp_path / "a.html"
    done = lodeboard("review", "-", "--rules", "eclipse", "-o", str(page), stdin=GAME)
    assert done.status == 0
    assert "rules eclipse" in page.read_text()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a1U a1U", "move 2, a1U"),
        ("position 1_--", "16 cells"),
        ("a1U\nb9", "move 2, b9"),
    ],
)
def test_a_bad_record_is_refused_and_nothing_written(lodeboard, tmp_path, text, part):
    record = tmp_path / "game.txt"
    record.write_text(text)
    done = lodeboard("review", str(record))
    assert (done.status, done.out) == (1, "")
    assert part in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["missing.txt"], "cannot read missing.txt"),
        (["-"], "say -o FILE"),
        (["-", "-o", "no/such/folder.html"], "cannot write"),
        (["-", "-o", "a.html", "--rules", "chess"], "magic or eclipse"),
    ],
)
def test_bad_arguments_are_one_message(lodeboard, words, part):
    done = lodeboard("review", *words, stdin="a1U")
    assert (done.status, done.out) == (2, "")
    assert part in done.err
    assert len(done.err.splitlines()) == 1


def test_the_record_is_not_written_over(lodeboard, tmp_path):
    record = tmp_path / "game.html"
    record.write_text(GAME)
    assert lodeboard("review", str(record)).status == 2
    assert record.read_text() == GAME


def test_help_teaches(lodeboard):
    said = lodeboard("review", "--help").out
    for word in ("accuracy", "examples:", "-o FILE", "position"):
        assert word in said


def test_modules_become_one_script():
    script = scripts("review")
    assert script.index("$svg =") < script.index("$gameview =")
    assert "\nimport " not in script
    assert "\nexport " not in script
