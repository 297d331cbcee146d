"""Every catalogue has every sentence of the page, the board and the server, and no others."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from one_board import PROFILE
from web import cable_sentences, sentences
from web.person import tool

from host_tools.play.site import build
from host_tools.play.web.bundle import FOLDER

LANGUAGES = ("de", "es")
OF_SITE = [Path(build.__file__).with_name(name) for name in build.SCRIPTS]
PLACE = re.compile(r"\{(\w+)\}")
# t("…"): what it takes is written out, so that it can be found here.
CALL = re.compile(r"(?<![\w.$])t\(\s*")
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
LETTERS = re.compile(r"[^\W\d_]{2}")
NAMES = {"Lodeboard"}  # the same in every language
ATTRIBUTES = ("aria-label", "title", "placeholder")


def catalogue(language):
    return json.loads((FOLDER / "languages" / f"{language}.json").read_text(encoding="utf-8"))


class Texts(HTMLParser):
    """The words of the page's HTML, but for names of keys and of languages."""

    SILENT = ("script", "title", "kbd", "code")

    def __init__(self):
        super().__init__()
        self.found = set()
        self.inside = []

    def handle_starttag(self, tag, attributes):
        self.found |= {words for name, words in attributes if name in ATTRIBUTES}
        if tag not in ("meta", "link", "img", "input", "path"):
            own = tag != "html" and any(name == "lang" for name, _ in attributes)
            self.inside.append((tag, own or tag in self.SILENT))

    def handle_endtag(self, tag):
        while self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data):
        text = " ".join(data.split())
        if LETTERS.search(text) and not any(silent for _, silent in self.inside):
            self.found.add(text)


def of_html():
    texts = Texts()
    texts.feed((FOLDER / "index.html").read_text(encoding="utf-8"))
    return texts.found - NAMES


def of_scripts():
    found = set()
    for path in sorted([*FOLDER.glob("js/*.js"), *OF_SITE]):
        code = COMMENT.sub("", path.read_text(encoding="utf-8"))
        for call in CALL.finditer(code):
            literal = TEXT.match(code, call.end())
            assert literal, f"{path.name}: t() takes a text: {code[call.start() :][:60]}"
            found.add(json.loads(literal[0]))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_page_says_is_in_the_catalogue_and_no_more(language):
    said = of_html() | of_scripts()
    known = catalogue(language)["page"]
    assert sorted(said - known.keys()) == [], "not translated"
    assert sorted(known.keys() - said) == [], "nobody says it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_places_of_the_english(language):
    for part, entries in catalogue(language).items():
        assert part in ("page", "said", "parts")
        for english, words in entries.items():
            assert words.strip() == words, english
            assert words, english
            assert sorted(PLACE.findall(english)) == sorted(PLACE.findall(words)), english


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_different_in_english_is_not_called_the_same(language):
    page = catalogue(language)["page"]
    assert len({page[name] for name in ("Take back", "Undo", "Put back", "Back to the game")}) == 4
    assert page["Redo"] != page["Ask again"]


def test_spanish_takes_and_lifts_without_a_word_that_is_rude_in_america():
    rude = re.compile(r"\bco[gj](e|i|er|o|a)\w*", re.IGNORECASE)
    known = catalogue("es")
    found = [text for part in known.values() for text in part.values() if rude.search(text)]
    assert found == []


# For each of these all other sentences have another word: "Taste", "Zelle", "celda" …
UNUSED = {
    "de": r'Knopf|leuchtendes Feld|fairen|letzte Spiel|Spiel zählt|Remis|sichern|"',
    "es": r'casilla|del rival justo|saltar esto|[Cc]oloca|\b[Ll]a terminal|"| …',
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_word(language):
    unused = re.compile(UNUSED[language])
    known = catalogue(language)
    assert [text for part in known.values() for text in part.values() if unused.search(text)] == []


@cache
def spoken():
    """What the board and the server say, with what varies filled in."""
    filled = {text.replace(sentences.GAP, "a1") for text in sentences.templates()}
    return filled | sentences.whole(PROFILE) | sentences.lessons() | cable_sentences.spoken(PROFILE)


def test_all_that_is_said_of_a_board_on_a_cable_is_known_here():
    assert cable_sentences.not_among_examples() == []


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_board_says_is_in_the_catalogue(stage, language):
    said = sorted(spoken())
    assert len(said) > 500
    found = stage().page.evaluate(
        """async ([entries, said]) => {
          const { Catalogue } = await import("/js/catalogue.js");
          const catalogue = new Catalogue(entries);
          return said.map((text) => catalogue.find(text));
        }""",
        [catalogue(language), said],
    )
    assert [
        (text, one["missing"]) for text, one in zip(said, found, strict=True) if one["missing"]
    ] == []
    assert [one["words"] for one in found if cable_sentences.NAME in one["words"]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_translated_that_nobody_says(language):
    said = spoken()
    whole = "\n".join(sorted(said))
    known = catalogue(language)
    patterns = {
        key: re.compile(".+".join(map(re.escape, PLACE.split(key)[::2])), re.DOTALL)
        for key in known["said"]
    }
    unused = [key for key, pattern in patterns.items() if not any(map(pattern.fullmatch, said))]
    for key in known["parts"]:
        texts = PLACE.split(key.rpartition("|")[2])[::2]
        unused += [key for text in texts if text.strip(" :") not in whole]
    assert unused == []


# The words that can be seen or heard, but for names, keys and what people wrote.
SEEN = """() => {
  const found = new Set();
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const skipped = parentElement.closest("kbd, code, script, [lang], [data-part='log']");
    if (!skipped && shown(parentElement)) found.add(data.trim().replace(/\\s+/g, " "));
  }
  for (const element of document.body.querySelectorAll("[aria-label]")) {
    if (shown(element)) found.add(element.getAttribute("aria-label"));
  }
  return [...found];
}"""


def english(words, entries):
    """The English ones among some words."""
    keys = {key.rpartition("|")[2]: text for part in entries.values() for key, text in part.items()}
    found = {word for word in words if keys.get(word, word) != word and word not in keys.values()}
    said = [
        re.compile(".+".join(map(re.escape, PLACE.split(key)[::2])))
        for part in ("said", "page")
        for key in entries[part]
        if len(PLACE.sub("", key)) > 12
    ]
    return found | {word for word in words if any(each.fullmatch(word) for each in said)}


def test_english_words_are_known_as_such():
    words = {"Settings", "Your turn: lift the lit tile.", "Einstellungen", "b2", "Lodeboard"}
    assert english(words, catalogue("de")) == {"Settings", "Your turn: lift the lit tile."}


@pytest.mark.verify
@pytest.mark.browser
def test_nothing_is_left_in_english(open_page):
    """What is not asked of the catalogue is English in every language."""
    language = "de"
    entries = catalogue(language)
    page = open_page(locale=language, reduced_motion="reduce")

    def check(what):
        left = english(page.evaluate(SEEN), entries)
        assert left == set(), what

    def board_says(english_words):
        words = entries["said"][english_words].replace("{who}", entries["parts"]["Your turn"])
        page.wait_for_selector(f'#say:text-is("{words}")')

    page.wait_for_selector("#say:not(:empty)")
    board_says("Take every tile and magnet off the board, then press the middle button.")
    check("asking for zeros")
    page.keyboard.press("2")
    board_says(GAINS)
    check("asking for gains")
    page.keyboard.press("2")
    board_says("{who}: place a tile of your own on any lit cell, either side up.")
    check("in a game")
    for name in ("intro", "settings", "analysis", "workbench"):
        tool(page, name).click()
        page.wait_for_selector(f"#{name}:visible")
        if name == "intro":
            page.wait_for_selector("#intro .course:visible")
        if name == "analysis":
            page.wait_for_selector("#analysis .moves button")
            page.click("[data-do='set-up']")
            for summary in page.locator("#analysis summary").all():
                summary.click()
        check(name)


GAINS = (
    "Put tiles on the lit cells, up side showing: one after another, or one tile from cell to cell."
    " Left: skip this."
)
