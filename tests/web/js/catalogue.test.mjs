import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { Catalogue } = await page("catalogue");
const german = new Catalogue({
  page: { "{one} of {many}": "{many}, davon {one}", "side|Left": "Linke Seite" },
  said: { Hello: "Hallo", "{who}: lift it.": "{who}: anheben.", "{who}: lift {cell}.": "{who}: {cell} anheben.", "Saved: {text}.": "Gesichert: {text}.", "{what} is wrong.": "{what} ist falsch.", "Draw. {what}": "Remis. {what}" },
  parts: { "Your turn": "Du", "colour|brown": "braun", brown: "Braun", up: "hoch", "{one} or {other}": "{one} oder {other}" },
});

test("sentences of the page have their values filled in, translated or not", () => {
  const english = new Catalogue();
  const values = { one: 1, many: 2 };
  assert.deepEqual([german.words("{one} of {many}", values), english.words("{one} of {many}", values)], ["2, davon 1", "1 of 2"]);
  assert.deepEqual([german.words("side|Left"), english.words("side|Left"), german.words("Left"), english.words("{none}")], ["Linke Seite", "Left", "Left", "{none}"]);
});

test("what the board says is translated part by part", () => {
  const said = (text) => german.translate(text);
  assert.deepEqual([said("Hello"), said("Your turn: lift it."), said("Your turn: lift a1 or b2."), said("Hello is wrong.")], ["Hallo", "Du: anheben.", "Du: a1 oder b2 anheben.", "Hallo ist falsch."]);
  assert.equal(said("Saved: Your turn."), "Gesichert: Your turn."); // a text of the user's
  assert.deepEqual([said(""), said("Nobody knows this.")], ["", "Nobody knows this."]);
});

test("parts that are not known are named, cells and figures are as they are", () => {
  assert.deepEqual(german.find("Nobody: lift it."), { words: "Nobody: anheben.", missing: ["Nobody"] });
  assert.deepEqual(german.find("Your turn: lift c12."), { words: "Du: c12 anheben.", missing: [] });
  assert.deepEqual([german.find(""), german.find("x y")], [{ words: "", missing: [] }, { words: "x y", missing: ["x y"] }]);
});

test("words one after the other are translated each, by what they stand for", () => {
  assert.deepEqual(german.find("up brown is wrong."), { words: "hoch Braun ist falsch.", missing: [] });
  assert.deepEqual(german.part("colour", "brown"), { words: "braun", missing: [] });
  assert.deepEqual(german.part("colour", "up brown"), { words: "hoch braun", missing: [] });
  assert.deepEqual(german.part("colour", "up green").missing, ["up green"]);
});

test("of several patterns the one with the most words is taken", () => {
  const two = new Catalogue({ said: { "{all}.": "Alles: {all}.", "Place {what}.": "Lege {what}." }, parts: { it: "es", "Place it": "nichts" } });
  assert.equal(two.translate("Place it."), "Lege es.");
});
