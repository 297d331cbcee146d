import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { stored, storedInTab } = await page("preferences");

const CATALOGUE = { page: { Close: "Schließen", "Two words": "Zwei Wörter", Hint: "Hinweis" }, said: { "Your turn.": "Du bist dran." }, parts: {} };

const texts = ["  Two\n  words ", "unknown"].map((data) => ({ data }));
const labelled = { attributes: { "aria-label": "Close", title: "Hint" }, getAttribute: (name) => labelled.attributes[name], setAttribute: (name, value) => (labelled.attributes[name] = value) };
const other = { attributes: { title: "None" }, getAttribute: (name) => other.attributes[name], setAttribute: (name, value) => (other.attributes[name] = value) };
document.createTreeWalker = () => {
  let index = -1;
  return { nextNode: () => (index += 1) < texts.length, get currentNode() { return texts[index]; } };
};
globalThis.NodeFilter = { SHOW_TEXT: 4 };
document.body.querySelectorAll = (what) => ({ "[aria-label]": [labelled], "[title]": [labelled, other] })[what] ?? [];

const asked = [];
const warned = [];
console.warn = (words) => warned.push(words);
let answer = { ok: true, json: async () => CATALOGUE };
globalThis.fetch = async (address) => (asked.push(address), answer);

// The language of a page that is reloaded.
let pages = 0;
async function loaded({ folder = "languages/", browser = ["de-AT", "en"], chosen = null } = {}) {
  document.documentElement.dataset.languages = folder;
  document.documentElement.lang = "en";
  Object.defineProperty(globalThis, "navigator", { value: { languages: browser }, configurable: true });
  stored.set("lodeboard-language", chosen);
  asked.length = 0;
  return import(`./js/language.js?${(pages += 1)}`);
}

test("the page speaks the first language of the browser that it knows", async () => {
  const german = await loaded({ browser: ["fr", "de-AT", "es"] });
  assert.deepEqual([german.language, asked, document.documentElement.lang, german.t("Close"), german.said("Your turn."), german.chosen()], ["de", ["languages/de.json"], "de", "Schließen", "Du bist dran.", ""]);
  assert.deepEqual([texts.map(({ data }) => data), labelled.attributes, other.attributes], [["  Zwei Wörter ", "unknown"], { "aria-label": "Schließen", title: "Hinweis" }, { title: "None" }]);
  const english = await loaded({ browser: ["fr"] });
  assert.deepEqual([english.language, asked, english.t("Close")], ["en", [], "Close"]);
});

test("a language chosen on the page comes first, if there is such a one", async () => {
  const spanish = await loaded({ chosen: "es" });
  assert.deepEqual([spanish.language, spanish.chosen(), asked], ["es", "es", ["languages/es.json"]]);
  const unknown = await loaded({ chosen: "xx" });
  assert.deepEqual([unknown.language, unknown.chosen()], ["de", ""]);
  spanish.choose("de");
  assert.equal(stored.get("lodeboard-language"), "de");
  spanish.choose("");
  assert.equal(stored.get("lodeboard-language"), null);
});

test("a page without catalogues stays in English, and so does one whose catalogue does not come", async () => {
  assert.equal((await loaded({ folder: null })).language, "en");
  answer = { ok: false, status: 404 };
  const failed = await loaded();
  assert.deepEqual([failed.t("Close"), document.documentElement.lang], ["Close", "en"]);
  assert.match(warned.pop(), /^The page stays in English: Error: 404/);
  answer = { ok: true, json: async () => CATALOGUE };
});

test("before the page has a body only its sentences are translated", async () => {
  const { body } = document;
  document.body = null;
  assert.equal((await loaded()).t("Close"), "Schließen");
  document.body = body;
});

// The settings of the page: [parts, what happened].
async function look({ before = {}, reopen = null } = {}) {
  delete document.documentElement.dataset.languages;
  const { Look } = await page("look");
  for (const name of ["scheme", "text", "volume", "first", "second"]) stored.set(`lodeboard-look-${name}`, before[name] ?? null);
  storedInTab.set("lodeboard-reopen", reopen);
  stored.set("lodeboard-language", before.language ?? null);
  const [panel, box, did] = [element(), element(), []];
  Object.assign(panel, { className: "panel", id: "settings" });
  panel.append(box);
  box.innerHTML = ["language", "scheme", "text", "volume", "first", "second"].map((name) => `<input data-part="${name}"/>`).join("");
  const part = (name) => box.querySelector(`[data-part='${name}']`);
  for (const name of ["scheme", "text", "volume", "first", "second"]) part(name).value = { volume: "5", first: "", second: "" }[name] ?? "";
  globalThis.location.reload = () => did.push("reload");
  new Look(box, { turnTo: (share) => did.push(["volume", share]) }, (side, words) => did.push([side, words]), { open: (id) => did.push(["open", id]) });
  return { part, did };
}

test("colours, text size, volume and names are used at once and kept in this browser", async () => {
  const { part, did } = await look();
  assert.deepEqual(did, [["volume", 0.5], [0, ""], [1, ""]]);
  did.length = 0;
  for (const [name, value] of Object.entries({ scheme: "dark", text: "120%", volume: "10", first: " Ada ", second: "Bo" })) {
    part(name).value = value;
    fire(part(name), "input");
  }
  const { style } = document.documentElement;
  assert.deepEqual([style.colorScheme, style.fontSize, did, stored.get("lodeboard-look-scheme"), stored.get("lodeboard-look-first")], ["dark", "120%", [["volume", 1], [0, "Ada"], [1, "Bo"]], "dark", " Ada "]);
  const again = await look({ before: { scheme: "light", volume: "2", first: "Eve" } });
  assert.deepEqual([again.part("scheme").value, style.colorScheme, again.did], ["light", "light", [["volume", 0.2], [0, "Eve"], [1, ""]]]);
});

test("a value that this version does not know is the usual one", async () => {
  const { Look } = await page("look");
  const box = element();
  const part = (name) => box.querySelector(`[data-part='${name}']`);
  part("scheme").selectedIndex = -1;
  stored.set("lodeboard-look-scheme", "sepia");
  for (const name of ["text", "volume", "first", "second"]) part(name).value = "";
  new Look(box, { turnTo() {} }, () => {}, {});
  assert.equal(part("scheme").value, "");
});

test("another language loads the page again, with this panel open", async () => {
  const { part, did } = await look({ before: { language: "es" } });
  assert.equal(part("language").value, "es");
  part("language").value = "de";
  did.length = 0;
  fire(part("language"), "input");
  assert.deepEqual([did, stored.get("lodeboard-language"), storedInTab.get("lodeboard-reopen")], [["reload"], "de", "settings"]);
  const again = await look({ reopen: "settings" });
  assert.deepEqual([again.did[0], document.activeElement, storedInTab.get("lodeboard-reopen")], [["open", "settings"], again.part("language"), null]);
});
