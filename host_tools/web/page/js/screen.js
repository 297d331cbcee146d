// How a simulated board is played: on a screen, where all that is not a player's own move is
// carried out for them, or like the real board. What is chosen is kept in this browser.

const KEPT = "lodeboard-like-real";

export class Screen {
  // `box`: the part of the page with the switch; `bound(to)`: which tiles are on their way to
  // which cells.
  constructor(box, link, bound) {
    Object.assign(this, { box, link, bound });
    this.input = box.querySelector("input");
    this.input.addEventListener("change", () => {
      localStorage.setItem(KEPT, this.input.checked ? "on" : "off");
      this.choose();
    });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.calm.addEventListener("change", () => this.tellCalm());
    this.told = false;
  }

  // A new connection: the server does not know yet what this browser wants.
  forget() {
    this.told = false;
    this.box.hidden = true;
    document.body.classList.remove("on-screen");
  }

  choose() {
    this.link().send({ t: "screen", on: !this.input.checked });
  }

  tellCalm() {
    if (this.told) this.link().send({ t: "screen", still: this.calm.matches });
  }

  hear({ on, to }) {
    this.box.hidden = false;
    this.input.checked = !on;
    document.body.classList.toggle("on-screen", on);
    this.bound(to);
    if (this.told) return;
    this.told = true;
    this.tellCalm();
    const kept = localStorage.getItem(KEPT);
    if (kept === null || (kept === "on") === this.input.checked) return;
    this.input.checked = kept === "on";
    this.choose();
  }
}
