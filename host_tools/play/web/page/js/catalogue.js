// A catalogue of translations, and how it finds a sentence. language.js describes its parts.

const MOST_KEPT = 500; // sentences in the cache
const AS_IT_IS = /^(\S*\d\S*|\W*\w?\W*)$/; // names of cells and moves, figures, signs

const PLACE = /\{(\w+)\}/g;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const plain = (key) => key.slice(key.indexOf("|") + 1);

function fill(template, values) {
  return template.replace(PLACE, (whole, name) => (name in values ? values[name] : whole));
}

// The templates of one part of a catalogue, those with the most literal words first.
function templates(among) {
  const own = (key) => plain(key).replace(PLACE, "").length;
  return Object.entries(among)
    .filter(([key]) => key.includes("{"))
    .sort(([a], [b]) => own(b) - own(a))
    .map(([key, translation]) => {
      const names = [...key.matchAll(PLACE)].map(([, name]) => name);
      const pattern = new RegExp(`^${plain(key).split(/\{\w+\}/).map(escaped).join("([^]+?)")}$`);
      return { pattern, names, translation };
    });
}

export class Catalogue {
  constructor({ page = {}, said = {}, parts = {} } = {}) {
    Object.assign(this, { page, parts, exact: { ...parts, ...said } });
    this.sentences = templates(said);
    this.joined = templates(parts);
    this.known = new Map();
  }

  // A sentence of the page with these values filled in.
  words(key, values = {}) {
    return fill(this.page[key] ?? plain(key), values);
  }

  // A sentence or a word of the board or the server.
  translate(text) {
    if (!this.known.has(text)) {
      if (this.known.size >= MOST_KEPT) this.known.clear();
      this.known.set(text, this.find(text).words);
    }
    return this.known.get(text);
  }

  // The same, and the parts of it that are not in the catalogue: { words, missing }.
  find(text) {
    return this.whole(text) ?? { words: text, missing: text ? [text] : [] };
  }

  whole(text) {
    const words = this.exact[text];
    return words === undefined ? this.fitting(text, this.sentences) : { words, missing: [] };
  }

  // Use the first template whose parts are all known, else the first that matches.
  fitting(text, among) {
    let first;
    for (const { pattern, names, translation } of among) {
      const found = pattern.exec(text);
      if (!found) continue;
      const parts = names.map((name, index) => this.part(name, found[index + 1]));
      const words = fill(translation, Object.fromEntries(names.map((name, index) => [name, parts[index].words])));
      const missing = parts.flatMap((part) => part.missing);
      if (!missing.length) return { words, missing };
      first ??= { words, missing };
    }
    return first;
  }

  // The translation of a {name}. A {text} is the user's own and stays unchanged.
  part(name, text) {
    const words = this.parts[`${name}|${text}`];
    if (words !== undefined || name === "text" || AS_IT_IS.test(text)) return { words: words ?? text, missing: [] };
    const whole = this.whole(text);
    if (whole && !whole.missing.length) return whole;
    return this.fitting(text, this.joined) ?? this.each(name, text) ?? whole ?? { words: text, missing: [text] };
  }

  // Translate word by word.
  each(name, text) {
    const words = text.split(" ").map((word) => this.parts[`${name}|${word}`] ?? this.parts[word] ?? (AS_IT_IS.test(word) ? word : undefined));
    return words.length > 1 && !words.includes(undefined) ? { words: words.join(" "), missing: [] } : undefined;
  }
}
