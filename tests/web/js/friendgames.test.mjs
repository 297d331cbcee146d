import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { FriendGames, ended, meaning, mine, newNumber, taken, turnBefore, winner } = await page("friendgames");

// A link of a game in turns of one move: by default its player 1 has answered "a" with "b".
function turn(moves = ["a", "b"], more = {}) {
  const by = (moves.length + 1) % 2;
  return { number: "aaaaaaaa", game: "flip", rules: "magic", start: "s", moves, positions: moves.map(String), turns: [...moves, ""].map((_, index) => index % 2), verdict: "undecided", players: ["A", "B"], at: moves.length, by, offer: "", says: "", link: `#${moves}${JSON.stringify(more)}`, ...more };
}

// The game of player 0 after that link.
const game = (more = {}) => ({ ...taken(null, turn(), 5), ...more });
// The same after his answer "c".
const answered = (more = {}) => game({ moves: ["a", "b", "c"], turns: [0, 1, 0, 1], at: 3, by: 0, link: "#mine", ...more });

test("a link of an unknown game makes one, for the player who did not send it", () => {
  assert.equal(meaning(null, turn()), "new");
  assert.deepEqual([game().me, game().since, mine(game()), mine(answered())], [0, 5, true, false]);
  assert.equal(taken(null, turn(["a"]), 5).me, 1);
});

test("what a link means to a game that goes on", () => {
  const cases = [
    [game(), turn(), "again"],
    [answered(), turn(["a", "b", "c", "d"]), "next"],
    [answered(), turn(), "older"],
    [answered(), turn(["a"]), "own"],
    [answered(), turn(["a", "b", "c"], { link: "#mine" }), "own"],
    [answered(), turn(["a", "x"]), "branch"],
    [answered(), turn(["a", "b", "x", "d"]), "branch"],
    [game(), turn(["a", "x"]), "branch"],
    [game(), turn(["a", "b"], { says: "nice" }), "next"],
    [game(), turn(["a", "b", "c", "d"]), "next"], // we have played on elsewhere
    [answered(), turn(["a", "b", "c", "d"], { rules: "eclipse" }), "foreign"],
    [answered(), turn(["a", "b", "c", "d"], { start: "t" }), "foreign"],
    [answered({ over: "agreed" }), turn(["a", "b", "c", "d"]), "over"],
    [answered(), turn(["a", "b", "c"], { by: 1, at: 4, offer: "resigned" }), "next"],
  ];
  for (const [known, link, means] of cases) assert.equal(meaning(known, link), means, JSON.stringify([known.moves, link]));
});

test("an agreement counts only if it was asked for", () => {
  const agrees = turn(["a", "b", "c"], { by: 1, at: 4, offer: "agreed" });
  assert.equal(meaning(answered(), agrees), "unasked");
  assert.equal(meaning(answered({ offer: "draw" }), agrees), "next");
  assert.equal(meaning(game({ offer: "draw" }), agrees), "unasked"); // it was the friend's offer
  assert.deepEqual([taken(answered(), agrees, 7).over, winner(taken(answered(), agrees, 7))], ["agreed", null]);
});

test("a move is taken back only if that was asked for, and only that move", () => {
  const allows = (moves) => turn(moves, { by: 1, at: 5, offer: "taken" });
  const asked = answered({ offer: "back", at: 4 });
  assert.equal(turnBefore(asked, 0), 2);
  assert.equal(meaning(asked, allows(["a", "b"])), "next");
  assert.equal(meaning(asked, allows([])), "unasked");
  assert.equal(meaning(answered(), allows(["a", "b"])), "unasked");
  assert.ok(mine(taken(asked, allows(["a", "b"]), 7)));
  // The friend declines by moving, perhaps before he has read the question.
  assert.equal(meaning(asked, turn(["a", "b", "c", "d"], { at: 4 })), "next");
});

test("a turn of several moves is taken back whole", () => {
  assert.equal(turnBefore({ moves: ["=1", "a1", "=2", "b2"], turns: [0, 1, 1, 0, 0] }, 1), 1);
  assert.equal(turnBefore({ moves: [], turns: [0] }, 1), 0);
});

test("who only watches follows and is never to move", () => {
  const watched = taken(null, turn(["a", "b"], { by: null }), 5);
  assert.deepEqual([watched.me, mine(watched)], [null, false]);
  assert.equal(meaning(watched, turn(["a", "b", "c"], { by: null })), "next");
  assert.equal(meaning(watched, turn(["a"], { by: null })), "older");
});

test("how a game has ended", () => {
  assert.deepEqual([ended(game()), ended(game({ verdict: "win" })), ended(game({ over: "resigned" }))], [false, true, true]);
  assert.deepEqual([winner(game({ verdict: "win" })), winner(game({ verdict: "lose" })), winner(game({ verdict: "tie" }))], [0, 1, null]);
  assert.equal(winner(answered({ over: "resigned" })), 1);
});

// A browser's storage.
const storage = (text = null) => ({ text, get() { return this.text; }, set(_, text) { this.text = text; } });

test("games are kept by number, the last changed first, and the ended ones go first", () => {
  const games = new FriendGames(storage());
  for (let index = 0; index < 120; index += 1) games.put(game({ number: `n${index}`, verdict: index % 2 ? "win" : "undecided" }));
  assert.equal(games.all.length, 100);
  assert.equal(games.all.filter((each) => !ended(each)).length, 60);
  assert.ok(games.get("n0") && !games.get("n1"));
  games.put({ ...games.get("n0"), at: 9 });
  assert.deepEqual([games.all[0].number, games.all[0].at], ["n0", 9]);
  games.remove("n0");
  assert.equal(games.get("n0"), null);
});

test("a damaged store is an empty list", () => {
  for (const text of ["{", "7", "null", '[{"number": 1}]', "[null]"]) assert.deepEqual(new FriendGames(storage(text)).all, [], text);
});

test("numbers are such as links have", () => {
  for (let count = 0; count < 50; count += 1) assert.match(newNumber(), /^[a-z2-7]{8}$/);
});

// Chance that repeats itself (mulberry32).
function dice(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

// One of two who play; `sent` has all links ever sent, by who sent them.
class Somebody {
  constructor(me, sent) {
    Object.assign(this, { me, sent, games: new FriendGames(storage()), seen: [] });
  }

  get game() {
    return this.games.get("aaaaaaaa");
  }

  hear(link) {
    const means = meaning(this.game, link);
    this.seen.push(means);
    if (means === "new" || means === "next") this.games.put(taken(this.game, link, 1));
  }

  move() {
    const before = this.game ?? (this.me === 0 ? taken(null, turn([], { by: 1 }), 0) : null);
    if (!before || !mine(before)) return;
    const moves = [...before.moves, `m${before.moves.length}`];
    const link = turn(moves, { by: this.me, at: before.at + 1 });
    this.games.put({ ...taken(before, link, 2), me: this.me });
    this.sent[this.me].push(link);
  }

  // A reload keeps what is stored.
  reload() {
    const { text } = this.games.store;
    this.games = new FriendGames(storage(text));
  }
}

test("lost, doubled, late and reordered links, and reloads: both have the same game in the end", () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const chance = dice(seed);
    const sent = [[], []];
    const both = [new Somebody(0, sent), new Somebody(1, sent)];
    for (let count = 0; count < 80; count += 1) {
      const who = both[Math.floor(chance() * 2)];
      const links = sent[1 - who.me];
      if (chance() < 0.3) who.move();
      else if (chance() < 0.1) who.reload();
      else if (links.length) who.hear(links[Math.floor(chance() * links.length)]); // any of them, as often as it comes
    }
    // A connection begins with the last link of each.
    for (const who of both) if (sent[1 - who.me].length) who.hear(sent[1 - who.me].at(-1));
    const [one, other] = both.map(({ game }) => game?.moves ?? []);
    assert.deepEqual(one, other, `seed ${seed}`);
    const meanings = both.flatMap(({ seen }) => seen);
    assert.ok(meanings.every((means) => ["new", "next", "again", "older", "own"].includes(means)), meanings.join());
  }
});
