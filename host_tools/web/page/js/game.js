// The live game as the board tells it, and the commands that change it.

const FLIP_ONLY = /^[a-d][1-4][NESW]$/;

function isPrefix(short, long) {
  return short.start === long.start && short.moves.length < long.moves.length && short.moves.every((move, at) => move === long.moves[at]);
}

// A game as text, in the notation of records; `empty` is the position games begin from.
export function recordText({ start, moves }, empty) {
  const lines = start === empty ? [] : [`position ${start}`];
  if (moves.length) lines.push(moves.map((move, at) => `${at + 1}. ${move}`).join("  "));
  return lines.join("\n");
}

// Whole moves only: the board cannot be set up in the middle of a turn.
export function wholeMoves(moves) {
  return moves.filter((move) => !FLIP_ONLY.test(move));
}

export class Game {
  constructor(link) {
    this.link = link;
    this.now = null; // { start, moves, rules, over, on, set }: in a game; the tiles lie as it stands
    this.undone = []; // games as they stood before each undo, the latest last
  }

  // A state line of the board; true when the game itself is another than before.
  hear(state) {
    if (typeof state.position !== "string" || !Array.isArray(state.moves)) {
      if (this.now) this.now.on = false;
      return false;
    }
    const before = this.now;
    const now = { start: state.start, moves: state.moves, rules: state.rules, over: Boolean(state.result), on: state.phase === "match", set: state.ask !== "restore" };
    this.now = now;
    const same = before && before.start === now.start && before.rules === now.rules && before.moves.join() === now.moves.join();
    if (!same) this.undone = this.undone.filter((game) => isPrefix(now, game));
    return !same || before.over !== now.over;
  }

  tell(line) {
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
    this.undone.push({ start, moves: wholeMoves(moves) });
    this.tell({ c: "back" });
  }

  redo() {
    this.setUp(this.undone.at(-1));
  }

  setUp({ start, moves }) {
    this.tell({ c: "setup", position: start, moves: wholeMoves(moves) });
  }
}
