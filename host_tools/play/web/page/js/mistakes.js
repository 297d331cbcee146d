// Problems from one's own games: positions in which a person gave away a win or a draw, by exact values.
// They are stored in this browser and come back at growing intervals until they are known. A mistake:
//
//   game, rules, position   where it was made
//   best                    the moves that keep the value, with blanks between
//   was                     the value: "win" or "tie"
//   stage, due              how often it was solved in a row; the day on which it comes again

import { moverWords, today } from "./daily.js";
import { gameOf } from "./games.js";
import { t } from "./language.js";
import { nameOf } from "./menu.js";
import { stored } from "./preferences.js";
import { nextNumber } from "./question.js";
import { recordText } from "./record.js";

const STORED_AS = "lodeboard-mistakes";
const EXAMINED_AS = "lodeboard-examined";
const MOST = 100;
const INTERVALS = [1, 3, 7, 16]; // days, after the first time it is solved, and so on; then it is known
const AT_ONCE = 5; // problems in a lesson
const LONGEST = 7000; // characters of a question; the server refuses more than 8192

export function isMistake(value) {
  const texts = ["game", "rules", "position", "best", "was"];
  return Boolean(value) && texts.every((name) => typeof value[name] === "string" && value[name].length < 1000) && Boolean(value.best) && Number.isInteger(value.due) && Number.isInteger(value.stage) && value.stage >= 0 && value.stage <= INTERVALS.length;
}

const keyOf = ({ game, rules, position }) => [game, rules, position].join();

export class Mistakes {
  constructor(store = stored, day = today) {
    Object.assign(this, { store, day });
  }

  read(name) {
    try {
      const found = JSON.parse(this.store.get(name) ?? "[]");
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  }

  // Those due next first.
  get all() {
    return this.read(STORED_AS).filter(isMistake);
  }

  get due() {
    return this.all.filter(({ due }) => due <= this.day());
  }

  // Those that come back last are the first to go.
  write(mistakes) {
    this.store.set(STORED_AS, JSON.stringify(mistakes.sort((one, other) => one.due - other.due).slice(0, MOST)));
  }

  // Add mistakes; those that are here stay as they are. Returns the number of new ones.
  merge(mistakes) {
    const found = new Map(this.all.map((one) => [keyOf(one), one]));
    const before = found.size;
    for (const one of mistakes.filter(isMistake)) if (!found.has(keyOf(one))) found.set(keyOf(one), one);
    this.write([...found.values()]);
    return found.size - before;
  }

  // It was solved, and comes back later; or it was not, and comes back tomorrow.
  answered(mistake, right) {
    const others = this.all.filter((one) => keyOf(one) !== keyOf(mistake));
    const { stage } = mistake;
    if (right && stage === INTERVALS.length) return this.write(others);
    const due = this.day() + INTERVALS[right ? stage : 0];
    this.write([...others, { ...mistake, stage: right ? stage + 1 : 0, due }]);
  }

  // Ended games of `log` that have not been looked at, the newest first.
  unseen(log) {
    const seen = new Set(this.read(EXAMINED_AS));
    return log.all.filter(({ since, score, machine }) => score !== "*" && machine !== 3 && !seen.has(since));
  }

  seen({ since }, log) {
    const known = new Set(log.all.map((game) => game.since));
    this.store.set(EXAMINED_AS, JSON.stringify([...this.read(EXAMINED_AS).filter((one) => known.has(one)), since]));
  }

  // Courses by name with the problems that are due: one for each game and rule set.
  courses() {
    const groups = new Map();
    for (const one of this.due) {
      const name = `own-${one.game}-${one.rules}`;
      groups.set(name, [...(groups.get(name) ?? []), one]);
    }
    return Object.fromEntries([...groups].map(([name, all]) => [name, this.course(all.slice(0, AT_ONCE), all.length)]));
  }

  course(mistakes, count) {
    const [{ game, rules }] = mistakes;
    const title = gameOf(game).title ?? game;
    return {
      game,
      rules,
      label: t("From your games: {game}", { game: rules ? `${title} (${nameOf(rules)})` : title }),
      note: t("Positions in which you gave the result away, to solve again: {count}.", { count }),
      farewell: t("What you solved comes back later, what you missed tomorrow. Your game is back as it was."),
      translated: true,
      steps: mistakes.map(step),
      answered: (index, right) => this.answered(mistakes[index], right),
    };
  }
}

function step({ game, position, best, was }, index) {
  const won = was === "win";
  const moves = best.split(" ");
  const aim = won ? t("You gave away a win here. Find a move that keeps it.") : t("You gave away a draw here. Find a move that keeps it.");
  return {
    title: t("Problem {number}", { number: index + 1 }),
    say: [moverWords(game, position), aim, t("Make it on the board.")].filter(Boolean).join(" "),
    position,
    done: { moves: 1, last: moves },
    missed: won ? t("That gives the win away. Try again.") : t("That loses. Try again."),
    after: moves.length > 1 ? t("Right. These moves keep it: {moves}.", { moves: moves.join(" ") }) : t("Right: {move} is the only move.", { move: best }),
  };
}

// The mistakes of a person in a game, from its scorecard and the studies of its positions.
export function found({ game, rules, machine }, graded, studies, day) {
  return graded.flatMap(({ player, was, grade }, index) => {
    const best = studies[index]?.best;
    if (grade !== "blunder" || (machine >> player) & 1 || !best?.length) return [];
    return [{ game, rules, position: studies[index].position, best: best.join(" "), was, stage: 0, due: day }];
  });
}

// Asks the analysis about the games that have not been looked at, one after the other. A question of
// the panel "Analysis" stops it; the game is asked about again the next time.
export class Examiner {
  // `changed()`: a game has been looked at.
  constructor(mistakes, log, link, changed) {
    Object.assign(this, { mistakes, log, link, changed, id: null, game: null, studies: [] });
    this.failed = new Set(); // games that could not be looked at; they are tried again after a reload
  }

  next() {
    this.id = null;
    const game = this.mistakes.unseen(this.log).find(({ since }) => !this.failed.has(since));
    if (!game) return;
    const record = recordText({ start: game.start, moves: game.moves.split(" ").filter(Boolean) }, gameOf(game.game));
    Object.assign(this, { game, studies: [], id: nextNumber() });
    if (record.length > LONGEST) return this.end([]); // the server would refuse it
    this.link().send({ t: "study", id: this.id, game: game.game, rules: game.rules, record });
  }

  // Handle an answer of the analysis.
  take(message) {
    if (this.id === null || message.id !== this.id) return;
    if (message.error) {
      this.failed.add(this.game.since);
      this.next();
    } else if (message.t === "studied") this.studies[message.at] = message;
    else if (message.t === "scorecard") this.end(found(this.game, message.moves, this.studies, this.mistakes.day()));
  }

  end(mistakes) {
    this.mistakes.merge(mistakes);
    this.mistakes.seen(this.game, this.log);
    this.changed();
    this.next();
  }
}
