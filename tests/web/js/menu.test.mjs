import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, page } from "./browser.mjs";

const { Menu, nameOf, valueName } = await page("menu");

const ITEMS = [
  { name: "game", field: "variant", values: ["flip (magic)", "kono"] },
  { name: "players", field: "players", values: ["one player", "two players"] },
  { name: "starts", field: "starts", values: ["you", "the board"] },
  { name: "level", field: "level", values: ["easy", "very-hard"] },
  { name: "zeros", field: null, values: ["measure"] },
];
const SETTINGS = { variant: 1, players: 0, starts: 1, level: 1 };

// The settings of a page; `sent`: what the board was told, `opened`: the panels that opened by themselves.
function made() {
  const [panel, sent, opened] = [element(), [], []];
  panel.id = "settings";
  for (const command of ["new", "resign"]) {
    const act = element("button");
    act.dataset.command = command;
    panel.append(act);
  }
  const watchers = [];
  const open = (id) => {
    opened.push(id);
    panel.hidden = false;
    return Promise.all(watchers.map((changed) => changed(id, true)));
  };
  const lesson = { on: false };
  const menu = new Menu(panel, { open, watch: (changed) => watchers.push(changed) }, () => ({ send: ({ line }) => sent.push(line) }), () => lesson.on);
  const state = (more = {}) => menu.hear({ t: "state", phase: "match", ask: "place", settings: SETTINGS, ...more });
  menu.hear({ t: "menu", items: ITEMS });
  return { menu, panel, sent, opened, open, state, lesson };
}

const rows = ({ menu }) => menu.rows.map(({ row, choice }) => [row.hidden, choice.disabled, choice.value, row.classes.has("here"), row.attributes["aria-current"]]);

test("short names of the board have words, levels have their number too", () => {
  assert.deepEqual(["dont-try", "very-hard", "flip (magic)", "xtic (nodiags)", "kono"].map(nameOf), ["don't try", "very hard", "flip tiles (magic)", "xtic (no diagonals)", "Four Field Kono"]);
  assert.deepEqual([valueName("level", "easy", 0), valueName("players", "two players", 1)], ["1: easy", "Two players"]);
});

test("each setting has a row with its values, a label, and what the board has now", () => {
  const found = made();
  found.state();
  const [, players, , level, zeros] = found.menu.rows;
  assert.deepEqual(players.row.children.map(({ tag }) => tag), ["label", "select"]);
  const [label, choice] = players.row.children;
  assert.deepEqual([label.textContent, label.htmlFor, choice.id], ["Players", "setting-1", "setting-1"]);
  assert.deepEqual(choice.children.map(({ textContent, value }) => [textContent, value]), [["One player", "0"], ["Two players", "1"]]);
  assert.deepEqual(level.choice.children.map(({ textContent }) => textContent), ["1: easy", "2: very hard"]);
  assert.deepEqual([players.choice.value, level.choice.value, zeros.row.hidden, zeros.choice.disabled], ["0", "1", true, true]);
  assert.deepEqual([found.menu.gameRow.hidden, found.menu.gameButton.textContent], [false, "Four Field Kono"]);
  assert.deepEqual(rows(found).map(([hidden]) => hidden), [false, false, false, false, true]);
});

test("before the board has told its settings those that it has can be chosen", () => {
  const { menu } = made();
  assert.deepEqual(menu.rows.map(({ row, choice }) => [Boolean(row.hidden), Boolean(choice.disabled)]), [...Array(4).fill([false, false]), [true, true]]);
});

test("a level says how often it gives a better result away, once the settings are open", async () => {
  const asked = [];
  globalThis.fetch = async (name) => (asked.push(name), { json: async () => ({ kono: [[8, 20], [0, 35]], "flip magic": [[1, 4], [0, 0]] }) });
  const found = made();
  found.panel.hidden = true;
  await found.state({ game: "kono", rules: "" });
  const [level] = found.menu.rows.filter(({ item }) => item.field === "level");
  const note = level.row.children[2];
  assert.deepEqual([level.choice.attributes["aria-describedby"], asked], [note.id, []]);
  await found.open("settings");
  assert.equal(note.textContent, "In test games, this level gave a better result away in 0 of 35 decisions.");
  await found.state({ game: "kono", rules: "", settings: { ...SETTINGS, level: 0 } });
  assert.equal(note.textContent, "In test games, this level gave a better result away in 8 of 20 decisions.");
  for (const unknown of [{ settings: { ...SETTINGS, fair: 1 } }, { game: "flip", rules: "magic" }, { game: "teeko" }]) {
    await found.state({ game: "kono", rules: "", settings: { ...SETTINGS, level: 0 } });
    await found.state({ game: "kono", rules: "", ...unknown });
    assert.equal(note.textContent, "", JSON.stringify(unknown));
  }
  assert.deepEqual(asked, ["given.json"]);
});

test("the one to start is chosen only where one person plays", () => {
  const found = made();
  found.state();
  assert.ok(!found.menu.rows[2].choice.disabled);
  found.state({ settings: { ...SETTINGS, players: 1 } });
  assert.deepEqual(found.menu.rows.map(({ choice }) => choice.disabled), [false, false, true, false, true]);
  found.state({ settings: undefined });
  assert.deepEqual([found.menu.rows[1].choice.value, found.menu.rows[2].choice.disabled], ["0", true]);
});

test("a choice is sent, and shown when the board has it", () => {
  const found = made();
  found.state();
  const { choice } = found.menu.rows[3];
  choice.value = "0";
  fire(choice, "change");
  assert.deepEqual([found.sent, choice.value], [[{ c: "set", level: 0 }], "1"]);
  found.state({ settings: { ...SETTINGS, level: 0 } });
  assert.equal(choice.value, "0");
});

test("the board's own menu opens the panel once, and its setting is marked with its value", () => {
  const found = made();
  found.state();
  assert.deepEqual(found.opened, []);
  const menu = (at, value) => found.state({ phase: "menu", menu: { at, value } });
  menu(1, 1);
  menu(1, 0);
  assert.deepEqual([found.opened, rows(found)[1]], [["settings"], [false, false, "0", true, "true"]]);
  menu(4, 0);
  assert.deepEqual([rows(found)[4], rows(found)[1][3], rows(found)[1][4]], [[false, true, "0", true, "true"], false, undefined]);
  found.state();
  menu(0, 0);
  assert.deepEqual([found.opened.length, found.menu.gameButton.textContent], [2, "Flip tiles (magic)"]);
  found.menu.forget();
  menu(0, 0);
  assert.equal(found.opened.length, 3);
  found.lesson.on = true; // which the panel would end
  found.state();
  menu(0, 0);
  assert.equal(found.opened.length, 3);
});

test("a new game and giving up are offered in a game, giving up not after its end", () => {
  const found = made();
  const off = (more) => (found.state(more), found.menu.acts.map(({ disabled }) => disabled));
  assert.deepEqual([off({}), off({ ask: "over" }), off({ phase: "menu", menu: { at: 0, value: 0 } })], [[false, false], [false, true], [true, true]]);
  for (const act of found.menu.acts) act.click();
  assert.deepEqual(found.sent, [{ c: "new" }, { c: "resign" }]);
});

test("the games are shown and hidden by their button", () => {
  const { menu, panel } = made();
  const games = panel.querySelector("#games");
  menu.gameButton.click();
  assert.deepEqual([games.hidden, menu.gameButton.attributes["aria-expanded"]], [false, "true"]);
  menu.gameButton.click();
  assert.deepEqual([games.hidden, menu.gameButton.attributes["aria-expanded"]], [true, "false"]);
});

test("a menu that is sent again keeps the focus and the values, another board's menu has other rows", () => {
  const found = made();
  found.state();
  found.menu.rows[3].choice.focus();
  found.menu.hear({ t: "menu", items: ITEMS });
  assert.equal(document.activeElement, found.menu.rows[3].choice);
  assert.equal(found.menu.rows[3].choice.value, "1");
  found.menu.hear({ t: "menu", items: ITEMS.slice(3, 4) });
  assert.deepEqual([found.menu.rows.length, found.menu.gameRow.hidden, found.menu.fields.children.length], [1, true, 1]);
  for (const line of [undefined, { t: "cells" }]) found.menu.hear(line);
  assert.equal(found.menu.rows.length, 1);
});

test("a board whose menu is not known yet opens no panel", () => {
  const [panel, opened] = [element(), []];
  const watchers = [];
  const open = (id) => {
    opened.push(id);
    panel.hidden = false;
    return Promise.all(watchers.map((changed) => changed(id, true)));
  };
  const menu = new Menu(panel, { open, watch: (changed) => watchers.push(changed) }, () => ({}));
  menu.hear({ t: "state", phase: "menu", menu: { at: 0, value: 0 } });
  assert.deepEqual(opened, []);
});

test("two players with a clock come after the players; a value without one ends it", () => {
  const found = made();
  const values = ["you and the board", "two players", "the board alone", "two players, 3 minutes each", "two players, 5 minutes each"];
  found.menu.hear({ t: "menu", items: ITEMS.map((item) => (item.field === "players" ? { ...item, values } : item)) });
  found.state();
  const { choice } = found.menu.rows.find(({ item }) => item.field === "players");
  choice.value = "4";
  fire(choice, "change");
  assert.deepEqual(found.sent.pop(), { c: "set", players: 1, clock: 2 });
  found.state({ settings: { ...SETTINGS, players: 1, clock: 2 } });
  assert.equal(choice.value, "4");
  choice.value = "2";
  fire(choice, "change");
  assert.deepEqual(found.sent.pop(), { c: "set", players: 2, clock: 0 });
});

test("the fair opponents come after the levels; a level chosen then ends their games", () => {
  const found = made();
  const values = ["easy", "very-hard", "fair, player 1", "fair, player 2"];
  found.menu.hear({ t: "menu", items: ITEMS.map((item) => (item.field === "level" ? { ...item, values } : item)) });
  found.state();
  const { choice } = found.menu.rows[3];
  choice.value = "3";
  fire(choice, "change");
  assert.deepEqual(found.sent.pop(), { c: "set", fair: 2 });
  found.state({ settings: { ...SETTINGS, fair: 2 } });
  assert.equal(choice.value, "3");
  choice.value = "1";
  fire(choice, "change");
  assert.deepEqual(found.sent.pop(), { c: "set", level: 1, fair: 0 });
  assert.deepEqual([valueName("level", "fair, player 2", 3), valueName("level", "easy", 0)], ["Fair, player 2", "1: easy"]);
});
