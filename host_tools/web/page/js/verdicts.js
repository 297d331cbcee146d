// What is known of a game, in words. Values come from the exact search; nothing is guessed.

export const GRADES = { best: "best move", good: "good move", blunder: "blunder" };

const OUTCOMES = { win: "wins", lose: "loses", tie: "draws" };

// "1 turn", "3 turns".
function distance(number, [one, many]) {
  return `${number} ${number === 1 ? one : many}`;
}

// The winner (0 or 1) of a position, or null for a draw; undefined where it is not known.
export function winner(study, turn) {
  if (!study || study.value === null) return undefined;
  if (study.value === "tie") return null;
  return study.value === "win" ? turn : 1 - turn;
}

// Who wins in how many.
export function sentence(study, turn, { sides, unit, thing, unknown }) {
  if (!study) return "Looking at it …";
  const who = winner(study, turn);
  if (study.verdict !== "undecided") {
    return who === null ? "The game is over: a draw." : `The game is over: ${sides[who]} has won.`;
  }
  const mover = sides[turn];
  if (who === undefined) return `${mover} to play. ${unknown ?? `Not known yet: too few ${thing}s lie on the board for an exact answer.`}`;
  if (who === null) return `${mover} to play. With best play on both sides it is a draw.`;
  const soon = study.remoteness === null ? "" : ` in ${distance(study.remoteness, unit)}`;
  const how = who === turn ? "if it plays the best moves" : "whatever is played";
  return `${mover} to play. ${sides[who]} wins${soon}, ${how}.`;
}

// "wins in 3 turns", for the player who makes the step.
export function valueWords(value, left, { unit }) {
  if (value === null) return "not known";
  return left === null ? OUTCOMES[value] : `${OUTCOMES[value]} in ${distance(left, unit)}`;
}

// What the board's own player would choose, where nothing is proved; it is no more than that.
export function opinionWords(opinion) {
  if (!opinion) return "";
  const seen = opinion.nodes ? ` after looking at ${opinion.nodes.toLocaleString("en")} positions` : "";
  return `The board's player would choose ${opinion.name}: its opinion${seen}, not a proof.`;
}

// A text with what stands between backticks as code.
export function withCode(text, element = "code") {
  return text.split("`").map((part, number) => {
    if (number % 2 === 0) return part;
    const code = document.createElement(element);
    code.textContent = part;
    return code;
  });
}
