// How players do against the board, from the games that are stored.

// Won, drawn and lost games against the board, by player, game, rules and level:
// [{ name, game, rules, level, won, drawn, lost }]; `name`: "" where none was given.
export function progress(games) {
  const rows = new Map();
  for (const { game, rules, level, machine, friend, names, score } of games) {
    if (friend || (machine !== 1 && machine !== 2) || score === "*") continue;
    const name = names?.[2 - machine] ?? "";
    const key = JSON.stringify([name, game, rules, level]);
    const row = rows.get(key) ?? { name, game, rules, level, won: 0, drawn: 0, lost: 0 };
    const own = machine === 2 ? "1-0" : "0-1";
    row[score === own ? "won" : score === "½-½" ? "drawn" : "lost"] += 1;
    rows.set(key, row);
  }
  return [...rows.values()];
}

// The last ratings by the fair opponent, by player and game: [{ name, player, game, rules, rating, games }].
// `games`: the newest first.
export function ratings(games) {
  const rows = new Map();
  for (const { game, rules, machine, names, fair } of games) {
    if (!fair) continue;
    const name = names?.[2 - machine] ?? "";
    const key = JSON.stringify([name, fair.player, game, rules]);
    if (!rows.has(key)) rows.set(key, { name, game, rules, ...fair });
  }
  return [...rows.values()];
}
