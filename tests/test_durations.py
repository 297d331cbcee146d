"""The slowest test files start first, whatever their folder."""

import json

import durations

pytest_plugins = ["pytester"]
FILES = dict.fromkeys("abc", "import pytest\ndef test_one(): pass\ndef test_two(): pass\n")


def run(pytester, monkeypatch, stored, *options):
    path = pytester.path / "durations.json"
    if stored is not None:
        path.write_text(json.dumps(stored))
    monkeypatch.setattr(durations, "STORED", path)
    pytester.makepyfile(**{f"test_{name}": text for name, text in FILES.items()})
    done = pytester.inline_run("-p", "durations", "-p", "no:xdist", *options)
    order = [call.item.nodeid for call in done.getcalls("pytest_runtest_setup")]
    return order, json.loads(path.read_text()) if path.exists() else None


def test_longest_first_and_inside_a_file_as_they_stand(pytester, monkeypatch):
    stored = {"test": {"test_a.py": 1, "test_c.py": 7.5}, "verify": {"test_b.py": 9}}
    order, after = run(pytester, monkeypatch, stored)
    files = [name.partition("::")[0] for name in order]
    assert files == ["test_b.py"] * 2 + ["test_c.py"] * 2 + ["test_a.py"] * 2  # it may take long
    assert [name[-3:] for name in order] == ["one", "two"] * 3
    assert after == stored


def test_they_are_kept_when_asked_for(pytester, monkeypatch):
    stored = {"test": {"test_a.py": 99, "gone.py": 5}, "verify": {"test_b.py": 9}}
    _, after = run(pytester, monkeypatch, stored, "--keep-durations")
    assert sorted(after["test"]) == ["test_a.py", "test_b.py", "test_c.py"]
    assert after["test"]["test_a.py"] < 99
    assert after["verify"] == stored["verify"]


def test_slow_tests_count_only_when_they_run(pytester, monkeypatch):
    slow = "import pytest\npytestmark = pytest.mark.slow\ndef test_one(): pass\n"
    monkeypatch.setitem(FILES, "b", slow)
    monkeypatch.setitem(FILES, "c", f"{FILES['a']}\n@pytest.mark.slow\ndef test_three(): pass\n")
    stored = {"test": {"test_a.py": 5, "test_c.py": 1}, "slow": {"test_b.py": 4, "test_c.py": 9}}
    markers = ("-o", "markers=slow: x", "--keep-durations")
    order, _ = run(pytester, monkeypatch, stored, *markers, "-m", "not slow")
    assert [name[5] for name in order] == list("aacc")
    order, after = run(pytester, monkeypatch, stored, *markers)
    assert [name[5] for name in order] == list("cccaab")
    assert {name: sorted(took) for name, took in after.items()} == {
        "test": ["test_a.py", "test_c.py"],
        "slow": ["test_b.py", "test_c.py"],
    }


def test_without_the_file_nothing_is_sorted(pytester, monkeypatch):
    order, after = run(pytester, monkeypatch, None)
    assert [name[5] for name in order] == list("aabbcc")
    assert after is None
