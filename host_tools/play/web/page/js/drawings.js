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

// The plain game `shared` with what `draw(shared, tools)` gives. `failed(error)` is called for each fault.
export function drawn(shared, draw, tools, failed) {
  const attempt = (act, instead) => {
    try {
      return act() ?? instead();
    } catch (error) {
      failed(error);
      return instead();
    }
  };
  const guarded = ([key, own]) => {
    const plain = shared[key];
    if (typeof plain !== typeof own && key in shared) {
      failed(new TypeError(`${key} is of another type`));
      return [key, plain];
    }
    if (typeof own !== "function") return [key, own];
    return [key, function (...words) {
      return attempt(() => own.apply(this, words), () => plain?.apply(this, words));
    }];
  };
  const own = attempt(() => Object.entries(draw(shared, tools)), () => []);
  const { name, rows, columns } = shared;
  return { ...shared, ...Object.fromEntries(own.map(guarded)), name, rows, columns };
}
