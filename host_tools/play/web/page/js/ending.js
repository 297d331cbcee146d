// When a game ends that this page has seen: what draws the sparks is loaded then.

const LOUD = 1;
const QUIET = 0.35; // share of the sparks where the board has won against a person

export class Ending {
  constructor(view, lights, scene) {
    Object.assign(this, { view, lights, scene });
    this.over = true; // a game that was over when the page came is not celebrated
    this.sparks = null;
  }

  // The board's last word on the game.
  async hear({ phase, ask, result, turn, machine }) {
    const over = phase === "match" && ask === "over";
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
