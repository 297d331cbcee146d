// The current function of the board's three buttons, left to right. Defined only here.

import { gameOf } from "./games.js";
import { t } from "./language.js";

const GAINS = "gain"; // `ask` while the board measures gains
const ACCEPT = "accept"; // `ask` while setting zeros, when a reading is far from the middle and may be an empty cell
const GIVE = "give";
const POINTS = "give, pointing"; // the board shows one of the pieces that can be given
const CHOICES = "choose"; // choices other than giving can be made, none is pointed at
const CHOOSES = "choose, pointing"; // the same for choices other than giving

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
  [CHOICES]: [t("Take back"), t("Menu"), t("Next choice")],
  [CHOOSES]: [t("Previous"), t("Choose it"), t("Next choice")],
};
const PLACES = [t("left"), t("middle"), t("right")];

// `state`: the board's last state message.
export function captions(state) {
  const points = state.ask === GIVE && typeof state.gift?.at === "number";
  const { choices } = gameOf(state.game);
  if (state.gift && (!choices || choices.brief)) return CAPTIONS[points ? CHOOSES : CHOICES];
  return CAPTIONS[points ? POINTS : state.ask] ?? CAPTIONS[state.phase] ?? CAPTIONS.start;
}

export class Captions {
  constructor(group) {
    this.buttons = [...group.querySelectorAll("button")];
  }

  hear(state) {
    captions(state).forEach((caption, index) => {
      const button = this.buttons[index];
      const shown = button.querySelector("span");
      if (shown.textContent === caption) return;
      shown.textContent = caption;
      const plain = caption === CAPTIONS.start[index];
      button.setAttribute("aria-label", plain ? t("{caption} button", { caption }) : t("{caption}: {place} button", { caption, place: PLACES[index] }));
    });
  }
}
