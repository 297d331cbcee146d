"""The file with the page of a board: its form, what is in it, and that nothing is missing."""

import gzip
import hashlib
import json
import re
import shutil
import struct
import subprocess
from html.parser import HTMLParser

import pytest
from one_board import NAME, PROFILE
from web import sentences
from web.onboard_served import read

from host_tools.build import profiles
from host_tools.games.loader import host_game
from host_tools.play.onboard import catalogues, page, page_table, table
from host_tools.play.onboard.board_data import board_data
from host_tools.play.web import bundle

MOST_BYTES = 160_000
MOST_IN_ENGLISH = 84_000
LEAST_BYTES = 50_000
ADDRESS = re.compile(r'(?:url\("?|href=|src=|import\("\./|from"\./)"?([\w./-]+\.\w+)')
# Of the sentences that a page can show, those of programs on a computer.
OF_COMPUTERS = re.compile(
    r"COM3|emulated|characters, 80|Reload this page|You are watching|another tab"
    r"|Not all values are known here|: write Nxc4"
)
# Which of these sentences the second catalogue translates in another way.
COMPARE = """
import { readFileSync } from "node:fs";
import { Catalogue } from "./js/catalogue.js";
const [whole, part, said] = JSON.parse(readFileSync("given.json", "utf8"));
const [one, other] = [new Catalogue(whole), new Catalogue(part)];
const differs = said.filter((text) => one.translate(text) !== other.translate(text));
console.log(JSON.stringify(differs));
"""


@pytest.fixture(scope="module")
def files():
    return page.files(NAME)


def unpacked(content, name):
    return gzip.decompress(read(content, name).packed)


def test_the_form_of_the_file():
    contents = {"index.html": b"<p>", "js/x.js": b"1;" * 500, "y.png": b"", "z": b"?"}
    made = table.written(contents)
    magic, count, zero = struct.unpack_from("<4sHH", made)
    assert (magic, count, zero) == (b"LBWW", 4, 0)
    entries = [struct.unpack_from("<8sII", made, 8 + 16 * index) for index in range(count)]
    keys = [key for key, _, _ in entries]
    assert keys == sorted(hashlib.sha256(name.encode()).digest()[:8] for name in contents)
    end = 8 + 16 * count
    types = []
    for _, offset, size in entries:
        assert offset == end
        end = offset + (size & 0xFFFFFF)
        types.append(size >> 24)
        assert made[offset : offset + 2] == b"\x1f\x8b"
        assert made[offset + 4 : offset + 8] == bytes(4)  # no time
    assert end == len(made)
    assert sorted(types) == [0, 2, 6, 7]
    for name, data in contents.items():
        assert unpacked(made, name) == data
    assert read(made, "js/x.js").content_type == "text/javascript; charset=utf-8"
    assert read(made, "y.js") is None


@pytest.mark.parametrize("board", profiles.names())
def test_each_board_has_its_page(board):
    made = page_table(board)
    assert made == page_table(board)
    assert LEAST_BYTES < len(made) <= MOST_BYTES
    html = unpacked(made, "index.html").decode()
    assert f"name=board content={board}" in html.replace('"', "")
    known = json.loads(re.search(r"<script[^>]*id=.?board-data[^>]*>(.*?)</script>", html)[1])
    assert known == json.loads(json.dumps(board_data(board)))
    assert known["alike"] == {game: host_game(game).alike for game in profiles.games(board)}
    assert sorted(known["order"]) == list(range(len(known["centres"])))


def test_a_smaller_flash_may_have_english_alone():
    made = page_table(NAME, ())
    assert len(made) <= MOST_IN_ENGLISH
    assert read(made, "languages/de.json") is None


def test_no_board_of_another_name_has_one():
    with pytest.raises(ValueError, match="no board is called"):
        page_table("tile9x9")


def test_all_that_the_page_names_is_in_the_file(files):
    for name, data in files.items():
        if name.endswith((".html", ".css", ".js")):
            for address in ADDRESS.findall(data.decode()):
                assert address in files, name
    html = files["index.html"].decode()
    assert "inter.woff2" not in html
    assert b"inter.woff2" not in files["app.css"]


def test_everything_comes_from_the_board(files):
    policy = re.search(
        r"Content-Security-Policy[^>]*content=\"([^\"]*)\"", files["index.html"].decode()
    )[1]
    assert policy == page.POLICY
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_what_is_loaded_later_is_there_or_hidden(files):
    assert bundle.loaded_later() >= page.LATER >= bundle.OF_BOARDS
    later = files["later.js"].decode()
    exported = later[later.rindex("export") :]
    assert set(re.findall(r"\$(\w+)", exported)) == page.LATER
    usual = bundle.whole_page()["later.js"].decode()
    exported = usual[usual.rindex("export") :]
    assert set(re.findall(r"\$(\w+)", exported)) == bundle.loaded_later() - bundle.OF_BOARDS


class Panels(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = set()

    def handle_starttag(self, tag, attributes):
        known = dict(attributes)
        if tag == "section" and "panel" in known.get("class", "").split():
            self.found.add(known["id"])


def test_only_the_settings_are_offered(files):
    panels = Panels()
    panels.feed((bundle.FOLDER / bundle.HTML).read_text(encoding="utf-8"))
    assert panels.found - {"settings"} == set(page.HIDDEN)


@pytest.fixture(scope="module")
def said():
    """What a board says, with what varies filled in."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("MODULES", "ELSEWHERE"):
            patterns = getattr(sentences, name)
            ours = [pattern for pattern in patterns if pattern.startswith("firmware")]
            patch.setattr(sentences, name, ours)
        filled = {text.replace(sentences.GAP, "a1") for text in sentences.templates()}
    found = filled | sentences.whole(PROFILE)
    return sorted(text for text in found if not OF_COMPUTERS.search(text))


@pytest.mark.slow
@pytest.mark.parametrize("language", page.LANGUAGES)
def test_a_smaller_catalogue_translates_what_boards_say(files, said, language, tmp_path):
    name = f"languages/{language}.json"
    whole = json.loads((bundle.FOLDER / name).read_text(encoding="utf-8"))
    part = json.loads(files[name])
    assert len(said) > 500
    assert len(part["said"]) < 0.6 * len(whole["said"])
    shutil.copytree(bundle.FOLDER / "js", tmp_path / "js")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "given.json").write_text(json.dumps([whole, part, said]))
    (tmp_path / "compare.mjs").write_text(COMPARE)
    node = shutil.which("node") or shutil.which("nodejs")
    done = subprocess.run([node, "compare.mjs"], cwd=tmp_path, capture_output=True, check=True)
    assert json.loads(done.stdout) == []


def test_which_sentences_are_those_of_the_firmware():
    assert catalogues.is_said("The first player wins")
    assert catalogues.is_said("{who}: place a tile of your own on any lit cell, either side up.")
    assert not catalogues.is_said("You picked up a tile, so the hand stops.")
    assert not catalogues.is_said("this link is damaged: its check does not fit. Ask for it again")


def test_the_page_keeps_its_own_words(files):
    kept = json.loads(files["languages/de.json"])["page"]
    assert {"Settings", "The board's code", "The board in words", "New game"} <= kept.keys()
    assert not {"Learn in two minutes and more", "Save review"} & kept.keys()
