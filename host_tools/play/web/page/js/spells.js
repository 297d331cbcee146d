// Spells by dragging a hole, as long as no game on the board has any: what they need is loaded then.

export class Spells {
  // `parts`: what a Spell is made of.
  constructor(...parts) {
    this.parts = parts;
    this.spell = null;
  }

  describe(hello) {
    this.hello = hello;
    this.spell?.describe(hello);
  }

  // The board's last word on the game.
  play(game, state) {
    this.now = [game, state];
    if (game.spells && !this.asked) this.load().catch(console.warn);
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

  // Enter at a cell: true where that was for a hole.
  press(cell) {
    return this.spell?.press(cell) ?? false;
  }

  // What a cell is for the hole that is held, in words.
  words(cell) {
    return this.spell?.words(cell) ?? "";
  }
}
