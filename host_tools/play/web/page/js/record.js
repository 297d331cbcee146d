// A game as text: a record, a sheet, a link. host_tools/games/analysis/pasted.py reads what is pasted; this
// module recognises links in the page's address and finds text that is too long to send. A record is
// { start, moves, names, turns }: `moves` by coordinates, `names` in the usual notation.

import { language, said, t } from "./language.js";

const WRAPPING = 120; // characters of a question in addition to its text: game, rules and number
const GAME = /^#(?:g|game|rules)(?:=|%(?:25)*3d)/i;

// Whether the hash of the page's address holds a position or a game.
export const holdsGame = (hash) => GAME.test(hash);

// Why a text cannot be sent, or "". `longest`: of a message, in characters; the server refuses a longer one.
export function tooLong(record, longest) {
  const over = JSON.stringify({ t: "study", record }).length + WRAPPING - longest;
  return over > 0 ? t("The text is {count} characters too long. Leave out comments, or paste a single game.", { count: over.toLocaleString(language) }) : "";
}

// Why the server could not read it.
export const reasonWords = (error) => t("Not valid: {reason}.", { reason: said(error) });

// The game up to position `at`.
export function upTo({ start, moves, names, turns, verdict, drawn }, index) {
  const end = index === moves.length ? { verdict, drawn } : {};
  return { start, turns, moves: moves.slice(0, index), names: names.slice(0, index), ...end };
}

// Rows with the moves of both players in a round: { number, moves: [[k ...], [k ...]] }, k from 1;
// `turns`: the player of each move; `ply`: the number of moves before the first.
export function lines(turns, ply) {
  const found = [];
  let number = Math.floor(ply / 2) + 1;
  turns.forEach((side, index) => {
    if (!found.length || (side === 0 && found.at(-1).moves[1].length)) {
      found.push({ number, moves: [[], []] });
      number += 1;
    }
    found.at(-1).moves[side].push(index + 1);
  });
  return found;
}

// "{The game is a draw: stalemate.} 1/2-1/2": how a game ended, by who would be to act; or "".
function resultText({ turns, verdict, drawn }) {
  const score = { win: ["1-0", "0-1"], lose: ["0-1", "1-0"], tie: ["1/2-1/2", "1/2-1/2"] }[verdict];
  if (!score) return "";
  return `${verdict === "tie" ? `{${said(drawn)}} ` : ""}${score[turns.at(-1)]}`;
}

// "1.c4 e4 2.Nb3 f4"
function sheetText(record, game) {
  const { start, names, turns } = record;
  const words = lines(turns.slice(0, names.length), game.plyOf(start)).map(({ number, moves }) => {
    const [first, second] = moves.map((each) => each.map((k) => names[k - 1]).join(" "));
    return first ? `${number}.${first}${second && ` ${second}`}` : `${number}...${second}`;
  });
  return [...(start === game.empty ? [] : [`position ${start}\n`]), [...words, resultText(record)].filter(Boolean).join(" ")].join("");
}

// "1. a1U  2. a1Eb2U"
export function recordText({ start, moves }, game) {
  const lines = start === game.empty ? [] : [`position ${start}`];
  if (moves.length) lines.push(moves.map((move, index) => `${index + 1}. ${move}`).join("  "));
  return lines.join("\n");
}

// The record in the usual notation of its game.
export const written = (record, game) => (game.sheet ? sheetText : recordText)(record, game);

// The moves of a game of the board that are whole turns, and the first part of an unfinished one.
export function wholeTurns({ position, moves }) {
  const half = position.includes(";");
  return half ? [moves.slice(0, -1), moves.at(-1)] : [moves, ""];
}

// The times in such a link, in milliseconds; undefined without any, or if one is up.
export const timesIn = (hash) => /&c=([1-9]\d*)\.([1-9]\d*)/.exec(hash)?.slice(1).map((tenths) => 100 * tenths);

// The record as the hash of the page's address:
//
//   #game=flip&rules=magic&g=position.1_---d-duD-U--D-Du.d1Wb1U.d2Nd2D&n=2
//
// It contains nothing that messengers encode or take for the end of a link. The number of moves comes
// last, so that a truncated link is noticed. Before it, c=1800.1543: what a clock has left for each player,
// in tenths of a second; `clock`: in milliseconds.
export function linkText({ start, moves, clock }, game, rules) {
  const from = start === game.empty && moves.length ? [] : ["position", ...start.split(" ")];
  const times = clock ? `&c=${clock.map((ms) => Math.ceil(ms / 100)).join(".")}` : "";
  return `#game=${game.name}&rules=${rules}&g=${[...from, ...moves].join(".")}${times}&n=${moves.length}`;
}
