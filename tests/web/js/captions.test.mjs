import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { captions, Captions } = await page("captions");

const said = (phase, ask = "", more = {}) => captions({ phase, ask, game: "flip", ...more });
const gift = { left: [5], at: null };

test("the buttons are called by what they do now", () => {
  assert.deepEqual(said("match", "place"), ["Take back", "Menu", "Ask again"]);
  assert.deepEqual(said("menu", "menu"), ["Next setting", "Done", "Next value"]);
  assert.deepEqual(said("calibrate", "calibrate"), ["Skip", "Measure", "Skip"]);
  assert.deepEqual(said("calibrate", "accept"), ["Skip", "Measure", "Cell is empty"]);
  assert.deepEqual(said("calibrate", "gain"), ["Skip", "Skip", "Right"]);
  assert.deepEqual(said("resume", "resume"), ["New game", "Continue", "Right"]);
  assert.deepEqual(said("idle", "idle"), ["Left", "Menu", "Right"]);
  for (const phase of ["start", "unknown"]) assert.deepEqual(said(phase), ["Left", "Middle", "Right"]);
});

test("pieces are given, other things are chosen", () => {
  const xtic = { game: "xtic", gift };
  assert.deepEqual(said("match", "give", xtic), ["Take back", "Menu", "Next piece"]);
  assert.deepEqual(said("match", "give", { ...xtic, gift: { left: [5], at: 0 } }), ["Previous", "Give it", "Next piece"]);
  for (const game of ["magician", "lap", "flip"]) {
    assert.deepEqual(said("match", "give", { game, gift }), ["Take back", "Menu", "Next choice"], game);
    assert.deepEqual(said("match", "give", { game, gift: { left: [5], at: 5 } }), ["Previous", "Choose it", "Next choice"], game);
  }
  assert.deepEqual(said("match", "lift", { game: "lap", gift: { left: [5], at: 5 } }), ["Take back", "Menu", "Next choice"]);
  assert.deepEqual(said("match", "place", { game: "xtic", gift: { left: [5], at: 5 } }), ["Take back", "Menu", "Ask again"]);
});

test("a button is read aloud with its place", () => {
  const group = element();
  group.append(...Array.from({ length: 3 }, () => {
    const button = element("button");
    button.append(element("span"));
    return button;
  }));
  const shown = new Captions(group);
  const labels = () => group.children.map(({ attributes }) => attributes["aria-label"]);
  shown.hear({ phase: "match", ask: "place", game: "flip" });
  assert.deepEqual(group.children.map(({ textContent }) => textContent), ["Take back", "Menu", "Ask again"]);
  assert.deepEqual(labels(), ["Take back: left button", "Menu: middle button", "Ask again: right button"]);
  shown.hear({ phase: "idle", ask: "idle", game: "flip" });
  assert.deepEqual(labels(), ["Left button", "Menu: middle button", "Right button"]);
});
