// How a simulated board is played: on a screen, where the page moves everything but the player's own
// move, or like the real board; its speed; and whether the page also makes a player's only legal move.
// The choices are stored in this browser.

import { Asked } from "./asked.js";
import { stored } from "./preferences.js";

const LIKE_REAL = "lodeboard-like-real";
const SPEED = "lodeboard-speed";
const FORCE = "lodeboard-force";

// Whether the user moves everything, as at a real board.
export const likeReal = () => stored.get(LIKE_REAL) === "on";

export class Screen {
  // `box`: the part of the page with the switch; `bound(to)`: the tiles on their way to cells.
  constructor(box, link, bound) {
    Object.assign(this, { box, link, bound });
    this.asked = new Asked();
    this.input = box.querySelector("#like-real");
    this.own = box.querySelector("[data-part='by-itself']");
    this.speed = box.querySelector("[data-part='speed']");
    this.force = box.querySelector("[data-part='force']");
    this.speed.addEventListener("change", () => {
      stored.set(SPEED, this.speed.value);
      this.ask("speed", this.speed.value);
    });
    this.force.addEventListener("change", () => {
      stored.set(FORCE, this.force.checked ? "on" : "off");
      this.ask("force", this.force.checked);
    });
    this.input.addEventListener("change", () => {
      stored.set(LIKE_REAL, this.input.checked ? "on" : "off");
      this.choose();
    });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.calm.addEventListener("change", () => this.tellCalm());
    this.told = this.watches = false;
  }

  ask(field, value) {
    this.asked.ask(field, value);
    this.link().send({ t: "screen", [field]: value });
  }

  // A new connection: the server does not know this browser's choices yet. From who only watches a shared
  // board it takes none.
  describe({ seat }) {
    this.watches = seat === "watching";
    this.asked.forget();
    this.told = false;
    this.box.hidden = true;
    document.body.classList.remove("on-screen");
  }

  // Send this browser's choices before the board starts, so that a worker of the page receives them
  // first.
  prefer() {
    const chosen = stored.get(LIKE_REAL);
    if (chosen !== null) this.link().send({ t: "screen", on: chosen !== "on" });
  }

  choose() {
    this.ask("on", !this.input.checked);
  }

  tellCalm() {
    if (this.told) this.link().send({ t: "screen", still: this.calm.matches });
  }

  // Send only choices made here: another page of this board may have chosen already.
  tellStored() {
    const [speed, force] = [stored.get(SPEED), stored.get(FORCE)];
    if ([...this.speed.options].some(({ value }) => value === speed)) this.ask("speed", speed);
    if (force) this.ask("force", force === "on");
  }

  hear({ to, ...said }) {
    const [on, speed, force] = ["on", "speed", "force"].map((field) => this.asked.show(field, said[field]));
    this.box.hidden = this.watches;
    this.own.hidden = !on;
    this.input.checked = !on;
    this.speed.value = speed;
    this.force.checked = force;
    document.body.classList.toggle("on-screen", on);
    this.bound(to);
    if (this.told || this.watches) return;
    this.told = true;
    this.tellCalm();
    this.tellStored();
    const chosen = stored.get(LIKE_REAL);
    if (chosen === null || (chosen === "on") === this.input.checked) return;
    this.input.checked = chosen === "on";
    this.choose();
  }
}
