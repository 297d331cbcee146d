// The hand that does it for people: what it is to do, how fast, and what it is about.

const SAYS = {
  off: "",
  board: "The hand does the board's moves.",
  both: "The board plays both sides, and the hand does it all.",
};
const NOT_HERE = "Not with a real board: nothing here can move its tiles.";
const WAITS = "The hand waits for yours.";

export class Helper {
  constructor(group, link) {
    this.link = link;
    this.modes = [...group.querySelectorAll("button[data-mode]")];
    this.speed = group.querySelector("select");
    this.says = group.querySelector("[role=status]");
    for (const button of this.modes) {
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        this.link().send({ t: "help", mode: on ? button.dataset.mode : "off" });
      });
    }
    this.speed.addEventListener("change", () => this.link().send({ t: "help", speed: this.speed.value }));
  }

  // With a real board there is no such hand.
  real(yes) {
    for (const part of [...this.modes, this.speed]) part.disabled = yes;
    if (yes) this.says.textContent = NOT_HERE;
  }

  hear({ mode, speed, waits, why }) {
    for (const button of this.modes) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
    this.speed.value = speed;
    const says = why || (waits ? WAITS : SAYS[mode]);
    if (this.says.textContent !== says) this.says.textContent = says;
  }
}
