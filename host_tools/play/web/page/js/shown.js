// The game in the panel "Analysis". The modules that draw it are loaded when needed.

import { Known } from "./known.js";
import { t } from "./language.js";

export class Shown extends Known {
  // The same parameters as a GameView.
  constructor(parts, choose) {
    super();
    Object.assign(this, { parts, choose });
  }

  // Show nothing.
  empty() {
    this.clear();
    for (const part of Object.values(this.parts)) part.replaceChildren();
  }

  // Why no further values will arrive.
  fail(words) {
    this.trouble = words;
    this.parts.sentence.textContent = words;
  }

  // `index`: of the selected position; `card`: whether to show the scorecard.
  async show(index, card) {
    this.now = [index, card];
    // Importing again would take a moment, with the old words beside the new picture.
    if (!this.view) {
      try {
        const { GameView } = await import("./gameview.js");
        this.view ??= new GameView(this, this.parts, this.choose);
      } catch (error) {
        console.warn(error);
        this.fail(t("This could not be loaded. Reload this page to try again."));
        return;
      }
    }
    // Another game, or none, may have been requested meanwhile.
    if (this.course && this.now[0] <= this.last) this.view.show(...this.now);
  }
}
