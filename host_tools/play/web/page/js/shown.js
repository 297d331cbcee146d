// The game that the panel "Analysis" shows. What draws it is loaded when there is something to draw.

import { Known } from "./known.js";
import { t } from "./language.js";

export class Shown extends Known {
  // As of a GameView.
  constructor(parts, choose) {
    super();
    Object.assign(this, { parts, choose });
  }

  // Nothing is shown any more.
  empty() {
    this.clear();
    for (const part of Object.values(this.parts)) part.replaceChildren();
  }

  // Why nothing more will be known.
  fail(words) {
    this.trouble = words;
    this.parts.sentence.textContent = words;
  }

  // `at`: the position looked at; `card`: whether to show the scorecard.
  async show(at, card) {
    this.now = [at, card];
    try {
      const { GameView } = await import("./gameview.js");
      this.view ??= new GameView(this, this.parts, this.choose);
    } catch (error) {
      console.warn(error);
      this.fail(t("This could not be loaded. Reload this page to try again."));
      return;
    }
    // Another one may have been asked for meanwhile, or none.
    if (this.course && this.now[0] <= this.last) this.view.show(...this.now);
  }
}
