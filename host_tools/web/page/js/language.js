// The language of the page. Its own sentences stand in its modules in English, and the board speaks
// English too; a catalogue, `languages/de.json` say, has them in another language:
//
//   page   what the page says by `t`, and what stands in its HTML
//   said   sentences of the board and of the server, found by `said`
//   parts  what stands in place of a {name} there; "name|part" where it depends on the place
//
// "place|word" is a word that means something else at other places; English is what follows the |.

const KEPT = "lodeboard-language";
const ATTRIBUTES = ["aria-label", "title", "placeholder"];
const MOST_KEPT = 500; // sentences that are not looked for again

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español" };

// The one that was chosen on this page, "" where it is the browser's.
export const chosen = () => (localStorage.getItem(KEPT) in LANGUAGES ? localStorage.getItem(KEPT) : "");

export function choose(code) {
  if (code) localStorage.setItem(KEPT, code);
  else localStorage.removeItem(KEPT);
}

// Where the catalogues are; a page without has its words in English.
const folder = document.documentElement.dataset.languages;

function wanted() {
  const ofBrowser = () => navigator.languages.map((name) => name.split("-")[0]).find((name) => name in LANGUAGES);
  return (folder && (chosen() || ofBrowser())) || "en";
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const fill = (template, values) => template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
const plain = (key) => key.slice(key.indexOf("|") + 1);

export class Catalogue {
  constructor({ page = {}, said = {}, parts = {} } = {}) {
    Object.assign(this, { page, parts, exact: { ...parts, ...said } });
    this.known = new Map();
    this.unknown = []; // parts of the last sentence that are not in the catalogue
    this.said = patterns(said);
    this.joined = patterns(parts);
  }

  words(key, values = {}) {
    return fill(this.page[key] ?? plain(key), values);
  }

  // A sentence or a word that came from the board or the server. The one with the most words of its
  // own is taken; what stands in its places is translated likewise.
  translate(text) {
    if (!text || !this.said.length) return text;
    if (!this.known.has(text)) {
      if (this.known.size >= MOST_KEPT) this.known.clear();
      this.unknown = [];
      this.known.set(text, this.whole(text) ?? this.missing(text));
    }
    return this.known.get(text);
  }

  whole(text) {
    return this.exact[text] ?? this.match(text, this.said);
  }

  match(text, among) {
    for (const { pattern, names, translation } of among) {
      const found = pattern.exec(text);
      if (found) return fill(translation, Object.fromEntries(names.map((name, at) => [name, this.part(name, found[at + 1])])));
    }
    return undefined;
  }

  part(name, text) {
    return this.parts[`${name}|${text}`] ?? this.whole(text) ?? this.match(text, this.joined) ?? this.each(name, text) ?? this.missing(text);
  }

  // Words one after the other.
  each(name, text) {
    const words = text.split(" ").map((word) => this.parts[`${name}|${word}`] ?? this.parts[word]);
    return words.length > 1 && words.every((word) => word !== undefined) ? words.join(" ") : undefined;
  }

  missing(text) {
    this.unknown.push(text);
    return text;
  }
}

// The templates of a part of the catalogue, those with the most words of their own first.
function patterns(among) {
  const weight = (key) => key.replace(/\{\w+\}/g, "").length;
  return Object.entries(among)
    .filter(([key]) => key.includes("{"))
    .sort(([a], [b]) => weight(b) - weight(a))
    .map(([key, translation]) => {
      const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const pattern = new RegExp(`^${plain(key).split(/\{\w+\}/).map(escaped).join("(.+?)")}$`);
      return { pattern, names, translation };
    });
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
