// Four Field Kono on the page, played with the tiles of flip tiles. Both sides of a tile mean the same.

import { t } from "./language.js";
import { plain } from "./plain.js";
import { placeOf } from "./words.js";

const SIZE = 4;
const shared = plain("kono", SIZE, SIZE);

// Origin, direction and distance.
function wayOf(step) {
  const [from, to] = [step.slice(0, 2), step.slice(2)].map((cell) => placeOf(cell, shared));
  const [across, down] = [to.column - from.column, to.row - from.row];
  const way = across ? (across > 0 ? "E" : "W") : down > 0 ? "S" : "N";
  return { ...from, way, far: Math.abs(across + down) };
}

export const kono = {
  ...shared,
  title: "Four Field Kono",
  empty: `1_${"o".repeat(2 * SIZE)}${"x".repeat(2 * SIZE)}`,
  about: t("Jump over a tile of your own and capture the one behind it."),
  codes: [t("empty"), t("sun"), t("sun"), t("moon"), t("moon"), t("unclear")],
  help: t("Sun tiles are the first player's, moon tiles the second's. It does not matter which side is up. A tile steps to an empty cell beside it, or jumps over a tile of its own side and captures the opponent's tile right behind."),

  // "move b2 to c2", "capture on b2 with the tile from b4".
  stepWords(step) {
    if (wayOf(step).far === 1) return shared.stepWords(step);
    return t("capture on {to} with the tile from {cell}", { to: step.slice(2), cell: step.slice(0, 2) });
  },

  turnWords(move, side) {
    if (wayOf(move).far === 1) return shared.turnWords(move, side);
    return t("{side} captures on {to} with the tile from {cell}.", { side: shared.sides[side], cell: move.slice(0, 2), to: move.slice(2) });
  },

  signs(name) {
    const { way, far } = wayOf(name);
    return [name.slice(0, 2), { text: "", sign: far > 1 ? "x" : way }, name.slice(2)];
  },

  // The mark of a capture points from the tile that is jumped over to the captured tile.
  stepAt(step) {
    const { column, row, way, far } = wayOf(step);
    const [across, down] = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] }[way];
    return { column: column + across * (far - 1), row: row + down * (far - 1), way };
  },
};
