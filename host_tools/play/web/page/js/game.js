// A game and its positions, to step through; and the live game as the board reports it, with the commands
// that change it. A course is a game as the server sends it.

import { gameOf, variantOf } from "./games.js";
import { said, t } from "./language.js";

const KEYS = { ArrowLeft: "earlier", ArrowRight: "later", Home: "first", End: "last" };

// The step that a key asks for, if any.
export const stepOf = ({ key, altKey, ctrlKey, metaKey }) => (altKey || ctrlKey || metaKey ? undefined : KEYS[key]);

// The position that a step leads to from `here`.
export function stepped(step, here, last) {
  return Math.max(0, Math.min(last, { first: 0, earlier: here - 1, later: here + 1, last }[step]));
}

// Whether two games are the same up to position `at`.
export function same(one, other, index) {
  const upTo = ({ positions }) => positions.slice(0, index + 1).join();
  return one.game === other.game && one.rules === other.rules && upTo(one) === upTo(other);
}

// Which position is shown; `other`: of a game that is not the live one.
export function whereWords({ positions, names }, here, other) {
  const count = positions.length - 1;
  const move = { number: here, count, move: names[here - 1] };
  if (!count) return t("A position, not your game.");
  if (other) return here ? t("Move {number} of {count} of another game: {move}", move) : t("The start position of another game.");
  return here ? t("Move {number} of {count} of your game: {move}", move) : t("The start position of your game.");
}

// Who is to play there, or how the game has ended; `sides`: what the players are called. `drawn`: why it is
// a draw, in the server's words.
export function turnWords({ positions, turns, verdict, drawn }, index, sides) {
  const mover = turns[index];
  if (index < positions.length - 1 || verdict === "undecided") return t("{mover} to play.", { mover: sides[mover] });
  const winner = { win: mover, lose: 1 - mover }[verdict];
  return winner === undefined ? said(drawn) : t("The game is over: {side} has won.", { side: sides[winner] });
}

// Whether a person is to act in this state of the board, and has not to carry out a step that it asks for.
export function ownTurn(state) {
  const { phase, machine, turn, step } = state ?? {};
  return phase === "match" && typeof step !== "number" && !((machine >> turn) & 1);
}

function isPrefix(short, long) {
  return short.start === long.start && short.moves.length < long.moves.length && short.moves.every((move, index) => move === long.moves[index]);
}

// The settings that the game in a state is played by; the state's own may be chosen for the next one.
function ownSettings(state, menu) {
  const { machine, friend, clock } = state;
  const variant = variantOf(menu, state);
  if (machine === 3) return { variant, players: 2 };
  return machine ? { variant, players: 0, starts: machine & 1, friend: Number(Boolean(friend)) } : { variant, players: 1, clock: clock?.control ?? 0 };
}

export class Game {
  constructor(link) {
    this.link = link;
    this.menu = []; // the settings of the board, with their values
    this.chosen = {}; // those chosen
    this.now = null; // { game, start, moves, rules, over, on, set, clock, own }; `on`: in a game; `set`: the tiles match the position; `own`: its settings
    this.undone = []; // the games before each undo, newest last
  }

  // Handle a menu or a state line of the board; true if the game changed.
  hear(state) {
    if (state.t === "menu") {
      this.menu = state.items;
      return false;
    }
    if (typeof state.position !== "string" || !Array.isArray(state.moves)) {
      if (this.now) this.now.on = false;
      return false;
    }
    const before = this.now;
    const now = { game: gameOf(state.game), start: state.start, moves: state.moves, rules: state.rules, over: Boolean(state.result), on: state.phase === "match", set: state.ask !== "restore", clock: state.clock?.left, own: ownSettings(state, this.menu) };
    this.now = now;
    this.chosen = state.settings ?? {};
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
    this.undone.push(this.now);
    this.command({ c: "back" });
  }

  // The board sets a game up by its settings: give it the game's own first, then those chosen.
  redo() {
    const { chosen } = this;
    const last = this.undone.at(-1);
    const fields = Object.keys(last.own).filter((field) => field in chosen && last.own[field] >= 0 && last.own[field] !== chosen[field]);
    const set = (values) => fields.length && this.command({ c: "set", ...Object.fromEntries(fields.map((field) => [field, values[field]])) });
    set(last.own);
    this.setUp(last);
    set(chosen);
  }

  // With the times left to both, if there are; the board refuses a time that is up.
  setUp({ start, moves, clock }) {
    this.command({ c: "setup", position: start, moves, ...(clock?.every(Boolean) && { clock }) });
  }
}
