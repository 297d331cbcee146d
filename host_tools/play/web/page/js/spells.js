// Loads the module for spells when the board first plays a game that has them. Not on the page that a real
// board serves: only people move its holes.

const servedByBoard = () => Boolean(document.querySelector('meta[name="board"]'));

export class Spells {
  // `parts`: the arguments of a Spell.
  constructor(...parts) {
    this.parts = parts;
    this.spell = null;
  }

  describe(hello) {
    this.hello = hello;
    this.spell?.describe(hello);
  }

  // The board's last state of the game.
  play(game, state) {
    this.now = [game, state];
    if (game.spells && !this.asked && !servedByBoard()) this.load().catch(console.warn);
    this.spell?.play(game, state);
  }

  async load() {
    this.asked = true;
    const { Spell } = await import("./spell.js");
    this.spell = new Spell(...this.parts);
    this.spell.describe(this.hello);
    this.spell.play(...this.now);
  }

  hear(message) {
    this.spell?.hear(message);
  }

  putBack() {
    this.spell?.putBack();
  }

  // Enter on a cell: true if it took or dropped a hole.
  press(cell) {
    return this.spell?.press(cell) ?? false;
  }

  // What a cell means for the held hole, in words.
  words(cell) {
    return this.spell?.words(cell) ?? "";
  }
}
