// The games with friends that this browser keeps, and what a friend's link means to them. A game:
//
//   number, game, rules, start, players   as the link says
//   me        the player at this page, 0 or 1; null: we only watch
//   moves, positions, turns, verdict      as far as it has come
//   at, by, offer, says, link             of the last link, ours or the friend's
//   since     when that was, in ms
//   over      why it has ended other than by the rules: "agreed", "resigned", or ""
//   other     a link that goes on otherwise, until one is chosen; or null

import { stored } from "./preferences.js";

const STORED_AS = "lodeboard-friends";
const MOST = 100;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

// A number for a new game, by chance.
export function newNumber() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

// Whether a game goes on from another.
export const isPrefix = (short, long) => short.length <= long.length && short.every((move, index) => move === long[index]);

// The number of moves before the last turn of a player.
export function turnBefore({ moves, turns }, player) {
  let length = moves.length;
  while (length && turns[length - 1] !== player) length -= 1;
  while (length && turns[length - 1] === player) length -= 1;
  return length;
}

// What a link that was read means to the game of its number, if there is one:
//
//   new      a game that is not known here
//   own      sent by the player at this page
//   again    the last link of the friend, opened again
//   older    the game has gone on since
//   next     it goes on
//   branch   it goes on otherwise than here
//   unasked  it agrees to what was not offered
//   foreign  another game under the same number
//   over     the game has ended
export function meaning(game, turn) {
  if (!game) return "new";
  if (game.game !== turn.game || game.rules !== turn.rules || game.start !== turn.start) return "foreign";
  if (turn.link === game.link) return game.by === game.me && game.me !== null ? "own" : "again";
  if (game.me === null) return turn.at > game.at ? "next" : "older";
  if (turn.by === null || turn.by === game.me) return "own";
  if (turn.at < game.at) return isPrefix(turn.moves, game.moves) ? "older" : "branch";
  if (game.over) return "over";
  return answers(game, turn);
}

function answers(game, turn) {
  const asked = game.by === game.me ? game.offer : "";
  if (turn.offer === "agreed") return asked === "draw" && isPrefix(turn.moves, game.moves) ? "next" : "unasked";
  if (turn.offer === "taken") {
    const left = turnBefore(game, game.me);
    return asked === "back" && turn.moves.length === left && isPrefix(turn.moves, game.moves) ? "next" : "unasked";
  }
  if (!isPrefix(game.moves, turn.moves)) return "branch";
  const moved = turn.moves.length > game.moves.length;
  // Two links of the same number: only if the friend had moved before he read ours.
  return turn.at > game.at || game.by !== game.me || moved ? "next" : "older";
}

// The game after a link that is taken; `game` as it was before, if known.
export function taken(game, turn, now) {
  const { number, rules, start, players, moves, positions, turns, verdict, at, by, offer, says, link } = turn;
  const me = game ? game.me : by === null ? null : 1 - by;
  const over = offer === "agreed" || offer === "resigned" ? offer : "";
  return { number, game: turn.game, rules, start, me, players, moves, positions, turns, verdict, at, by, offer, says, link, since: now, over, other: null };
}

// Whether it is this page's turn.
export const mine = ({ me, over, verdict, turns, other }) => !other && !over && verdict === "undecided" && turns.at(-1) === me;

// Whether nothing more can happen in the game.
export const ended = ({ over, verdict }) => Boolean(over) || verdict !== "undecided";

// Who has won, 0 or 1, or null.
export function winner({ over, verdict, turns, by }) {
  if (over === "resigned") return 1 - by;
  return over ? null : { win: turns.at(-1), lose: 1 - turns.at(-1) }[verdict] ?? null;
}

// Whether a value from a file or another version of the page is such a game.
function isGame(value) {
  const texts = ["number", "game", "rules", "start", "verdict", "offer", "says", "link", "over"];
  const lists = ["players", "moves", "positions", "turns"];
  return Boolean(value) && texts.every((name) => typeof value[name] === "string") && lists.every((name) => Array.isArray(value[name])) && Number.isFinite(value.at) && Number.isFinite(value.since);
}

export class FriendGames {
  constructor(store = stored) {
    this.store = store;
  }

  // All games, the last changed first. What another version of the page has stored is left out.
  get all() {
    try {
      return JSON.parse(this.store.get(STORED_AS) ?? "[]").filter(isGame);
    } catch {
      return [];
    }
  }

  // Add games from a file; the number of those that are new.
  merge(games) {
    const more = games.filter((game) => isGame(game) && !this.get(game.number));
    for (const game of more) this.put(game);
    return more.length;
  }

  get(number) {
    return this.all.find((game) => game.number === number) ?? null;
  }

  put(game) {
    this.write([game, ...this.all.filter(({ number }) => number !== game.number)]);
    return game;
  }

  remove(number) {
    this.write(this.all.filter((game) => game.number !== number));
  }

  // Ended games are the first to go.
  write(games) {
    const kept = games.length <= MOST ? games : [...games.filter((game) => !ended(game)), ...games.filter(ended)].slice(0, MOST);
    this.store.set(STORED_AS, JSON.stringify(kept));
  }
}
