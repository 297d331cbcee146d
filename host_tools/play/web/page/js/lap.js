// Lap on the page: a race with a die of light, played with the tiles of flip tiles.

import { t } from "./language.js";
import { plain } from "./plain.js";

const SIZE = 4;
const TILES = 3;
const MENU_CHOSEN = 22; // in the board's palette
const shared = plain("lap", SIZE, SIZE);

const toCome = (cells, letter) => Math.max(0, TILES - cells.split(letter).length + 1);

export const lap = {
  ...shared,
  title: "Lap",
  empty: `${shared.empty}${TILES}${TILES}00`,
  picture: "1_xo-x---o------x-1120",
  about: t("Race around the rim by the die, and send tiles back."),
  codes: [t("empty"), t("sun"), t("sun"), t("moon"), t("moon"), t("unclear")],
  help: t("Sun tiles are the first player's, moon tiles the second's. It does not matter which side is up. Tiles run clockwise around the rim; the number of lit cells in the middle is the roll."),
  lights: { [MENU_CHOSEN]: t("the roll") },

  editor: {
    ...shared.editor,
    // Tiles that are not on the board are to come, and the roll is next.
    positionOf(letters) {
      const position = shared.editor.positionOf(letters);
      return `${position}${toCome(position, "x")}${toCome(position, "o")}00`;
    },
  },
};
