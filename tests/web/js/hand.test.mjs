import assert from "node:assert/strict";
import test from "node:test";

import { page } from "./browser.mjs";

const { Hand } = await page("hand");

const ME = 3;

// A hand, what it has sent and said, and a tile that lies at 10, 20 and is drawn at 11, 22.
function made({ turning = true, holder = 0 } = {}) {
  const sent = [];
  const said = [];
  const view = { woken: 0, covered: null, wake: () => (view.woken += 1), ground: ({ x, y }) => ({ x: x - 1, y: y - 2 }), inside: (x, y) => ({ x: Math.min(x, 100), y }), slotAt: () => null, drawn: (x, y) => ({ x: x + 1, y: y + 2, size: 1 }) };
  const tiles = { me: ME, game: { turning }, named: 0, identify: () => (tiles.named += 1) };
  const hand = new Hand(view, tiles, () => ({ send: (message) => sent.push(message) }), (how, tile) => said.push([how, tile.id]));
  const tile = { id: 7, world: { x: 10, y: 20, holder }, shown: { x: 11, y: 22 }, taken: false, follow: null };
  return { hand, view, tiles, tile, sent, said };
}

test("a tile is taken where it lies, moved, and put down there", () => {
  const { hand, tile, tiles, sent, said } = made();
  assert.ok(hand.take(tile, false));
  assert.deepEqual([tile.taken, tile.follow, hand.at, tiles.named], [true, null, { x: 10, y: 20 }, 1]);
  hand.move(30.04, 40.06);
  assert.ok(hand.draw(0.1));
  hand.draw(0.1);
  hand.putDown();
  assert.deepEqual(sent, [{ t: "grab", tile: 7 }, { t: "move", x: 30, y: 40.1 }, { t: "drop", x: 30.04, y: 40.06 }]);
  assert.deepEqual(said, [["taken", 7], ["put-down", 7]]);
  assert.deepEqual([hand.tile, tile.taken, hand.draw(0.1)], [null, false, false]);
});

test("by a pointer it is drawn at the pointer at once, and stays there until the world has it", () => {
  const { hand, tile, view, sent } = made();
  hand.take(tile, true);
  assert.deepEqual([tile.follow, hand.at], [{ x: 11, y: 22 }, { x: 10, y: 20 }]);
  hand.carry(250, 60);
  assert.deepEqual([tile.follow, hand.at, view.woken], [{ x: 100, y: 60 }, { x: 99, y: 58 }, 1]);
  const before = performance.now();
  hand.putDown();
  assert.ok(tile.follow.until >= before + 1500 && tile.follow.until < before + 3000);
  assert.deepEqual(sent.at(-1), { t: "drop", x: 99, y: 58 });
});

test("a move without a drawn point is drawn where the table has it", () => {
  const { hand, tile } = made();
  hand.take(tile, true);
  hand.move(30, 40);
  assert.deepEqual(tile.follow, { x: 31, y: 42 });
});

test("one tile at a time, none out of another hand but the automatic one, none under a position shown", () => {
  const { hand, tile, view } = made();
  hand.take(tile, true);
  assert.ok(!hand.take({ ...tile, id: 8 }, true));
  const other = made({ holder: 5 });
  assert.ok(!other.hand.take(other.tile, true));
  assert.deepEqual(other.sent, []);
  const helped = made({ holder: -1 });
  assert.ok(helped.hand.take(helped.tile, true));
  const covered = made();
  let refused = 0;
  covered.view.covered = () => (refused += 1);
  assert.ok(!covered.hand.take(covered.tile, true));
  assert.deepEqual([refused, covered.sent, view.covered], [1, [], null]);
});

test("an empty hand does nothing", () => {
  const { hand, sent, said, view } = made();
  for (const act of ["turn", "putDown", "putBack", "clear"]) hand[act]();
  hand.move(1, 2);
  hand.refused();
  assert.deepEqual([sent, said, view.woken, hand.draw(9)], [[], [], 0, false]);
});

test("tiles are turned over only in games that have two sides", () => {
  const { hand, tile, sent, said } = made();
  hand.take(tile, true);
  hand.turn();
  assert.deepEqual([sent.at(-1), said.at(-1)], [{ t: "turn" }, ["turned", 7]]);
  const alike = made({ turning: false });
  alike.hand.take(alike.tile, true);
  alike.hand.turn();
  assert.equal(alike.sent.length, 1);
});

test("a tile put back is drawn where it lies", () => {
  const { hand, tile, sent, said, view } = made();
  hand.take(tile, true);
  hand.move(50, 50);
  hand.putBack();
  assert.deepEqual([sent.at(-1), said.at(-1), tile.follow, hand.target, view.woken], [{ t: "back" }, ["put-back", 7], null, null, 2]);
});

test("a tile that the world never gives is let go after five seconds of drawing, however long they take", () => {
  const { hand, tile, said } = made();
  hand.take(tile, true);
  for (let drawn = 0; drawn < 50; drawn += 1) hand.draw(0.1);
  hand.draw(0.1);
  hand.draw(0.1);
  assert.deepEqual([hand.tile, tile.follow, said.at(-1)], [null, null, ["lost", 7]]);
  const again = made();
  again.hand.take(again.tile, true);
  again.hand.draw(4.9);
  again.hand.putBack();
  again.hand.take(again.tile, true);
  again.hand.draw(4.9);
  assert.equal(again.hand.tile, again.tile);
});

test("a tile that the world gave stays, and goes when the world takes it away", () => {
  const { hand, tile, said } = made();
  hand.take(tile, true);
  tile.world.holder = ME;
  hand.draw(9);
  hand.draw(9);
  hand.refused(); // of something else
  assert.equal(hand.tile, tile);
  tile.world.holder = 0;
  hand.refused();
  assert.equal(hand.tile, tile);
  hand.draw(0.1);
  assert.deepEqual([hand.tile, said.at(-1)], [null, ["lost", 7]]);
});

test("a refusal before the world gave the tile empties the hand", () => {
  const { hand, tile, said } = made();
  hand.take(tile, true);
  hand.refused();
  assert.deepEqual([hand.tile, tile.taken, said.at(-1)], [null, false, ["lost", 7]]);
});

test("a refusal that comes with the tile in the hand is not about it", () => {
  const { hand, tile } = made();
  hand.take(tile, true);
  tile.world.holder = ME; // not drawn yet
  hand.refused();
  assert.equal(hand.tile, tile);
});
