// Saves what the analysis shows as a file; each returns the message to show.

import { animation } from "./animation.js";
import { diagram } from "./diagram.js";
import { titleOf } from "./games.js";
import { t } from "./language.js";
import { photo, save } from "./photo.js";
import { reviewFile } from "./reviewfile.js";

// "flip-3.png" of a position, "flip.gif" of a game.
export const fileName = ({ name }, kind, at = null) => (at === null ? `${name}.${kind}` : `${name}-${at}.${kind}`);

// A picture of a position with these steps; it is drawn in `place` meanwhile.
export async function savePhoto({ game }, position, steps, here, place) {
  const drawing = diagram(position, game, steps);
  place.replaceChildren(drawing);
  save(await photo(drawing), fileName(game, "png", here));
  place.replaceChildren();
  return t("The picture has been saved.");
}

// The whole game as an animation.
export async function saveAnimation({ course, game }, place) {
  save(await animation(course, game, place), fileName(game, "gif"));
  return t("The animation has been saved.");
}

// The whole game as an HTML review.
export async function saveReview({ course, studies, graded, players, game }, rules, plain) {
  const title = titleOf(game.name) ?? game.name;
  save(await reviewFile({ course, studies, graded, players }, { title, rules, plain }), fileName(game, "html"));
  return t("The review has been saved.");
}
