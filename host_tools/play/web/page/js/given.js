// How often a level gave a better result away in measured games, from given.json: by game and rules,
// for each level [decisions that did, all decisions]. `lodeboard lab levels-given-away` writes it.

import { t } from "./language.js";

let figures = null;

// A sentence about a level; "" where nothing was measured.
export async function givenWords(game, rules, level) {
  figures ??= fetch("given.json").then((answer) => answer.json());
  const [given, decisions] = (await figures)[[game, rules].filter(Boolean).join(" ")]?.[level] ?? [];
  return decisions ? t("In test games, this level gave a better result away in {given} of {decisions} decisions.", { given, decisions }) : "";
}
