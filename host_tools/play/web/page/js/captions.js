// What the board's three buttons do just now, left to right. The only place that says it.

import { gameOf } from "./games.js";
import { t } from "./language.js";

const GAINS = "gain"; // what the board asks for while it measures how strong a tile reads
const ACCEPT = "accept"; // while it sets zeros: whether a cell is bare that reads far off
const GIVE = "give";
const POINTS = "give, pointing"; // the board points at one of those that can be given
const CHOOSES = "choose, pointing"; // the same where nothing is given

const CAPTIONS = {
  start: [t("Left"), t("Middle"), t("Right")],
  idle: [t("Left"), t("Menu"), t("Right")],
  match: [t("Take back"), t("Menu"), t("Ask again")],
  menu: [t("Next setting"), t("Done"), t("Next value")],
  calibrate: [t("Skip"), t("Measure"), t("Skip")],
  [ACCEPT]: [t("Skip"), t("Measure"), t("Cell is empty")],
  [GAINS]: [t("Skip"), t("Skip"), t("Right")],
  resume: [t("New game"), t("Continue"), t("Right")],
  [GIVE]: [t("Take back"), t("Menu"), t("Next piece")],
  [POINTS]: [t("Previous"), t("Give it"), t("Next piece")],
  [CHOOSES]: [t("Previous"), t("Choose it"), t("Next piece")],
};
const PLACES = [t("left"), t("middle"), t("right")];

// `state`: the board's last state message.
export function captions(state) {
  const points = state.ask === GIVE && typeof state.gift?.at === "number";
  if (points && gameOf(state.game).choices?.brief) return CAPTIONS[CHOOSES];
  return CAPTIONS[points ? POINTS : state.ask] ?? CAPTIONS[state.phase] ?? CAPTIONS.start;
}

export class Captions {
  constructor(group) {
    this.buttons = [...group.querySelectorAll("button")];
  }

  hear(state) {
    captions(state).forEach((caption, at) => {
      const button = this.buttons[at];
      const shown = button.querySelector("span");
      if (shown.textContent === caption) return;
      shown.textContent = caption;
      const plain = caption === CAPTIONS.start[at];
      button.setAttribute("aria-label", plain ? t("{caption} button", { caption }) : t("{caption}: {place} button", { caption, place: PLACES[at] }));
    });
  }
}
