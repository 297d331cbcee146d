// The values of a game in words. They come from the exact search; nothing is guessed.

import { language, t } from "./language.js";

export const GRADES = { best: t("best move"), good: t("good move"), blunder: t("blunder") };

const OUTCOMES = { win: t("wins"), lose: t("loses"), tie: t("draws") };

// The distance to the end: "1 turn", "3 turns".
function distance(number, { unit }) {
  return t("{number} {unit}", { number, unit: unit[number === 1 ? 0 : 1] });
}

// The winner (0 or 1) of a position, null for a draw, undefined if not known.
export function winner(study, turn) {
  if (!study || study.value === null) return undefined;
  if (study.value === "tie") return null;
  return study.value === "win" ? turn : 1 - turn;
}

// The winner and the distance to the win.
export function sentence(study, turn, game) {
  const { sides, things, unknown } = game;
  if (!study) return t("Analysing …");
  const who = winner(study, turn);
  if (study.verdict !== "undecided") {
    return who === null ? t("The game is over: a draw.") : t("The game is over: {side} has won.", { side: sides[who] });
  }
  const values = { mover: sides[turn], side: sides[who] };
  if (study.chance !== undefined) {
    return t("{mover} to play, and wins {chance} % of games, if both play their best moves.", { ...values, chance: (100 * study.chance).toLocaleString(language, { maximumFractionDigits: 1 }) });
  }
  if (who === undefined) return `${t("{mover} to play.", values)} ${unknown ?? t("Not known yet: too few {things} lie on the board for an exact answer.", { things })}`;
  if (who === null) return t("{mover} to play. With best play on both sides it is a draw.", values);
  const best = who === turn;
  if (study.remoteness === null) {
    return best ? t("{mover} to play. {side} wins, if it plays the best moves.", values) : t("{mover} to play. {side} wins, whatever is played.", values);
  }
  values.soon = distance(study.remoteness, game);
  return best ? t("{mover} to play. {side} wins in {soon}, if it plays the best moves.", values) : t("{mover} to play. {side} wins in {soon}, whatever is played.", values);
}

// "wins in 3 turns", for the player who makes the step.
export function valueWords(value, left, game) {
  if (value === null) return t("not known");
  return left === null ? OUTCOMES[value] : t("{wins} in {soon}", { wins: OUTCOMES[value], soon: distance(left, game) });
}

// The choice of the board's own player where no value is proved; an opinion only.
export function opinionWords(opinion) {
  if (!opinion) return "";
  const { name, nodes } = opinion;
  if (!nodes) return t("The board's player would choose {name}: its opinion, not a proof.", { name });
  return t("The board's player would choose {name}: its opinion after looking at {count} positions, not a proof.", { name, count: nodes.toLocaleString(language) });
}

// A text in which parts in backticks become code.
export function withCode(text, element = "code") {
  return text.split("`").map((part, number) => {
    if (number % 2 === 0) return part;
    const code = document.createElement(element);
    code.textContent = part;
    return code;
  });
}
