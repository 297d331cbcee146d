// What the board's three buttons do just now, left to right. The only place that says it.

import { gameOf } from "./games.js";

const GAINS = "gain"; // what the board asks for while it measures how strong a tile reads
const ACCEPT = "accept"; // while it sets zeros: whether a cell is bare that reads far off
const GIVE = "give";
const POINTS = "give, pointing"; // the board points at one of those that can be given
const CHOOSES = "choose, pointing"; // the same where nothing is given

const CAPTIONS = {
  start: ["Left", "Middle", "Right"],
  idle: ["Left", "Menu", "Right"],
  match: ["Take back", "Menu", "Ask again"],
  menu: ["Next setting", "Done", "Next value"],
  calibrate: ["Leave it", "Measure", "Leave it"],
  [ACCEPT]: ["Leave it", "Measure", "It is bare"],
  [GAINS]: ["Leave it", "Leave it", "Skip cell"],
  resume: ["New game", "Go on", "Right"],
  [GIVE]: ["Take back", "Menu", "Next piece"],
  [POINTS]: ["Previous", "Give it", "Next piece"],
  [CHOOSES]: ["Previous", "Choose it", "Next piece"],
};
const PLACES = ["left", "middle", "right"];

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
      const plain = caption.toLowerCase() === PLACES[at];
      button.setAttribute("aria-label", plain ? `${caption} button` : `${caption}: ${PLACES[at]} button`);
    });
  }
}
