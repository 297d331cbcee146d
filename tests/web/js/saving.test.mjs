import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { fileName, saveReview } = await page("saving");
const { gameOf } = await page("games");

test("a position's file has its number, a game's has none", () => {
  const flip = gameOf("flip");
  assert.equal(fileName(flip, "png", 0), "flip-0.png");
  assert.equal(fileName(flip, "png", 12), "flip-12.png");
  assert.equal(fileName(flip, "gif"), "flip.gif");
});

// What is saved of a game, with this template: the file's name and its text.
async function saved(template, { name = "flip", rules = "magic", ok = true, ...more } = {}) {
  const links = [];
  const asked = [];
  globalThis.fetch = async (address) => (asked.push(address), { ok, status: 404, text: async () => template });
  let file;
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: (blob) => ((file = blob), "blob:1"), revokeObjectURL() {} });
  const { createElement } = document;
  document.createElement = (tag) => {
    const made = element(tag);
    made.click = () => links.push([tag, made.href, made.download]);
    return made;
  };
  try {
    const known = { course: { moves: ["a1U", "b2D"] }, studies: [1], graded: [2], players: [3], game: gameOf(name) };
    const words = await saveReview({ ...known, ...more }, rules, "1. a1U <b>");
    return { words, links, asked, type: file.type, text: await file.text() };
  } finally {
    document.createElement = createElement;
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  }
}

test("a review is the template with the game in it", async () => {
  const { words, links, asked, type, text } = await saved("@title@|@summary@|@plain@|@data@|@other@");
  assert.equal(words, "The review has been saved.");
  assert.deepEqual([links, asked, type], [[["a", "blob:1", "flip.html"]], ["review.html"], "text/html"]);
  assert.equal(text, 'flip tiles|flip tiles (magic); moves: 2. Only proved values are shown.|1. a1U &#60;b&#62;|{"course":{"moves":["a1U","b2D"]},"studies":[1],"graded":[2],"players":[3]}|@other@');
});

test("a game with one set of rules is called by its name alone", async () => {
  const { links, text } = await saved("@title@|@summary@", { name: "kono", rules: "" });
  assert.deepEqual([links[0][2], text], ["kono.html", "Four Field Kono|Four Field Kono; moves: 2. Only proved values are shown."]);
});

test("what a game holds can end no element of the file", async () => {
  const { text } = await saved("@data@", { studies: ["</script>$&@title@"] });
  assert.ok(!text.includes("<"));
  assert.deepEqual(JSON.parse(text).studies, ["</script>$&@title@"]);
});

test("a template that is missing is said to be", async () => {
  await assert.rejects(saved("", { ok: false }), /review\.html: status 404/);
});
