// The words on the page: what the board says, what is in the hand, what is wrong.

import { tileName } from "./words.js";

const HOW = {
  taken: (name) => `In your hand: ${name}.`,
  turned: (name) => `Turning it over: ${name}.`,
  "put-down": () => "Set down.",
  "put-back": () => "Put back.",
  lost: () => "The tile is not in your hand.",
};

export class Status {
  constructor(element) {
    this.say = element("say");
    this.trouble = element("trouble");
    this.inHand = element("in-hand");
    this.turn = element("turn");
    this.back = element("back");
  }

  // One line of the board. Only its own sentence is shown.
  hear(line) {
    if (line?.t !== "state" || typeof line.say !== "string") return;
    if (this.say.textContent !== line.say) this.say.textContent = line.say;
  }

  hand(how, tile) {
    const holding = how === "taken" || how === "turned";
    const name = tileName(how === "turned" ? { owner: tile.owner, up: !tile.up } : tile);
    this.inHand.textContent = HOW[how](name);
    this.turn.disabled = !holding;
    this.back.disabled = !holding;
    document.body.classList.toggle("holding", holding);
  }

  connected(yes) {
    document.body.classList.toggle("away", !yes);
    this.trouble.textContent = yes ? "" : "The board does not answer. Is lodeboard play still running? Trying again.";
  }
}
