import pytest
from cli.command import Command


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)
