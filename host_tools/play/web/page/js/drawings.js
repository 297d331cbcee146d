// Drawings of games from outside: `page.js` beside a game's rules gives what differs from plain.js. Where it
// fails, plain.js draws. A file of its own, loaded only where there is such a game.

// By name: the function that a game's module has as its default.
async function load(name) {
  try {
    return [name, (await import(new URL(`games/${name}.js`, document.baseURI))).default];
  } catch (error) {
    return [name, () => { throw error; }];
  }
}

export const loadAll = async (names) => Object.fromEntries(await Promise.all(names.map(load)));

// Functions of the plain game whose answer may be null: an empty cell, a step without a place.
const NULLS = ["tileAt", "stepAt"];

const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);

// The plain game `shared` with what `draw(shared, tools)` gives. `failed(error)` is called for each fault.
export function drawn(shared, draw, tools, failed) {
  const guarded = (name, own, plain) => function (...words) {
    try {
      const found = own.apply(this, words);
      if (found !== undefined && (found !== null || !plain || NULLS.includes(name))) return found;
    } catch (error) {
      failed(error);
    }
    return plain?.apply(this, words);
  };
  // `whole`: objects such as the editor need give only what differs, too.
  const merged = (plain, own, whole) => {
    const part = ([name, mine]) => {
      const kind = kindOf(mine);
      if (name in plain && kindOf(plain[name]) !== kind) {
        failed(new TypeError(`${name} is of another type`));
        return [name, plain[name]];
      }
      if (kind === "function") return [name, guarded(name, mine, plain[name])];
      return [name, whole && kind === "object" ? merged(plain[name] ?? {}, mine) : mine];
    };
    return { ...plain, ...Object.fromEntries(Object.entries(own).map(part)) };
  };
  const { name, rows, columns } = shared;
  try {
    return { ...merged(shared, draw(shared, tools), true), name, rows, columns };
  } catch (error) {
    failed(error);
    return shared;
  }
}
