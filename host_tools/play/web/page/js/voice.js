// What a screen reader says of the game, in order and once each: a new game, every move in words, then
// the board's sentence. All of it goes into one log; visible texts are not read by themselves.

import { t } from "./language.js";
import { gameOf, titleOf } from "./games.js";

const KEPT = 40; // lines
const AT_ONCE = 2; // moves that are taken back
const ASKS = ["lift", "put", "place"]; // values of `ask` during a move

export class Voice {
  // `log`: the live region. `say`: the element with the board's sentence, `sides`: that with who plays.
  constructor(log, { say, sides }) {
    Object.assign(this, { log, say, sides });
    this.course = null; // the game as far as its moves have been spoken
    this.state = null;
    this.lines = []; // to be spoken
    this.last = []; // what was spoken of the game last
    this.sentence = "";
    this.carried = false; // the automatic hand makes a move: what the board asks for meanwhile is not spoken
  }

  // Another board, or the same one connected again: then its sentence is not repeated.
  forget() {
    this.course = null;
  }

  // The board's last state of the game. `waits`: its moves are still being written, and are spoken before it.
  play(game, state, waits) {
    Object.assign(this, { game, state });
    this.carried &&= ASKS.includes(state.ask) && !this.lines.length;
    if (!waits && !this.carried) this.tell();
  }

  // The game in the server's notation. The board may have begun another one meanwhile.
  written(course) {
    const { course: before, lines } = this;
    const game = gameOf(course.game);
    this.course = course;
    const { moves, turns, check, verdict } = course;
    const continues = before && ["game", "rules", "start"].every((key) => before[key] === course[key]);
    const common = continues ? moves.findIndex((move, index) => move !== before.moves[index]) : 0;
    const from = common < 0 ? moves.length : common;
    const words = (of, index) => this.whose(game.turnWords(of.moves[index], of.turns[index]), of.turns[index]);
    // To the start, too, at most a move of each player is taken back; more means a new game.
    const begins = !moves.length && !(continues && before.moves.length <= AT_ONCE);
    if (begins && course.start === game.empty) lines.push(this.begins());
    else if (before && continues && from < before.moves.length) lines.push(t("Taken back: {moves}", { moves: before.moves.slice(from).map((_, index) => words(before, from + index)).join(" ") }));
    // A game that was under way before is told by its last move.
    for (let index = before ? from : Math.max(0, moves.length - 1); index < moves.length; index += 1) lines.push(words(course, index));
    if (check && verdict === "undecided" && turns.length) lines.push(t("{side} is in check.", { side: game.sides[turns.at(-1)] }));
  }

  begins() {
    const { name, title } = this.game;
    const sides = [...this.sides.children].map(({ textContent }) => `${textContent}.`).join(" ");
    return t("A new game of {game}. {sides}", { game: titleOf(name) ?? title ?? name, sides });
  }

  // Whose a move is, if one of two is not made by a person at this board.
  whose(words, side) {
    const { machine, friend } = this.state ?? {};
    if ((machine !== 1 && machine !== 2) || !((machine >> side) & 1)) return words;
    return friend ? t("Your friend: {words}", { words }) : t("The board: {words}", { words });
  }

  // Speak what has come, and the board's sentence if it is another or something has happened.
  tell() {
    const sentence = this.say.textContent;
    if (sentence && (sentence !== this.sentence || this.lines.length)) this.lines.push(sentence);
    this.sentence = sentence || this.sentence;
    if (!this.lines.length) return;
    this.last = this.lines.splice(0);
    this.speak(...this.last);
  }

  again() {
    this.speak(...this.last);
  }

  speak(...lines) {
    for (const line of lines) {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      this.log.append(paragraph);
    }
    while (this.log.children.length > KEPT) this.log.firstElementChild.remove();
  }
}
