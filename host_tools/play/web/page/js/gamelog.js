// The games that were played on this page, stored in this browser:
//
//   since           when it began, in ms
//   game, rules     what was played
//   start, moves    the moves in one text, with blanks between
//   machine, level  whom the board played, as its state says, and how well; friend: a friend elsewhere did
//   clock           the milliseconds left to each, if there was a clock
//   names           of the players, "" where none was given
//   fair            what the board said last of its fair opponent: { player, rating, games }; or null
//   score           "1-0", "0-1", "½-½", or "*": it has not ended
//   board           true: played without the page and read from the board, at the time `since`
//   gone            true: forgotten; the board may still have it, so it is not stored again

import { stored } from "./preferences.js";
import { wholeTurns } from "./record.js";

const STORED_AS = "lodeboard-games";
const MOST = 100; // of the page, and as many of boards and forgotten ones
const SCORES = { "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½" };
const NO_NAMES = ["", ""];
const FEW = 2; // moves; a game with fewer that was not ended is not stored

// Whether a value from a file or another version of the page is such a game.
export function isGame(value) {
  const texts = ["game", "rules", "start", "moves", "level", "score"];
  const { names = NO_NAMES, fair = null } = value ?? {}; // older versions stored none
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string" || name.length > 100)) return false;
  if (fair !== null && !["player", "rating", "games"].every((name) => Number.isFinite(fair[name]))) return false;
  return Boolean(value) && Number.isFinite(value.since) && Number.isInteger(value.machine) && texts.every((name) => typeof value[name] === "string" && value[name].length < 8000);
}

function scoreOf({ result, turn }) {
  if (!result) return "*";
  if (result === "tie") return "½-½";
  return (result === "win" ? turn : 1 - turn) === 0 ? "1-0" : "0-1";
}

// A game as a board sends it: see firmware/lodeboard/storage/past.py. Null for anything else.
function readPast(line, since) {
  const fields = String(line).split("\t");
  const [variant, machine, level, score, start, moves] = fields;
  const [game, rules = ""] = variant.split("/");
  const who = Number(machine);
  // 4 is added where a friend elsewhere played in the board's place.
  const read = { since, game, rules, start, moves, machine: Number.isInteger(who) ? who & 3 : NaN, friend: who > 3, level, names: NO_NAMES, score: SCORES[score], board: true };
  return fields.length === 6 && game && isGame(read) ? read : null;
}

const sameStart = (one, other) => ["game", "rules", "start"].every((name) => one[name] === other[name]);

// Whether a stored game is this one as it was before.
const isEarlier = (one, game) => sameStart(one, game) && (one.score === "*" ? `${game.moves} `.startsWith(`${one.moves} `) : one.moves === game.moves && one.score === game.score);

const contents = ({ game, rules, start, moves }) => [game, rules, start, moves].join();

// The names given in the settings of the page.
const namesNow = () => ["first", "second"].map((part) => (stored.get(`lodeboard-look-${part}`) ?? "").trim());

export class GameLog {
  constructor(store = stored, clock = () => Date.now(), names = namesNow) {
    Object.assign(this, { store, clock, names, now: null });
  }

  // All games, the newest first.
  get all() {
    return this.stored.filter(({ gone }) => !gone);
  }

  get stored() {
    try {
      return JSON.parse(this.store.get(STORED_AS) ?? "[]").filter(isGame);
    } catch {
      return [];
    }
  }

  write(games) {
    const left = { true: MOST, false: MOST };
    const newest = games.sort((one, other) => other.since - one.since).filter(({ board, gone }) => left[Boolean(board || gone)]-- > 0);
    this.store.set(STORED_AS, JSON.stringify(newest));
  }

  // Add the lines of a board, the newest first, except for games that are here. Returns the number of new
  // ones.
  addPast(lines) {
    const { stored } = this;
    const known = new Set(stored.map(contents));
    const now = this.clock();
    const more = [];
    for (const [index, line] of lines.entries()) {
      const game = readPast(line, now - index);
      if (!game || known.has(contents(game))) continue;
      known.add(contents(game));
      more.push(game);
    }
    if (more.length) this.write([...stored, ...more]);
    return more.length;
  }

  // Handle a line of the board. `teaching`: the moves are those of a lesson.
  hear(line, teaching) {
    if (line?.t !== "state" || line.phase !== "match" || !Array.isArray(line.moves) || teaching) return;
    const [moves] = wholeTurns(line);
    const { game, rules, start, machine, level, friend = false, fair = null } = line;
    const now = { game, rules, start, moves: moves.join(" "), machine, level, friend, clock: line.clock?.left, names: this.names(), fair, score: scoreOf(line) };
    this.now = { since: this.began(now, moves.length), ...now };
    if (now.score !== "*" || moves.length > FEW) this.put(this.now);
  }

  // When a game of so many moves began. A stored one goes on after a reload and after a lesson, which begins
  // another for a moment; a second page of this board stores the same one.
  began(game, count) {
    const { now, stored: all } = this;
    // Without a move after there were some, another game has begun.
    const goesOn = now && sameStart(now, game) && (count || !now.moves);
    if (goesOn && (count <= FEW || all.some(({ since }) => since === now.since))) return now.since;
    const known = all.find((one) => isEarlier(one, game)) ?? (goesOn && now);
    return known ? known.since : this.clock();
  }

  // A game is known by when it began.
  put(game) {
    const { stored: all } = this;
    const known = all.find(({ since }) => since === game.since);
    const same = known?.gone ? known.moves === game.moves && known.score === game.score : JSON.stringify(known) === JSON.stringify(game);
    if (!same) this.write([game, ...all.filter((one) => one !== known)]);
  }

  remove(since) {
    this.write(this.stored.flatMap((game) => (game.since !== since ? [game] : game.score !== "*" ? [{ ...game, gone: true }] : [])));
  }

  // Add games from a file; the number of those that are new.
  merge(games) {
    const known = new Set(this.all.map(({ since }) => since));
    const more = games.filter((game) => isGame(game) && !known.has(game.since));
    const read = new Set(more.map(({ since }) => since));
    this.write([...this.stored.filter(({ since }) => !read.has(since)), ...more]);
    return more.length;
  }
}
