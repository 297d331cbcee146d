"""What `lodeboard lab flip-solver` measures, and says."""

import pytest

from host_tools.games.tiers.masks import CELLS
from host_tools.lab.flip import solver_profile as profile
from host_tools.lab.flip.solver_profile import PARTS, Profile, body, limits, main

LOWEST = 15


@pytest.mark.slow
def test_each_part_of_each_tier_takes_time_but_placements_on_a_full_board(tmp_path, monkeypatch):
    solver = Profile("magic", tmp_path)
    solver.compile()
    solver.run(lambda _: None, LOWEST)
    assert set(solver.spent) == {
        *((LOWEST, part) for part in PARTS),
        *((CELLS, part) for part in PARTS[1:]),
    }
    assert min(solver.spent.values()) > 0
    monkeypatch.setattr(profile.Profile, "order", range(CELLS, LOWEST - 1, -1))
    text = body("magic")
    assert "ns of a core a slot** under `magic`" in text
    assert "| 15    | 158,146,560 | 3.6 " in text


@pytest.mark.slow
def test_what_the_machine_allows_is_possible():
    read, copied, look_ns = limits()
    assert 0.1 < read < 10_000
    assert 0.1 < copied < 10_000
    assert 0.01 < look_ns < 100


def test_the_page_is_written_only_when_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(profile, "body", lambda rules: f"figures of {rules}")
    monkeypatch.setattr(profile, "PAGE", profile.ROOT / "docs" / "measured" / "no-such-page.md")
    monkeypatch.setattr(
        profile, "write_page", lambda *words: (tmp_path / "said").write_text(words[3])
    )
    assert main(["--rules", "eclipse"]) == 0
    assert "figures of eclipse" in capsys.readouterr().out
    assert not (tmp_path / "said").exists()
    assert main(["--write"]) == 0
    assert (tmp_path / "said").read_text() == "figures of magic"
