import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { progress, ratings } = await page("progress");

const game = (machine, score, more) => ({ game: "g", rules: "", level: "easy", machine, score, ...more });

test("progress counts ended games against the board, from the person's side", () => {
  assert.deepEqual(progress([game(2, "1-0"), game(1, "1-0"), game(2, "½-½"), game(2, "*"), game(0, "1-0"), game(3, "1-0"), game(2, "1-0", { friend: true }), game(1, "0-1", { level: "hard" })]), [
    { name: "", game: "g", rules: "", level: "easy", won: 1, drawn: 1, lost: 1 },
    { name: "", game: "g", rules: "", level: "hard", won: 1, drawn: 0, lost: 0 },
  ]);
});

test("each player has progress of their own, whichever side they play", () => {
  const names = ["Ada", "Ben"];
  assert.deepEqual(progress([game(2, "1-0", { names }), game(1, "1-0", { names }), game(1, "0-1", { names: ["", "Ada"] })]).map(({ name, won, lost }) => [name, won, lost]), [["Ada", 2, 0], ["Ben", 0, 1]]);
});

test("of the fair opponent's ratings the newest counts", () => {
  const fair = (player, rating) => ({ names: ["Ada", ""], fair: { player, rating, games: 2 } });
  assert.deepEqual(ratings([game(2, "1-0", fair(1, 1250)), game(2, "1-0", fair(1, 1200)), game(2, "1-0", fair(2, 900)), game(2, "1-0")]).map(({ name, player, rating }) => [name, player, rating]), [["Ada", 1, 1250], ["Ada", 2, 900]]);
});
