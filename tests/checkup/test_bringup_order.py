"""The order of the steps, and the report that is written after each."""

import pytest
from one_board import PROFILE

from host_tools.board.device.errors import UnpluggedError
from host_tools.workshop.checkup import sequence
from host_tools.workshop.checkup.html_report import make_page
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK, Numbers, Part
from host_tools.workshop.checkup.reports import Report
from host_tools.workshop.checkup.steps import BROKEN_OFF, DONE, Bringup, Game, Row, Step, worst

NAMES = ["selftest", "zeros", "soak"]
NUMBERS = Numbers(2048, 1650.0, 4.0, 2.0, None, {"zero": 46.0, "noise": 12.0})
BAD = Numbers(2048, 1650.0, -90.0, 30.0, None, {"zero": -40.0, "noise": -16.0})


def bringup():
    return Bringup("tile4x4", "e660", "/dev/x", "2026-01-01", [Step(name) for name in NAMES])


def fine(step):
    step.rows.append(Row("a part", OK))
    step.judge()


def bad(step):
    step.rows.append(Row("sensor b3", FAULTY, "reads <0> mV", "its supply pin"))
    step.sensors = {"a1": NUMBERS, "b3": BAD}
    step.judge()


def run(todo, chosen=NAMES):
    whole, pages = bringup(), []
    ticks = iter(range(100))
    sequence.run(
        whole,
        dict(zip(NAMES, todo, strict=True)),
        chosen,
        lambda so_far: pages.append(make_page(so_far)),
        clock=lambda: float(next(ticks)),
    )
    return whole, pages


def test_a_fault_does_not_keep_what_follows_from_being_done():
    whole, pages = run([fine, bad, fine])
    assert [step.verdict for step in whole.steps] == [OK, FAULTY, OK]
    assert (whole.state, whole.failed) == (DONE, True)
    assert [step.took_s for step in whole.steps] == [1.0, 1.0, 1.0]
    assert "reads &lt;0&gt; mV" in pages[-1]
    assert "Do: its supply pin" in pages[-1]


def test_the_report_is_written_before_the_first_step_and_after_each():
    _, pages = run([fine, fine, fine])
    assert len(pages) == 1 + len(NAMES) + 1
    assert all("not finished" in page for page in pages[:-1])
    assert "Not done yet." in pages[1]
    assert "No fault was found" in pages[-1]


def test_steps_that_were_not_asked_for_say_so():
    whole, _ = run([fine, bad, fine], ["selftest"])
    assert [step.why for step in whole.steps[1:]] == ["Not asked for (--steps)."] * 2
    assert not whole.failed


def test_a_board_that_goes_away_breaks_it_off():
    def gone(_step):
        raise UnpluggedError("/dev/x")

    whole, pages = run([fine, gone, fine])
    assert (whole.state, whole.failed) == (BROKEN_OFF, True)
    assert whole.steps[1].verdict == FAULTY
    assert "broken off in the step zeros" in whole.steps[2].why
    assert "The bring-up was broken off. In the step zeros" in pages[-1]


def test_ctrl_c_leaves_a_report_that_says_so():
    def pressed(_step):
        raise KeyboardInterrupt

    pages = []
    whole = bringup()
    todo = dict(zip(NAMES, [fine, pressed, fine], strict=True))
    with pytest.raises(KeyboardInterrupt):
        sequence.run(whole, todo, NAMES, lambda so_far: pages.append(make_page(so_far)))
    assert "Ctrl-C was pressed" in pages[-1]
    assert whole.state == BROKEN_OFF


def test_the_page_needs_nothing_from_outside_and_no_colour():
    whole = bringup()
    bad(whole.steps[0])
    whole.steps[2].games = [Game("flip, easy", 12, 20.0, 40)]
    page = make_page(whole)
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page
    assert page.count("<svg") == 3
    assert "\N{BALLOT X} faulty" in page
    assert ", beyond the limit" in page


def test_the_report_of_the_self_test_is_kept_to_be_compared(monkeypatch):
    report = Report("tile4x4", "e660", "2026-01-01", [Part("sensor", "a1", OK, numbers=NUMBERS)])
    monkeypatch.setattr(sequence, "report_of", lambda *_, **__: report)
    stored = []
    plan = sequence.Plan(PROFILE, "/dev/x", None, [], 1.0, lambda _: None, stored.append)
    step = Step("selftest")
    sequence.works(plan)["selftest"](step)
    assert stored == [report]
    assert (step.verdict, step.sensors) == (OK, {"a1": NUMBERS})


def test_the_worst_verdict_counts():
    assert worst([OK, LOOK, FAULTY]) == FAULTY
    assert worst([OK, LOOK]) == LOOK
    assert worst([OK, "left out"]) == OK
    assert worst([]) == "left out"
