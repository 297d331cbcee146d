// What is known of a game, in words. Values come from the exact search; nothing is guessed.

export const SIDES = ["Sun", "Moon"];
export const GRADES = { best: "best move", good: "good move", blunder: "blunder" };

const OUTCOMES = { win: "wins", lose: "loses", tie: "draws" };
const DIRECTIONS = { N: "north", E: "east", S: "south", W: "west" };

export function turns(number) {
  return number === 1 ? "1 turn" : `${number} turns`;
}

// The winner (0 or 1) of a position, or null for a draw; undefined where it is not known.
export function winner(study, turn) {
  if (!study || study.value === null) return undefined;
  if (study.value === "tie") return null;
  return study.value === "win" ? turn : 1 - turn;
}

// Who wins in how many.
export function sentence(study, turn) {
  if (!study) return "Looking at it …";
  const who = winner(study, turn);
  if (study.verdict !== "undecided") {
    return who === null ? "The game is over: a draw." : `The game is over: ${SIDES[who]} has won.`;
  }
  const mover = SIDES[turn];
  if (who === undefined) return `${mover} to play. Not known yet: too few tiles lie on the board for an exact answer.`;
  if (who === null) return `${mover} to play. With best play on both sides it is a draw.`;
  const soon = study.remoteness === null ? "" : ` in ${turns(study.remoteness)}`;
  const how = who === turn ? "if it plays the best moves" : "whatever is played";
  return `${mover} to play. ${SIDES[who]} wins${soon}, ${how}.`;
}

// "flip b2 to the east", "place on c3, up side".
export function stepWords(step) {
  const cell = step.slice(0, 2);
  const last = step[2];
  return last in DIRECTIONS ? `flip ${cell} to the ${DIRECTIONS[last]}` : `place on ${cell}, ${last === "U" ? "up" : "down"} side`;
}

// "wins in 3 turns", for the player who makes the step.
export function valueWords(value, left) {
  if (value === null) return "not known";
  return left === null ? OUTCOMES[value] : `${OUTCOMES[value]} in ${turns(left)}`;
}

// A text with what stands between backticks as code.
export function withCode(text) {
  return text.split("`").map((part, number) => {
    if (number % 2 === 0) return part;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}
