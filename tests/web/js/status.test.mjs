import assert from "node:assert/strict";
import test from "node:test";

import { element, page } from "./browser.mjs";

const { Status } = await page("status");

function made() {
  const parts = {};
  return [new Status((id) => (parts[id] ??= element())), parts];
}

test("errors and notices of the board are shown until a player has moved", () => {
  for (const t of ["error", "notice"]) {
    const [status, { notice }] = made();
    status.hear({ t, say: "Something is wrong." });
    assert.equal(notice.textContent, "Something is wrong.");
    for (const moves of [["a1"], ["a1", "b2"]]) {
      status.hear({ t: "state", phase: "match", ask: "place", turn: 0, game: "flip", say: "Place.", moves });
      assert.equal(notice.textContent, moves.length > 1 ? "" : "Something is wrong.");
    }
  }
});

test("what is not kept is shown until it is", () => {
  const [status, { unkept, notice }] = made();
  status.hear({ t: "keeping", why: "full", say: "Not saved: game." });
  assert.equal(unkept.textContent, "Not saved: game.");
  status.hear({ t: "keeping", why: "", say: "All is saved." });
  assert.deepEqual([unkept.textContent, notice.textContent], ["", "All is saved."]);
});
