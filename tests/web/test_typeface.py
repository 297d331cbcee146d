"""The page ships its typefaces: no text is drawn in a font of the computer."""

import pytest
from web.person import Person
from web.staged import TYPEFACE_LOADED

pytestmark = pytest.mark.browser

SHOW_EVERYTHING = """() => {
  for (const hidden of document.querySelectorAll('[hidden]')) hidden.hidden = false;
  for (const each of document.querySelectorAll('details')) each.open = true;
  const signs = document.createElement('p');
  signs.textContent = '★ ✓ ✗ ✕ \\u00d7 \\u00b0 \\u2013 … \\u2212';
  const code = document.createElement('code');
  code.textContent = '5000ff';
  document.querySelector('#panels').append(signs, code);
  document.querySelector('#record-text').value = 'flip magic 1a1';
}"""
FACES = """Array.from(document.fonts, ({ family, status }) =>
  [family.replaceAll('"', '').toLowerCase(), status])"""


def fonts(page):
    """The fonts in which the page is drawn, and those of them that are the computer's."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    document = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    wanted = {"nodeId": document, "selector": "body, body *"}
    used, foreign = set(), {}
    for node in session.send("DOM.querySelectorAll", wanted)["nodeIds"]:
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            used.add(font["familyName"])
            if not font["isCustomFont"]:
                element = session.send("DOM.getOuterHTML", {"nodeId": node})["outerHTML"]
                foreign.setdefault(font["familyName"], []).append(element[:120])
    return used, foreign


@pytest.mark.verify
def test_every_word_of_the_page_is_in_a_typeface_of_its_own(open_page):
    page = open_page()
    Person(page).wait_for_words("off the board")
    page.evaluate(SHOW_EVERYTHING)
    page.evaluate(TYPEFACE_LOADED)
    assert dict(page.evaluate(FACES)) == {
        "inter": "loaded",
        "jetbrains mono": "loaded",
        "noto sans symbols 2": "loaded",
    }
    used, foreign = fonts(page)
    assert foreign == {}
    assert len(used) == 3


@pytest.mark.slow
def test_the_first_sentence_is_there_in_the_typeface_of_the_page(open_page):
    page = open_page()
    assert dict(page.evaluate(FACES))["inter"] == "loaded"
    assert page.evaluate("document.fonts.check('1rem Inter', 'Your turn')")
