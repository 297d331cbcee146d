// The panel "Play a friend", with a server and a board that only listen.

import assert from "node:assert/strict";
import test from "node:test";

import { fire, page } from "./browser.mjs";

Object.assign(location, { origin: "http://here", pathname: "/" });
globalThis.BroadcastChannel = undefined; // node has one, which would wait for ever
const { Friend } = await page("friend");

const EMPTY = "1_----------------";
const FLIP = { game: "flip", rules: "magic" };

function made(hash = "") {
  const [sent, seen] = [[], []];
  const offer = { now: { board: "b", variant: 0, ...FLIP }, only: "", wanted: null, waits: false, find: ({ game }) => (game === "magician" ? undefined : offer.now), choose: (...of) => seen.push(["choose", ...of]), start: () => seen.push(["start"]) };
  const box = document.createElement("div");
  const friend = new Friend(box, () => ({ send: (message) => sent.push(message) }), offer, { open: () => seen.push(["open"]), leave: () => seen.push(["leave"]), watch: (address) => seen.push(["watch", address]) });
  for (const { number } of friend.games.all) friend.games.remove(number);
  friend.list();
  const state = (moves, more = {}) => friend.hear({ t: "state", phase: "match", ask: "place", friend: true, ...FLIP, start: EMPTY, position: "1_", moves, turn: moves.length % 2, settings: { friend: 0 }, result: null, ...more });
  const told = () => sent.splice(0).map((message) => (message.t === "tell" ? message.line : message));
  const acts = () => friend.answers.children.map(({ dataset }) => dataset.do);
  const press = (name) => fire(friend.answers.children.find(({ dataset }) => dataset.do === name), "click", {});
  return { friend, box, offer, seen, state, told, acts, press, words: () => friend.about.textContent };
}

// A link of Ben's, the second player, as the server has read it.
function turn(moves, more = {}) {
  return { t: "received", number: "aaaaaaaa", ...FLIP, start: EMPTY, moves, positions: [EMPTY, ...moves.map((move) => `1_${move}`)], turns: [...moves, ""].map((_, index) => index % 2), verdict: "undecided", drawn: "", players: ["Anna", "Ben"], at: moves.length, by: (moves.length + 1) % 2, offer: "", says: "", link: `#turn=${moves}${JSON.stringify(more)}`, ...more };
}

// Read this link; `all` is of `made`.
function receive(all, link) {
  all.friend.read("#turn=x");
  const { id } = all.told().at(-1);
  all.friend.received({ ...link, id });
}

// A new game, whose first link the server has written.
function begin(all, me) {
  all.friend.begin(me);
  const { id, record } = all.told().at(-1);
  assert.equal(record, ""); // the server knows what the game begins from
  all.friend.passed({ t: "passed", ...turn([]), id, link: "#turn=begun" });
  all.told();
}

// The server has written the link that was asked for.
function written(all, more = {}) {
  const asked = all.told().filter(({ t }) => t === "pass").at(-1);
  const moves = asked.record.split("\n")[1].split(" ").filter(Boolean);
  all.friend.passed({ t: "passed", ...turn(moves), ...asked, id: asked.id, moves, link: `#turn=own${asked.at}`, ...more });
  return asked;
}

test("a game that one begins is put on the board, and its first move becomes a link", () => {
  const all = made();
  begin(all, 0);
  assert.deepEqual(all.seen, [["choose", "flip", "magic"]]);
  all.state([], { friend: false });
  assert.deepEqual(all.told(), [{ c: "set", players: 0, starts: 0, friend: 1, fair: 0, coach: 0 }, { c: "setup", position: EMPTY, moves: [] }]);
  all.state([]);
  assert.deepEqual([all.told(), all.acts()], [[], ["play", "resign"].toSpliced(1, 0, "connect")]);
  all.state(["b2U"], { ask: "wait", settings: { friend: 1 } });
  const asked = written(all);
  assert.deepEqual([asked.record, asked.by, asked.at, asked.offer], [`position ${EMPTY}\nb2U`, 0, 1, ""]);
  assert.match(all.words(), /is to move: send the link/);
  assert.equal(all.friend.sent.text.value, "http://here/#turn=own1");
  assert.deepEqual(all.told().map(({ t, text }) => [t, text]), [["qr", "http://here/#turn=own1"]]);
  assert.ok(all.acts().includes("back"));
});

test("a game that cannot be played by links is not begun, and a friend who begins gets a link at once", () => {
  const all = made();
  all.friend.begin(0);
  all.friend.passed({ t: "passed", id: all.told().at(-1).id, error: "it is played with dice" });
  assert.match(all.friend.trouble.textContent, /played with dice/);
  assert.deepEqual([all.friend.games.all, all.seen], [[], []]);
  begin(all, 1);
  assert.deepEqual([all.friend.now.by, all.friend.now.at, all.friend.sent.text.value], [1, 1, "http://here/#turn=begun"]);
});

test("a new game begins where the server says, and with whom", () => {
  const all = made();
  const start = "2_ooooooooxxxxxxxx";
  all.friend.begin(0);
  const asked = all.told().at(-1);
  all.friend.passed({ t: "passed", ...turn([], { start, positions: [start], turns: [1] }), id: asked.id, link: "#turn=begun" });
  assert.deepEqual([all.friend.now.start, all.friend.now.positions, all.friend.now.turns], [start, [start], [1]]);
  all.told();
  all.state([], { friend: false });
  assert.deepEqual(all.told().at(-1), { c: "setup", position: start, moves: [] });
});

test("a game that no board here plays is not put on one, and why is said", () => {
  const all = made();
  const other = turn(["a1a2"], { game: "magician", rules: "standard" });
  receive(all, other);
  assert.equal(all.friend.trouble.textContent, "This board does not have that game.");
  all.offer.only = "A real board plays only the games it is made for.";
  all.press("place");
  assert.equal(all.friend.trouble.textContent, all.offer.only);
  all.state([]);
  assert.deepEqual([all.told(), all.seen], [[], [["open"]]]);
  const early = made(); // before the board has said what it plays
  early.offer.now = null;
  receive(early, other);
  assert.deepEqual([early.friend.trouble.textContent, early.acts()[0]], ["", "place"]);
});

test("the board's setting ends once the game has begun", () => {
  const all = made();
  begin(all, 0);
  all.state([], { friend: false });
  all.state([]);
  all.state(["b2U"], { ask: "wait", settings: { friend: 1 } });
  assert.deepEqual(all.told().filter(({ c, friend }) => c === "set" && friend === 0).length, 1);
});

test("a friend's move is played on the board once it waits for it, each move once", () => {
  const all = made();
  receive(all, turn(["b2U"]));
  assert.equal(all.friend.now.me, 1);
  all.state([], { friend: false });
  assert.deepEqual(all.told().at(-1), { c: "setup", position: EMPTY, moves: [] });
  all.state([], { ask: "wait" });
  all.state([], { ask: "wait" });
  assert.deepEqual(all.told(), [{ c: "play", move: "b2U" }]);
  all.state(["b2U"]);
  assert.deepEqual([all.told(), all.acts()], [[], ["play", "connect", "resign"]]);
  all.press("play");
  assert.deepEqual(all.seen.at(-1), ["leave"]);
  all.state(["b2U", "b2Ea1U"], { ask: "wait" });
  const asked = written(all);
  assert.deepEqual([asked.by, asked.at, asked.record.split("\n")[1]], [1, 2, "b2U b2Ea1U"]);
});

test("a board that lost its power in the friend's turn is told the rest of it", () => {
  const rest = (move) => [{ c: "play", move }];
  const again = [{ c: "set", players: 0, starts: 0, friend: 1, fair: 0, coach: 0 }, { c: "setup", position: EMPTY, moves: ["b2U"] }];
  for (const [move, half, told] of [["b2Ea1U", "b2E", rest("a1U")], ["b2Ea1U", "c3E", again], ["@d4xc4", "c3@d4", rest("xc4")], ["@d4c4", "c3@d4c4", rest("c3")], ["@d4c4", "c3@e5", again]]) {
    const all = made();
    receive(all, turn(["b2U", move]));
    all.state(["b2U"], { ask: "wait" });
    all.state(["b2U"], { ask: "wait" });
    all.told();
    all.state([], { phase: "resume", moves: undefined, position: undefined, start: undefined, game: "flip" });
    all.state(["b2U", half], { ask: "wait", turn: 1, position: `2_-----U----------;${half}` });
    all.state(["b2U", half], { ask: "wait", turn: 1, position: `2_-----U----------;${half}` });
    assert.deepEqual(all.told(), told);
    all.state(["b2U"], { ask: "wait" });
    assert.deepEqual(all.told(), told === again ? rest(move) : []);
  }
});

test("a game under way is not ended without asking", () => {
  const all = made();
  all.state(["a", "b"], { friend: false });
  receive(all, turn(["b2U"]));
  assert.deepEqual([all.seen.filter(([what]) => what === "choose"), all.acts()[0]], [[], "place"]);
  all.offer.waits = true;
  all.press("place");
  assert.deepEqual(all.seen.slice(-2), [["choose", "flip", "magic"], ["start"]]);
});

test("nothing is played until the board has what it was told to set up", () => {
  const all = made();
  receive(all, turn(["b2U", "b2Ea1U", "a1Ed4U"]));
  all.state([], { ask: "wait" });
  assert.deepEqual(all.told().map(({ c, moves }) => [c, moves]), [["set", undefined], ["setup", ["b2U", "b2Ea1U"]]]);
  all.state([], { ask: "wait" }); // the answer to the first
  assert.deepEqual(all.told(), []);
  all.state(["b2U", "b2Ea1U"], { ask: "wait" });
  assert.deepEqual(all.told(), [{ c: "play", move: "a1Ed4U" }]);
});

test("another game is set up only once the board plays it", () => {
  const all = made();
  receive(all, turn(["b2U"], { game: "kono", rules: "", start: "1_ooooooooxxxxxxxx" }));
  all.state([], { friend: false });
  all.offer.wanted = {};
  all.state([], { friend: false, game: "kono", rules: "" });
  assert.deepEqual(all.told(), []);
  all.offer.wanted = null;
  all.state([], { friend: false, game: "kono", rules: "" });
  assert.equal(all.told().length, 2);
});

test("an offered draw is accepted, and a friend's agreement ends the game", () => {
  const all = made();
  receive(all, turn(["b2U"], { offer: "draw", says: "nice" }));
  assert.match(all.words(), /Anna offers a draw.*Anna: “Nice move!”/);
  all.press("accept");
  const asked = written(all);
  assert.deepEqual([asked.offer, asked.by, asked.at], ["agreed", 1, 2]);
  assert.match(all.words(), /You have agreed on a draw/);
  assert.deepEqual(all.acts(), ["rematch"]);
});

test("a move is given back to who asks", () => {
  const all = made();
  receive(all, turn(["b2U", "b2Ea1U", "a1Ed4U"], { offer: "back" }));
  assert.match(all.words(), /asks to take the last move back/);
  all.press("accept");
  const asked = written(all);
  assert.deepEqual([asked.offer, asked.record.split("\n")[1], asked.by], ["taken", "b2U b2Ea1U", 1]);
});

test("resigning ends it, and a rematch changes the sides", () => {
  const all = made();
  receive(all, turn(["b2U"]));
  all.press("resign");
  assert.equal(written(all).offer, "resigned");
  assert.match(all.words(), /You have resigned/);
  all.press("rematch");
  all.friend.passed({ t: "passed", ...turn([]), id: all.told().at(-1).id, link: "#turn=begun" });
  assert.deepEqual([all.friend.now.me, all.friend.now.players], [0, ["Ben", "Anna"]]);
  receive(all, turn(["b2U"], { number: "bbbbbbbb" }));
  receive(all, turn(["b2U"], { number: "bbbbbbbb", offer: "resigned", at: 2 }));
  assert.match(all.words(), /Anna resigns: you win/);
});

test("what a link cannot do is said, and changes nothing", () => {
  const all = made();
  receive(all, { error: "this link is damaged" });
  assert.match(all.friend.trouble.textContent, /this link is damaged/);
  receive(all, turn(["b2U"]));
  const before = JSON.stringify(all.friend.games.all);
  for (const [link, words] of [[turn(["b2U"], { by: 1, link: "#x" }), /own move/], [turn(["b2U"], { offer: "agreed", at: 4 }), /did not offer/], [turn(["b2U"], { rules: "eclipse" }), /another game/]]) {
    receive(all, link);
    assert.match(all.friend.trouble.textContent, words);
  }
  assert.equal(JSON.stringify(all.friend.games.all), before);
});

test("of two ways on, the chosen one goes on", () => {
  const all = made();
  receive(all, turn(["b2U"]));
  receive(all, turn(["c3U"], { link: "#other" }));
  assert.deepEqual([all.friend.branch.querySelectorAll(".diagram").length || all.friend.branch.children.length, all.acts()], [all.friend.branch.querySelectorAll(".diagram").length || 3, []]);
  const that = all.friend.branch.children[2].children[1];
  fire(that, "click", {});
  assert.deepEqual([all.friend.now.moves, all.friend.now.other], [["c3U"], null]);
});

test("who watches gets the game to look at", () => {
  const all = made();
  receive(all, turn(["b2U"], { by: null }));
  assert.deepEqual(all.seen.at(-1), ["watch", "#game=flip&rules=magic&g=b2U&n=1"]);
  all.state([], { ask: "wait" });
  assert.deepEqual([all.told(), all.acts()], [[], ["watch"]]);
});

test("what a board has not answered is asked of the next one", () => {
  const all = made();
  all.friend.read("#turn=x");
  all.friend.read("#turn=y", true);
  all.friend.begin(1);
  const before = all.told();
  all.friend.askAgain();
  const again = all.told();
  assert.deepEqual(again.map(({ t, link, by }) => [t, link, by]), [["receive", "#turn=x", undefined], ["pass", undefined, 1]]);
  all.friend.received({ ...turn(["b2U"]), id: before[0].id });
  all.friend.received({ ...turn(["b2U"]), id: again[0].id });
  assert.deepEqual(all.friend.now.moves, ["b2U"]);
});

test("links that a connection repeats are not shown, and bad ones are dropped", () => {
  const all = made();
  receive(all, turn(["b2U"]));
  const count = all.seen.length;
  for (const link of [turn(["b2U"]), { error: "x" }]) {
    all.friend.live.waiting = ["#turn=x"];
    all.friend.read("#turn=x", true);
    all.friend.received({ ...link, id: all.told().at(-1).id });
    assert.deepEqual([all.seen.length, all.friend.trouble.textContent, all.friend.live.waiting], [count, "", []]);
  }
});

test("the games are listed and forgotten", () => {
  const all = made();
  receive(all, turn(["b2U"]));
  const [row] = all.friend.rows.children;
  assert.match(row.textContent, /Anna – Ben: flip tiles \(magic\).*Your turn since/);
  fire(row.children[2], "click", {});
  assert.deepEqual([all.friend.rows.children.length, all.friend.shown.hidden, all.friend.games.all], [0, true, []]);
});
