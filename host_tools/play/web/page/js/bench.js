// Loads the workbench on first use and passes on the messages received before. Notices that everybody
// needs are shown at once.

import { said, t } from "./language.js";
import { whenOpened } from "./opened.js";

const SCENE = /[#&]seed=/; // in a link that sets up the whole bench
const LINES_KEPT = 150;
const ODD = {
  power: t("The board has no power. Switch it on at the workbench."),
  cable: t("The board's cable is unplugged: the board plays on with its lights, but this page receives nothing."),
};

// Notices about a real board.
const REAL = {
  mirror: t("Move the tiles on the board; those drawn here follow it."),
  starting: t("Sending it the readings of the tiles on this page."),
  injecting: t("It senses the tiles on this page, not the tiles that lie on it."),
};

// States of a cabled board that the user must fix.
const FAULTS = new Set(["away", "wrong"]);

// The notice for a real board.
function real({ inject, injecting, status, say }) {
  const how = inject ? (injecting ? "injecting" : "starting") : "mirror";
  return status === "ready" ? `${said(say)} ${REAL[how]}` : said(say);
}

export class Bench {
  constructor(panel, panels, odd, link) {
    Object.assign(this, { odd, workbench: null, last: new Map(), lines: [] });
    this.load = whenOpened(panel, panels, async () => {
      const { Workbench } = await import("./workbench.js");
      this.workbench = new Workbench(panel, panels, link);
      for (const [name, what] of this.last) this.workbench[name](what);
      for (const line of this.lines) this.workbench.hear(line);
    });
    addEventListener("hashchange", () => this.arrive());
  }

  // A link was opened that only the workbench can follow.
  arrive() {
    if (SCENE.test(location.hash)) this.load();
  }

  tell(name, what) {
    this.last.set(name, what);
    this.workbench?.[name](what);
  }

  describe(hello) {
    this.last.clear();
    this.lines = [];
    this.tell("describe", hello);
    this.arrive();
  }

  play(game) {
    this.tell("play", game);
  }

  light(leds) {
    this.tell("light", leds);
  }

  truth(message) {
    this.workbench?.truth(message);
  }

  scans(message) {
    this.workbench?.scans(message);
  }

  stands(bench) {
    const { device, power, cable } = bench;
    const words = device ? real(device) : power ? (cable ? "" : ODD.cable) : ODD.power;
    if (this.odd.textContent !== words) this.odd.textContent = words;
    this.odd.classList.toggle("fault", FAULTS.has(device?.status));
    document.body.classList.toggle("unheard", !(device ? device.status === "ready" : power && cable));
    this.tell("stands", bench);
  }

  // Handle a line of the board.
  hear(line) {
    if (this.workbench) this.workbench.hear(line);
    else if (line) this.lines = [...this.lines, line].slice(-LINES_KEPT);
  }
}
