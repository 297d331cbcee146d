// Teeko as it is drawn: round tiles, and a line of two moves named by its way.
export default (shared, { t }) => ({
  title: "Teeko",
  about: t("Four in a line or in a square win."),
  look: ({ owner }) => ({
    className: `owner-${owner}`,
    faces: `<svg class="face up" viewBox="-16 -16 32 32"><circle class="teeko" r="15" fill="${owner ? "#345" : "#d94"}"/></svg>`,
  }),
  turnWords(move, side) {
    const drops = move.length === 2;
    return drops ? t("{side} drops on {move}.", { side: shared.sides[side], move }) : shared.turnWords(move, side);
  },
});
