// The automatic hand: its task, its speed and what it is doing.

import { Asked } from "./asked.js";
import { said, t } from "./language.js";

const SAYS = {
  off: "",
  board: t("The hand makes the board's moves."),
  both: t("The board plays both sides, and the hand moves everything."),
};
const NOT_HERE = t("Not with a real board: nothing here can move its tiles.");
const RESTORE = "restore"; // the value of `ask` while tiles must be set up
const WAITS = t("The hand waits for yours.");

export class Helper {
  constructor(group, link) {
    this.link = link;
    this.asked = new Asked();
    this.modes = [...group.querySelectorAll("button[data-mode]")];
    this.speed = group.querySelector("select");
    this.lay = group.querySelector("[data-do=lay]");
    this.wanted = null; // the message that sets up all tiles
    this.isReal = false;
    this.says = group.querySelector("[role=status]");
    for (const button of this.modes) {
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        this.link().send({ t: "help", mode: on ? button.dataset.mode : "off" });
      });
    }
    this.lay.addEventListener("click", () => this.link().send(this.wanted));
    this.speed.addEventListener("change", () => {
      this.asked.ask("speed", this.speed.value);
      this.link().send({ t: "help", speed: this.speed.value });
    });
  }

  // A new connection.
  forget() {
    this.asked.forget();
  }

  // All tiles can be set up at once while the board waits for that.
  play(game, state) {
    const waits = state.ask === RESTORE && typeof state.position === "string" && !state.position.includes(";");
    this.wanted = waits ? { t: "lay", cells: game.layout(state.position), alike: game.alike } : null;
    this.lay.disabled = !waits || this.isReal;
  }

  // A real board has no automatic hand.
  real(yes) {
    this.isReal = yes;
    for (const part of [...this.modes, this.speed]) part.disabled = yes;
    this.lay.disabled = yes || !this.wanted;
    if (yes) this.says.textContent = NOT_HERE;
  }

  hear({ mode, speed, waits, why }) {
    for (const button of this.modes) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
    this.speed.value = this.asked.show("speed", speed);
    const says = said(why) || (waits ? WAITS : SAYS[mode]);
    if (this.says.textContent !== says) this.says.textContent = says;
  }
}
