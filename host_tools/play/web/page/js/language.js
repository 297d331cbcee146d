// The language of the page. Its own sentences stand in its modules in English, and the board speaks
// English too; a catalogue, `languages/de.json` say, has them in another language:
//
//   page   what the page says by `t`, and what stands in its HTML
//   said   sentences of the board and of the server, found by `said`
//   parts  what stands in place of a {name} there; "name|part" where it depends on the place
//
// "place|word" is a word that means something else at other places; English is what follows the |.

import { Catalogue } from "./catalogue.js";
import { kept } from "./preferences.js";

const KEPT = "lodeboard-language";
const ATTRIBUTES = ["aria-label", "title", "placeholder"];

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español" };

// The one that was chosen on this page, "" where it is the browser's.
export const chosen = () => (kept.get(KEPT) in LANGUAGES ? kept.get(KEPT) : "");

export function choose(code) {
  kept.set(KEPT, code || null);
}

// Where the catalogues are; a page without has its words in English.
const folder = document.documentElement.dataset.languages;

function wanted() {
  const ofBrowser = () => navigator.languages.map((name) => name.split("-")[0]).find((name) => name in LANGUAGES);
  return (folder && (chosen() || ofBrowser())) || "en";
}

export const language = wanted();
let catalogue = new Catalogue();

async function load() {
  if (language === "en") return;
  try {
    const answer = await fetch(`${folder}${language}.json`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    catalogue = new Catalogue(await answer.json());
    document.documentElement.lang = language;
    if (document.body) translateHtml(document.body);
  } catch (error) {
    console.warn(`The page stays in English: ${error}`);
  }
}

// Texts and labels in the HTML itself.
function translateHtml(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const text = node.data.trim();
    const words = catalogue.page[text.replace(/\s+/g, " ")];
    if (words) node.data = node.data.replace(text, () => words);
  }
  for (const name of ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const words = catalogue.page[element.getAttribute(name)];
      if (words) element.setAttribute(name, words);
    }
  }
}

await load();

// A sentence of the page: t("In your hand: {name}.", { name }).
export const t = (key, values) => catalogue.words(key, values);

// A sentence of the board or of the server, in the language of the page.
export const said = (text) => catalogue.translate(text);
