import assert from "node:assert/strict";
import test from "node:test";

import { element, fire, outer, page } from "./browser.mjs";

const { Analysis } = await page("analysis");
const { gameOf } = await page("games");
const { stored } = await page("preferences");
const { whereWords } = await page("game");
for (const name of ["gameview", "setup", "saving"]) await page(name); // so that importing them again takes no time

const flip = gameOf("flip");
const EMPTY = flip.empty;
const COURSE = { game: "flip", rules: "magic", start: EMPTY, positions: [EMPTY, "2_-----U----------", "1_-----U----d-----"], turns: [0, 1, 0], moves: ["b2U", "c3D"], names: ["b2U", "c3D"], verdict: "undecided" };
const OTHER = { ...COURSE, start: "2_U---------------", positions: ["2_U---------------", "1_Ud--------------"], turns: [1, 0], moves: ["b1D"], names: ["b1D"] };
const STATE = { t: "state", phase: "match", ask: "place", game: "flip", rules: "magic", start: EMPTY, position: COURSE.positions[2], moves: COURSE.moves };
const STUDY = { verdict: "undecided", value: "win", remoteness: 3, steps: [["a1U", "win", 3]] };
const HELLO = { plate: { pitch_mm: 40 }, longest: 5000 };

const settled = () => new Promise((done) => setImmediate(done));
const copied = [];
Object.defineProperty(globalThis, "navigator", { value: { clipboard: { writeText: async (text) => copied.push(text) } }, configurable: true });

// The panel of a page on a board in a game of flip tiles; `sent`: what the server was asked, `did`: what was shown.
function made({ open = true, hello = HELLO, state = STATE, hash = "" } = {}) {
  outer.handlers = {};
  copied.length = 0;
  Object.assign(location, { origin: "http://board", pathname: "/", search: "", hash });
  globalThis.history = { pushState: (...of) => { location.hash = ""; did.push(["address", of[2]]); } };
  const [panel, overlay, sent, did] = [element(), element("svg"), [], []];
  panel.id = "analysis";
  for (const name of ["text-notes", "text-trouble"]) {
    const details = element("details");
    const line = element();
    line.dataset.part = name;
    details.append(line);
    panel.append(details);
  }
  const panels = { isOpen: () => open, watch: (changed) => (panels.changed = changed), open: () => { open = true; did.push("open"); panels.changed("analysis", true); }, close: () => { open = false; did.push("close"); panels.changed("analysis", false); } };
  const past = { shown: null, show: (shown) => (past.shown = shown), hide: () => (past.shown = null) };
  const choice = { value: (steps) => did.push(["values", steps]) };
  const marked = [];
  const view = { left: -30, top: -40, right: 150, bottom: 200 };
  const analysis = new Analysis(panel, overlay, panels, view, choice, past, () => ({ send: (message) => sent.push(message) }), (index) => marked.push(index));
  const part = (name) => panel.querySelector(`[data-part="${name}"]`);
  part("setup").hidden = true;
  const button = (name) => panel.querySelector(`[data-do="${name}"]`);
  if (hello) analysis.describe(hello);
  const hear = (more = {}) => analysis.hear({ ...STATE, ...more });
  if (state) analysis.hear(state);
  // The server's answer to the last question: the record, then what is known of its positions.
  const answer = (course = COURSE, studies = []) => {
    const { id } = sent.findLast(({ t }) => ["study", "write", "random"].includes(t));
    analysis.begun({ ...course, id });
    studies.forEach((study, at) => study && analysis.studied({ ...study, at, id }));
    return id;
  };
  const push = (name) => fire(button(name), "click", { currentTarget: button(name) });
  const off = (...names) => names.map((name) => button(name).disabled);
  const texts = () => [part("sentence").textContent, part("trouble").textContent, part("text-trouble").textContent];
  const paste = (text) => { part("text").value = text; push("look"); };
  const toggle = (yes) => panels[yes ? "open" : "close"]();
  return { analysis, panel, overlay, panels, past, sent, did, marked, part, button, hear, answer, push, off, texts, paste, toggle, view };
}

// With the live game shown.
async function shown(more = {}, studies = [STUDY, STUDY, STUDY]) {
  const found = made(more);
  found.answer(COURSE, studies);
  await settled();
  found.sent.length = found.did.length = 0;
  return found;
}

const asked = ({ sent }) => sent.map(({ id, ...rest }) => rest);

test("an open panel asks for the live game and shows what is known of its last position", async () => {
  const found = made();
  assert.deepEqual(asked(found), [{ t: "study", game: "flip", rules: "magic", record: "1. b2U  2. c3D" }]);
  found.answer(COURSE, [undefined, undefined, STUDY]);
  await settled();
  assert.equal(found.texts()[0], "Sun to play. Sun wins in 3 turns, if it plays the best moves.");
  assert.equal(found.past.shown, null);
  found.hear();
  assert.equal(found.sent.length, 1);
  found.hear({ moves: ["b2U"], position: COURSE.positions[1] });
  assert.equal(found.sent.length, 2);
  assert.notEqual(found.sent[0].id, found.sent[1].id);
});

test("a closed panel asks nothing until it is opened", () => {
  const { sent, hear, toggle, panels } = made({ open: false });
  hear({ moves: [] });
  panels.changed("other", true);
  assert.equal(sent.length, 0);
  toggle(true);
  assert.deepEqual([sent.length, sent[0].record], [1, ""]);
  toggle(false);
  toggle(true); // more may be known by now
  assert.equal(sent.length, 2);
});

test("before the board has told its game nothing is asked", () => {
  const { sent, analysis, part } = made({ state: null });
  assert.deepEqual([sent, part("sentence").textContent], [[], ""]);
  analysis.hear(undefined);
  analysis.hear({ t: "cells" });
  analysis.hear({ ...STATE, moves: undefined });
  assert.deepEqual(sent, []);
});

test("answers to older questions are not of this game", async () => {
  const { analysis, sent, texts, hear } = made();
  analysis.begun({ ...COURSE, id: sent[0].id + 1 });
  analysis.studied({ ...STUDY, at: 2, id: sent[0].id });
  await settled();
  assert.equal(texts()[0], "");
  hear({ moves: [] });
  analysis.begun({ ...COURSE, id: sent[0].id });
  await settled();
  assert.equal(texts()[0], "");
});

test("buttons step through the game; an earlier position covers the board and is marked in the sheet", async () => {
  const { push, past, marked, off } = await shown();
  push("earlier");
  const { course, game, at, words, steps, opinion } = past.shown;
  assert.deepEqual([course.moves, game, at, words, steps, opinion, marked.at(-1)], [COURSE.moves, flip, 1, whereWords(COURSE, 1, false), [], "", 1]);
  assert.deepEqual(off("first", "earlier", "later", "last"), [false, false, false, false]);
  push("first");
  assert.deepEqual([past.shown.at, off("first", "earlier", "later", "last")], [0, [true, true, false, false]]);
  push("earlier");
  assert.equal(past.shown.at, 0);
  push("later");
  assert.equal(past.shown.at, 1);
  push("last");
  assert.deepEqual([past.shown, marked.at(-1), off("first", "later")], [null, null, [false, true]]);
});

test("steps work with a closed panel as soon as the game is known", () => {
  const { push, past, analysis, sent } = made({ open: false });
  push("earlier");
  assert.equal(past.shown, null);
  analysis.hearLive({ ...COURSE, id: 99 });
  push("earlier");
  assert.deepEqual([past.shown.at, sent], [1, []]);
});

test("a move in the sheet or the chart is looked at, the last one is the game itself", async () => {
  const { analysis, past, sent, part } = await shown();
  analysis.open(1);
  assert.deepEqual([past.shown.at, sent.length], [1, 0]);
  analysis.open(2);
  assert.equal(past.shown, null);
  part("moves").querySelectorAll("button")[1].click();
  assert.equal(past.shown.at, 1);
  const closed = made({ open: false });
  closed.analysis.open(1);
  assert.equal(closed.past.shown, null);
  closed.analysis.hearLive({ ...COURSE, id: 99 });
  closed.analysis.open(0);
  assert.deepEqual([closed.past.shown.at, closed.sent], [0, []]);
});

test("back in the game nothing covers the board", async () => {
  const { analysis, past, push, part, button } = await shown();
  push("first");
  push("set-up");
  analysis.backToGame();
  assert.deepEqual([past.shown, part("setup").hidden, button("set-up").attributes["aria-expanded"]], [null, true, "false"]);
  const closed = made({ open: false });
  closed.analysis.hearLive({ ...COURSE, id: 99 });
  closed.analysis.open(0);
  closed.analysis.backToGame();
  assert.deepEqual([closed.past.shown, closed.sent], [null, []]);
});

test("a selected position stays selected while the game goes on, if the game still has it", async () => {
  const more = { ...COURSE, positions: [...COURSE.positions, "p3"], turns: [0, 1, 0, 1], moves: [...COURSE.moves, "a1U"], names: [...COURSE.names, "a1U"] };
  const { analysis, push, past, hear, answer } = await shown();
  push("earlier");
  analysis.hearLive({ ...more, id: 99 });
  assert.deepEqual([past.shown.at, past.shown.course.moves.length], [1, 3]);
  hear({ moves: more.moves });
  answer(more);
  assert.equal(past.shown.at, 1);
  analysis.hearLive({ ...COURSE, positions: [EMPTY, "x", "y"], id: 99 });
  assert.equal(past.shown, null);
  push("earlier");
  hear({ moves: [] });
  answer({ ...COURSE, positions: [EMPTY], turns: [0], moves: [], names: [] });
  assert.equal(past.shown, null);
});

test("the selection ends with a game that has become shorter", async () => {
  const { analysis, push, past } = made({ open: false });
  analysis.hearLive({ ...COURSE, id: 99 });
  push("earlier");
  assert.equal(past.shown.at, 1);
  analysis.hearLive({ ...COURSE, positions: COURSE.positions.slice(0, 2), moves: ["b2U"], names: ["b2U"], turns: [0, 1], id: 99 });
  assert.equal(past.shown, null);
});

test("a selected move that has become the last one is the game itself, also when the game goes on", () => {
  const { analysis, push, past } = made({ open: false });
  analysis.hearLive({ ...COURSE, id: 99 });
  push("earlier");
  analysis.hearLive({ ...COURSE, positions: COURSE.positions.slice(0, 2), moves: ["b2U"], names: ["b2U"], turns: [0, 1], id: 99 });
  assert.equal(past.shown, null);
  analysis.hearLive({ ...COURSE, id: 99 });
  assert.equal(past.shown, null);
});

test("values of the steps are drawn on the board, if that is wanted and the game is on", async () => {
  const { panel, overlay, did, hear, toggle, answer } = await shown();
  const colours = panel.querySelector("#show-values");
  const marks = () => overlay.children.length;
  assert.deepEqual([colours.checked, marks()], [false, 0]);
  colours.checked = true;
  fire(colours, "change");
  assert.deepEqual([marks(), did.at(-1), stored.get("lodeboard-values")], [1, ["values", STUDY.steps], "on"]);
  const count = did.length;
  hear();
  assert.equal(did.length, count);
  hear({ ask: "restore" });
  assert.equal(marks(), 0);
  hear();
  hear({ phase: "menu" });
  assert.equal(marks(), 0);
  hear();
  assert.equal(marks(), 1);
  toggle(false);
  assert.equal(marks(), 0);
  toggle(true);
  assert.equal(marks(), 1);
  answer(COURSE, []);
  colours.checked = false;
  fire(colours, "change");
  assert.deepEqual([marks(), stored.get("lodeboard-values")], [0, "off"]);
  stored.set("lodeboard-values", "on");
  assert.equal(made().panel.querySelector("#show-values").checked, true);
  stored.set("lodeboard-values", null);
});

test("on an earlier position they are drawn there", async () => {
  const { panel, push, past, overlay, toggle } = await shown();
  panel.querySelector("#show-values").checked = true;
  push("earlier");
  assert.deepEqual([past.shown.steps, overlay.children.length], [STUDY.steps, 0]);
  toggle(false);
  assert.deepEqual(past.shown.steps, []);
});

test("the drawing over the board follows its size", () => {
  const { analysis, overlay, view } = made();
  assert.equal(overlay.attributes.viewBox, "-30 -40 180 240");
  delete overlay.attributes.viewBox;
  view.left = undefined;
  analysis.resized();
  assert.equal(overlay.attributes.viewBox, undefined);
});

test("in a game with proofs to come the board's player is asked once what it would choose", async () => {
  const magician = gameOf("magician");
  const course = { ...COURSE, game: "magician", rules: "standard", start: magician.empty, positions: [magician.empty], turns: [0], moves: [], names: [] };
  const found = made({ state: { ...STATE, game: "magician", rules: "standard", start: magician.empty, position: magician.empty, moves: [] } });
  const { sent, analysis, answer, hear, panel, overlay, part } = found;
  const id = answer(course, [{ ...STUDY, value: null, steps: [] }]);
  await settled();
  assert.deepEqual(sent.filter(({ t }) => t === "guess"), [{ t: "guess", id, game: "magician", rules: "standard", position: magician.empty }]);
  hear({ game: "magician", rules: "standard", start: magician.empty, position: magician.empty, moves: [] });
  assert.equal(sent.filter(({ t }) => t === "guess").length, 1);
  analysis.guessed({ position: "another", move: "a2a3", name: "a3" });
  analysis.guessed({ position: magician.empty, move: "b2b3", name: "b3" });
  await settled();
  assert.match(part("opinion").textContent, /b3/);
  const colours = panel.querySelector("#show-values");
  colours.checked = true;
  fire(colours, "change");
  assert.deepEqual(overlay.children.map(({ attributes }) => attributes.class), ["arrow opinion"]);
  stored.set("lodeboard-values", null);
  const proved = made({ state: { ...STATE, game: "magician", rules: "standard", start: magician.empty, position: magician.empty, moves: [] } });
  proved.answer(course, [{ ...STUDY, steps: [["b2b3", "win", 3]] }]);
  assert.ok(!proved.sent.some(({ t }) => t === "guess"));
  const other = made();
  other.answer(COURSE, [undefined, undefined, { ...STUDY, value: null, steps: [] }]);
  assert.ok(!other.sent.some(({ t }) => t === "guess"));
  made().analysis.guessed({ position: EMPTY });
});

test("a pasted game is shown in place of the live one, with its record first", async () => {
  const found = await shown();
  const { paste, answer, past, texts, part, sent, marked, push, analysis } = found;
  paste("1. b1D");
  assert.deepEqual(asked(found), [{ t: "write", game: "flip", rules: "magic", record: "1. b1D" }, { t: "study", game: "flip", rules: "magic", record: "1. b1D" }]);
  assert.equal(sent[0].id, sent[1].id);
  answer(OTHER, [STUDY, STUDY]);
  await settled();
  assert.deepEqual([past.shown.at, past.shown.words, part("text").value, marked.at(-1), part("sentence").sought], [1, whereWords(OTHER, 1, true), "position 2_U---------------\n1. b1D", null, 1]);
  assert.match(texts()[0], /^Sun to play/);
  push("first");
  assert.deepEqual([past.shown.at, marked.at(-1)], [0, null]);
  analysis.backToGame();
  assert.equal(past.shown, null);
  assert.match(sent.at(-1).record, /b2U/);
});

test("the live game does not replace a pasted one, nor one that is being asked for", async () => {
  const { paste, answer, past, analysis, hear, sent } = await shown();
  paste("1. b1D");
  const count = sent.length;
  hear({ moves: [] });
  analysis.hearLive({ ...COURSE, positions: [EMPTY], moves: [], names: [], turns: [0], id: 99 });
  assert.equal(sent.length, count);
  answer(OTHER);
  hear({ moves: ["b2U"] });
  analysis.hearLive({ ...COURSE, id: 99 });
  assert.deepEqual([sent.length, past.shown.course.moves], [count, ["b1D"]]);
  analysis.open(1); // a move of the sheet
  assert.deepEqual([past.shown.at, past.shown.course.moves], [1, COURSE.moves]);
});

test("what cannot be read is said beside the text, and stays while the game goes on", async () => {
  const { paste, analysis, sent, texts, part, hear, answer, panel } = await shown();
  const line = part("text-trouble");
  paste("nonsense");
  analysis.begun({ id: sent.at(-1).id, error: "no move", notes: ["Corrected."] });
  assert.deepEqual([texts().slice(1), part("text-notes").textContent, line.parent.open, part("text-notes").parent.open, line.sought], [["", "Not valid: no move."], "Corrected.", true, true, 1]);
  hear({ moves: ["b2U"] });
  answer({ ...COURSE, positions: COURSE.positions.slice(0, 2), moves: ["b2U"], names: ["b2U"], turns: [0, 1] });
  await settled();
  assert.equal(texts()[2], "Not valid: no move.");
  assert.ok(line.sought > 1);
  fire(panel, "wheel");
  const seen = line.sought;
  hear();
  await settled();
  assert.equal(line.sought, seen);
  paste("1. b1D");
  answer(OTHER);
  assert.equal(texts()[2], "");
});

test("a text that is too long is not sent", () => {
  const { paste, sent, texts, part } = made({ hello: { ...HELLO, longest: 300 } });
  sent.length = 0;
  paste("x".repeat(400));
  assert.equal(sent.filter(({ record }) => record.startsWith("x")).length, 0);
  assert.match(texts()[2], /characters too long/);
  assert.equal(part("text-notes").textContent, "");
});

test("an error before anything is shown leaves the live game", () => {
  const { paste, analysis, sent } = made({ open: false });
  paste("nonsense");
  analysis.begun({ id: sent.at(-1).id, error: "no move" });
  assert.match(sent.at(-1).record, /b2U/);
});

test("if the live game cannot be read that is said in place of its values", async () => {
  const { analysis, sent, texts } = made();
  analysis.begun({ id: sent[0].id, error: "no rules" });
  assert.equal(texts()[0], "Not valid: no rules.");
  const later = await shown();
  later.hear({ moves: ["b2U"] });
  const { id } = later.sent.at(-1);
  later.analysis.begun({ ...COURSE, id });
  later.analysis.begun({ id, error: "gone" });
  await settled();
  assert.equal(later.texts()[0], "Not valid: gone.");
});

test("a link with a game opens it, and leaving it restores what was there", async () => {
  const link = "#game=flip&rules=magic&g=b2U&n=1";
  const found = made({ open: false, hash: link });
  const panel = () => found.did.filter((each) => typeof each === "string");
  assert.deepEqual([panel(), asked(found).map(({ record }) => record), found.part("text").value], [["open"], [link, link], link]);
  found.answer(OTHER);
  assert.equal(found.past.shown.at, 1);
  location.hash = "";
  fire(element(), "hashchange");
  assert.deepEqual([found.past.shown, panel(), found.part("text").value], [null, ["open", "close"], ""]);
  fire(element(), "hashchange");
  assert.equal(panel().length, 2);
  location.hash = link;
  fire(element(), "hashchange");
  found.did.length = 0;
  location.hash = `${link}&x`;
  fire(element(), "hashchange"); // another link, in a panel that the first has opened
  location.hash = "";
  fire(element(), "hashchange");
  assert.deepEqual(panel(), ["open", "close"]);
});

test("the times of a clock go with a link of the game, and on with its last position", async () => {
  const found = await shown({ state: { ...STATE, clock: { left: [100_000, 50_000], turn: 1 } } });
  assert.match(found.analysis.address, /&c=1000\.500&n=\d+$/);
  found.push("earlier");
  assert.doesNotMatch(found.analysis.address, /&c=/);
  const other = made({ open: false, hash: "#game=flip&rules=magic&g=b1D&c=1000.501&n=1" });
  other.answer(OTHER);
  other.hear();
  other.push("play");
  assert.deepEqual(other.sent.find(({ t }) => t === "tell").line.clock, [100_000, 50_100]);
});

test("the times of a link are those of its game alone", async () => {
  const found = made({ open: false, hash: "#game=flip&rules=magic&g=b1D&c=1000.501&n=1" });
  found.answer(OTHER);
  await settled();
  found.push("random");
  assert.match(found.analysis.address, /&c=1000\.501&/);
  found.answer({ ...OTHER, positions: OTHER.positions.slice(0, 1), turns: [1], moves: [], names: [] });
  await settled();
  assert.doesNotMatch(found.analysis.address, /&c=/);
  found.paste("#game=flip&rules=magic&g=b1D&c=90.80&n=1");
  found.answer(OTHER);
  await settled();
  assert.match(found.analysis.address, /&c=90\.80&/);
});

test("a link in an open panel leaves it open", async () => {
  const found = await shown();
  location.hash = "#g=b2U";
  fire(element(), "hashchange");
  found.answer(OTHER);
  location.hash = "#seed=7";
  found.sent.length = 0;
  fire(element(), "hashchange");
  assert.deepEqual([found.did.includes("close"), found.sent.length, found.past.shown], [false, 1, null]);
});

test("back to the game from a link keeps the link in the history", async () => {
  const found = made({ open: false, hash: "#g=b2U" });
  found.answer(OTHER);
  found.analysis.backToGame();
  assert.deepEqual(found.did.filter(([name]) => name === "address"), [["address", "/"]]);
  found.analysis.backToGame();
  assert.equal(found.did.filter(([name]) => name === "address").length, 1);
});

test("a page that connects again, or whose board comes after its picture, shows its link again", () => {
  const found = made({ open: false, hash: "#g=b2U" });
  const asked = () => found.sent.filter(({ t }) => t === "write").length;
  found.answer(OTHER);
  found.analysis.describe(HELLO);
  assert.equal(asked(), 2);
  found.answer(OTHER);
  assert.equal(found.past.shown.at, 1);
  found.analysis.backToGame();
  location.hash = "";
  found.analysis.describe(HELLO);
  assert.deepEqual([asked(), found.past.shown], [2, null]);
  const early = made({ open: false, hello: null, state: null, hash: "#g=b2U" });
  fire(element(), "hashchange");
  assert.deepEqual(early.sent, []);
  early.analysis.describe(HELLO);
  assert.equal(early.sent.length, 2);
  early.analysis.describe(HELLO); // the first question was lost
  assert.equal(early.sent.length, 4);
});

test("undo and redo are for a game that has moves", async () => {
  const { analysis, push, off, sent, hear } = await shown();
  assert.deepEqual(off("undo", "redo"), [false, true]);
  push("undo");
  assert.deepEqual(sent.at(-1), { t: "tell", line: { c: "back" } });
  hear({ moves: ["b2U"], position: COURSE.positions[1] });
  assert.deepEqual(off("undo", "redo"), [false, false]);
  push("redo");
  assert.deepEqual(sent.at(-1), { t: "tell", line: { c: "setup", position: EMPTY, moves: COURSE.moves } });
  analysis.hear({ t: "menu", items: [{ field: "variant", values: ["kono", "flip (magic)"] }] });
  hear({ settings: { variant: 0 } });
  push("undo");
  hear({ moves: ["b2U"], position: COURSE.positions[1], settings: { variant: 0 } });
  push("redo");
  assert.deepEqual(sent.slice(-3).map(({ line: { c, variant } }) => [c, variant]), [["set", 1], ["setup", undefined], ["set", 0]]);
  hear({ moves: [] });
  assert.deepEqual(off("undo"), [true]);
});

test("a game by other rules cannot be played from", async () => {
  const found = await shown();
  found.push("random");
  found.answer({ ...OTHER, rules: "eclipse" });
  await settled();
  assert.deepEqual(found.off("play"), [true]);
});

test("an earlier or another position can be played from, in the board's own game", async () => {
  const { push, off, sent, past, hear, paste, answer, part } = await shown();
  assert.deepEqual(off("play"), [true]);
  push("earlier");
  assert.deepEqual(off("play"), [false]);
  hear({ phase: "menu" });
  assert.deepEqual(off("play"), [true]);
  hear();
  push("play");
  assert.deepEqual([sent.find(({ t }) => t === "tell").line, past.shown, part("setup").hidden], [{ c: "setup", position: EMPTY, moves: ["b2U"] }, null, true]);
  paste("1. b1D");
  answer(OTHER);
  assert.deepEqual(off("play"), [false]);
  answer({ ...OTHER, game: "kono" });
  paste("1. b1D");
  answer({ ...OTHER, game: "kono" });
  assert.deepEqual(off("play"), [true]);
});

test("a random position is drawn by the server", async () => {
  const { push, sent, paste, analysis, texts } = await shown();
  paste("nonsense");
  push("random");
  analysis.begun({ id: sent.at(-1).id, error: "none" });
  assert.deepEqual(texts().slice(1), ["Not valid: none.", ""]); // not beside the text
  sent.length = 0;
  Math.random = () => 0.5;
  push("random");
  const [{ id, ...rest }] = sent;
  assert.deepEqual([sent.length, rest], [1, { game: "flip", rules: "magic", t: "random", seed: 2 ** 30 }]);
});

test("position, record and link are copied, or shown in the text field", async () => {
  const { push, part } = await shown();
  push("earlier");
  push("copy-position");
  await settled();
  assert.equal(part("copied").textContent, "The position has been copied.");
  push("copy-record");
  push("copy-link");
  await settled();
  assert.deepEqual(copied, ["2_-----U----------", "1. b2U", "http://board/#game=flip&rules=magic&g=b2U&n=1"]);
  assert.equal(part("copied").textContent, "The link has been copied.");
  push("first");
  push("copy-record");
  await settled();
  assert.equal(copied.at(-1), `position ${EMPTY}`);
  const { writeText } = navigator.clipboard;
  navigator.clipboard.writeText = async () => {
    throw new Error("no");
  };
  push("copy-position");
  await settled();
  navigator.clipboard.writeText = writeText;
  assert.deepEqual([part("text").value, part("text").selected, part("copied").textContent], [EMPTY, true, "The position is in the text field; copy it from there."]);
});

test("a file is saved, and it is said whether that worked", async () => {
  const { analysis, part, push } = await shown();
  console.warn = () => {};
  const calls = [];
  await analysis.keepFile(async (saving) => (calls.push(typeof saving.savePhoto), "Saved."));
  assert.deepEqual([calls, part("copied").textContent, part("kept").textContent], [["function"], "Saved.", "Saved."]);
  await analysis.keepFile(async () => {
    throw new Error("no space");
  });
  assert.deepEqual([part("copied").textContent, part("kept").textContent], ["That could not be saved: no space.", "That could not be saved: no space."]);
  analysis.keepFile = (make) => make({ savePhoto: (...of) => calls.push(of), saveAnimation: (...of) => calls.push(of), saveReview: (...of) => calls.push(of) });
  calls.length = 0;
  push("earlier");
  for (const name of ["photo", "animation", "review"]) push(name);
  const [photo, animation, review] = calls;
  assert.deepEqual([photo.slice(1, 4), animation[1] === part("photo"), review.slice(1)], [[COURSE.positions[1], [], 1], true, ["magic", "1. b2U  2. c3D"]]);
  analysis.colours.checked = true;
  push("photo");
  assert.deepEqual(calls[3][2], STUDY.steps);
  analysis.colours.checked = false;
});

test("what there is nothing to do with is off", async () => {
  const found = made();
  const names = ["review", "animation", "copy-position", "copy-record", "copy-link", "photo"];
  assert.deepEqual(found.off(...names), Array(6).fill(true));
  const id = found.answer({ ...COURSE, positions: [EMPTY], turns: [0], moves: [], names: [] });
  assert.deepEqual(found.off(...names), [true, true, false, false, false, false]);
  found.analysis.scored({ id: id + 1, moves: [], players: [] });
  assert.deepEqual(found.off("review"), [true]);
  found.hear({ moves: ["b2U"] });
  const next = found.answer();
  const card = { best: 1, good: 0, blunders: 0, unknown: 0, moves: 1, accuracy: 100 };
  found.analysis.scored({ id: next, moves: [{ grade: "best" }, null], players: [card, card] });
  assert.deepEqual(found.off(...names), Array(6).fill(false));
  await settled();
  assert.match(found.part("moves").textContent, /★/);
});

test("the scorecard is there when the live game is over, or in another game", async () => {
  const card = { best: 1, good: 0, blunders: 0, unknown: 0, moves: 1, accuracy: 100 };
  const scored = async (found, course) => {
    const id = found.answer(course);
    found.analysis.scored({ id, moves: [{ grade: "best" }], players: [card, card] });
    await settled();
    return found.part("card").children.length;
  };
  assert.equal(await scored(made(), COURSE), 0);
  assert.equal(await scored(made({ state: { ...STATE, result: "win" } }), COURSE), 2);
  const pasted = made();
  pasted.paste("1. b1D");
  assert.equal(await scored(pasted, OTHER), 2);
  const single = made();
  single.paste("position");
  assert.equal(await scored(single, { ...OTHER, positions: OTHER.positions.slice(0, 1), moves: [], names: [], turns: [1] }), 0);
});

test("the editor opens with the position that is shown, and a change of it is looked at", async () => {
  const { push, part, button, sent, answer, past } = await shown();
  push("set-up");
  await settled();
  const cells = () => part("cells").children.map(({ attributes }) => attributes["aria-label"]);
  assert.deepEqual([part("setup").hidden, button("set-up").attributes["aria-expanded"], cells()[5], cells()[0]], [false, "true", "b2: sun tile, up side", "a1: empty"]);
  part("cells").children[0].click();
  const [write] = sent;
  assert.deepEqual([write.t, write.record], ["write", "2_U----U----d-----"]);
  const single = { ...OTHER, start: "2_-------------dUU", positions: ["2_-------------dUU"], moves: [], names: [], turns: [1] };
  answer(single);
  await settled();
  assert.deepEqual([cells()[13], cells()[5], past.shown.words, part("text").value], ["b4: moon tile, down side", "b2: empty", "A position, not your game.", "position 2_-------------dUU"]);
  push("set-up");
  assert.deepEqual([part("setup").hidden, button("set-up").attributes["aria-expanded"]], [true, "false"]);
  push("clear");
  assert.equal(sent.findLast(({ t }) => t === "study").record, EMPTY);
});

test("a game with another empty position clears to that", async () => {
  const magician = gameOf("magician");
  const { push, sent, part } = made({ state: { ...STATE, game: "magician", rules: "standard", start: magician.empty, position: magician.empty, moves: [] } });
  push("clear");
  assert.equal(sent.at(-1).record, magician.editor.blank);
  assert.match(part("editor-words").textContent, /^Choose a piece or a hole/);
});

test("an editor that is opened before the position is known shows it when it comes", async () => {
  const { push, part, answer } = made();
  push("set-up");
  await settled();
  const label = () => part("cells").children[5].attributes["aria-label"];
  assert.equal(label(), "b2: empty");
  answer();
  await settled();
  assert.equal(label(), "b2: sun tile, up side");
});

test("a position of another game does not come into the editor", async () => {
  const { push, part, answer, paste } = await shown();
  push("set-up");
  await settled();
  paste("kono");
  const kono = gameOf("kono");
  answer({ ...OTHER, game: "kono", start: kono.empty, positions: [kono.empty], moves: [], names: [], turns: [0] });
  await settled();
  assert.equal(part("cells").children[5].attributes["aria-label"], "b2: sun tile, up side");
});

test("a pasted game with moves, or the live game, leaves the editor as it is", async () => {
  const { push, part, answer, paste, hear } = await shown();
  push("set-up");
  await settled();
  const label = () => part("cells").children[0].attributes["aria-label"];
  paste("1. b1D");
  answer(OTHER);
  await settled();
  assert.equal(label(), "a1: empty");
  push("undo");
  hear({ moves: [] });
  assert.equal(label(), "a1: empty");
});

test("an error of the editor is said below it", async () => {
  const { push, part, analysis, sent, texts } = await shown();
  push("set-up");
  await settled();
  part("cells").children[0].click();
  analysis.begun({ id: sent.at(-1).id, error: "too many tiles" });
  assert.deepEqual([texts().slice(1), part("trouble").sought], [["Not valid: too many tiles.", ""], 1]);
});

test("a board without a game leaves the editor as it is", () => {
  const { analysis, part } = made();
  const before = part("editor-words").textContent;
  analysis.play(gameOf(""));
  assert.ok(before && part("editor-words").textContent === before);
});
