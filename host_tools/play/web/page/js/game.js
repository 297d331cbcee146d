// The live game as the board reports it, and the commands that change it.

import { gameOf } from "./games.js";

function isPrefix(short, long) {
  return short.start === long.start && short.moves.length < long.moves.length && short.moves.every((move, at) => move === long.moves[at]);
}

// A game as text, in the notation of records; `game`: its module.
export function recordText({ start, moves }, game) {
  const lines = start === game.empty ? [] : [`position ${start}`];
  if (moves.length) lines.push(moves.map((move, at) => `${at + 1}. ${move}`).join("  "));
  return lines.join("\n");
}

export class Game {
  constructor(link) {
    this.link = link;
    this.now = null; // { game, start, moves, rules, over, on, set }; `on`: in a game; `set`: the tiles match the position
    this.undone = []; // the games before each undo, newest last
  }

  // Handle a state line of the board; true if the game changed.
  hear(state) {
    if (typeof state.position !== "string" || !Array.isArray(state.moves)) {
      if (this.now) this.now.on = false;
      return false;
    }
    const before = this.now;
    const now = { game: gameOf(state.game), start: state.start, moves: state.moves, rules: state.rules, over: Boolean(state.result), on: state.phase === "match", set: state.ask !== "restore" };
    this.now = now;
    const same = before && before.game === now.game && before.start === now.start && before.rules === now.rules && before.moves.join() === now.moves.join();
    if (!same) this.undone = this.undone.filter((game) => isPrefix(now, game));
    return !same || before.over !== now.over;
  }

  command(line) {
    this.link().send({ t: "tell", line });
  }

  get canUndo() {
    return Boolean(this.now?.on && this.now.moves.length);
  }

  get canRedo() {
    const last = this.undone.at(-1);
    return Boolean(this.now?.on && last && isPrefix(this.now, last));
  }

  undo() {
    const { start, moves } = this.now;
    this.undone.push({ start, moves });
    this.command({ c: "back" });
  }

  redo() {
    this.setUp(this.undone.at(-1));
  }

  setUp({ start, moves }) {
    this.command({ c: "setup", position: start, moves });
  }
}
