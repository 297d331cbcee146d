// The language of the page. The page's sentences are in its modules, in English, and the board sends
// English too. A catalogue, such as `languages/de.json`, translates them:
//
//   page   sentences passed to `t`, and texts of the HTML
//   said   sentences of the board and of the server, found by `said`
//   parts  values for a {name} in them; "name|part" if the translation depends on the name
//
// "place|word" is a word that is translated differently in other places; the English is the part after
// |.

import { Catalogue } from "./catalogue.js";
import { stored } from "./preferences.js";

const STORED_AS = "lodeboard-language";
const ATTRIBUTES = ["aria-label", "title", "placeholder"];

const LANGUAGES = ["en", "de", "es"];

// The language chosen on this page; "" means the browser's.
export const chosen = () => (LANGUAGES.includes(stored.get(STORED_AS)) ? stored.get(STORED_AS) : "");

export function choose(code) {
  stored.set(STORED_AS, code || null);
}

// The folder of the catalogues; a page without it stays in English.
const folder = document.documentElement.dataset.languages;

function wanted() {
  const ofBrowser = () => navigator.languages.map((name) => name.split("-")[0]).find((name) => LANGUAGES.includes(name));
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

// Texts and labels of the HTML.
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
