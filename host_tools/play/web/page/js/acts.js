// The short label of what the board asks for. Defined only here.

import { gameOf } from "./games.js";
import { t } from "./language.js";

// By the value of `ask`. A game with labels of its own defines them in its module.
export const ACTS = {
  calibrate: t("act|Clear the board"),
  accept: t("act|Check the cells"),
  gain: t("act|Put tiles"),
  idle: t("act|No game"),
  menu: t("act|Menu"),
  phone: t("act|Enter the code"),
  resume: t("act|Go on?"),
  restore: t("act|Set up"),
  fix: t("act|Put it right"),
  wait: t("act|Wait"),
  lift: t("act|Lift"),
  put: t("act|Set down"),
  place: t("act|Place"),
  give: t("act|Give"),
};
const BOARD = t("act|Board's turn");
const FRIEND = t("act|Friend's turn");
const WRONG = new Set(["fix", "restore"]);

// The result as a label.
function ended({ game, result, turn, machine }) {
  if (result === "tie") return t("act|Draw");
  const winner = result === "win" ? turn : 1 - turn;
  if (machine === 1 || machine === 2) return (machine >> winner) & 1 ? t("act|You lose") : t("act|You win");
  return t("act|{side} wins", { side: gameOf(game).sides[winner] });
}

// `serves`: whether the page moves tiles for the player. Returns the label and the state of the light
// beside it: "yours", "board", "wrong" or "over".
export function actOf(state, serves) {
  const { phase, ask, step, game } = state;
  if (phase !== "match") return { word: ACTS[ask] ?? "", light: "board" };
  if (ask === "over") return { word: ended(state), light: "over" };
  if (serves && ask === "restore") return { word: ACTS.wait, light: "board" };
  if (WRONG.has(ask)) return { word: ACTS[ask], light: "wrong" };
  const carried = typeof step === "number"; // the player carries out the board's move
  if (ask === "wait" || (serves && carried)) return { word: state.friend ? FRIEND : BOARD, light: "board" };
  return { word: (!carried && gameOf(game).acts?.[ask]) || ACTS[ask], light: carried ? "board" : "yours" };
}
