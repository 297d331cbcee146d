// When a game ends on this page, loads the module that draws the sparks.

const LOUD = 1;
const QUIET = 0.35; // fraction of the sparks when the board has won against a person

export class Ending {
  constructor(view, lights, scene) {
    Object.assign(this, { view, lights, scene });
    this.over = true; // a game that was already over when the page opened is not celebrated
    this.sparks = null;
  }

  // The board's last state of the game.
  async hear({ phase, ask, result, turn, machine }) {
    if (phase !== "match") return; // a menu may lie over the end
    const over = ask === "over";
    const begins = over && !this.over && result !== "tie" && !this.view.still.matches;
    this.over = over;
    if (!begins) return;
    const winner = result === "win" ? turn : 1 - turn;
    await this.begin((machine >> winner) & 1 && machine !== 3 ? QUIET : LOUD).catch(console.warn);
  }

  async begin(share) {
    const { Sparks } = await import("./sparks.js");
    this.sparks ??= this.view.add(new Sparks(this.view, this.lights, this.scene));
    this.sparks.begin(share);
  }
}
