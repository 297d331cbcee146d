// Trays are drawn where there is room: behind and in front of the plate as on the table, in two rows
// each with smaller tiles, or beside the plate.

const GAP_MM = 6; // between plate and tray
const RIM_MM = 4; // of a tray, around its tiles
const FRONT_MM = 4; // visible height of its front
const SMALLER = 0.75;
const ROW = 4; // a tray with fewer tiles is not split into two rows

// A grid of places for `count` tiles around the point (0, 0), row by row.
function grid(count, columns, pitch) {
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, k) => ({
    x: ((k % columns) - (columns - 1) / 2) * pitch,
    y: (Math.floor(k / columns) - (rows - 1) / 2) * pitch,
  }));
}

// How far the places of a tray reach from its centre.
const half = (places, key) => Math.max(0, ...places.map((place) => place[key]));

// All layouts of the trays: { slots, left, top, right, bottom }. `homes`: [id, tray, x, y] of each
// tile; tray 0 is in front of the plate, 1 behind it.
export function arrangements(homes, plate, radius, pitch) {
  const trays = [0, 1].map((tray) => homes.filter((home) => home[1] === tray));
  const way = (size, spread) => {
    const slots = trays.flatMap((tray, owner) => {
      const places = spread(tray, owner);
      return tray.map(([id, , x, y], k) => ({ id, tray: owner, x, y, at: places[k], size }));
    });
    const reach = radius * size + RIM_MM;
    const [xs, ys] = ["x", "y"].map((key) => slots.map(({ at }) => at[key]));
    return {
      slots,
      left: Math.min(plate.left, ...xs.map((x) => x - reach)),
      right: Math.max(plate.right, ...xs.map((x) => x + reach)),
      top: Math.min(plate.top, ...ys.map((y) => y - reach)),
      bottom: Math.max(plate.bottom, ...ys.map((y) => y + reach + FRONT_MM)),
    };
  };
  const middle = { x: (plate.left + plate.right) / 2, y: (plate.top + plate.bottom) / 2 };
  // Behind or in front of the plate.
  const across = (columns, size) => (tray, owner) => {
    const places = grid(tray.length, columns(tray), pitch * size);
    const away = GAP_MM + radius * size + RIM_MM + half(places, "y");
    const y = owner ? plate.top - away - FRONT_MM : plate.bottom + FRONT_MM + away;
    // The first tiles are next to the plate.
    return places.map((place) => ({ x: middle.x + place.x, y: owner ? y - place.y : y + place.y }));
  };
  const beside = (tray, owner) => {
    const rows = Math.min(tray.length, Math.floor((plate.bottom - plate.top) / pitch));
    const places = grid(tray.length, Math.ceil(tray.length / Math.max(1, rows)), pitch);
    const away = GAP_MM + radius + RIM_MM + half(places, "x");
    const x = owner ? plate.right + away : plate.left - away;
    return places.map((place) => ({ x: x + place.x, y: middle.y + place.y }));
  };
  const inRow = (tray) => Math.max(1, tray.filter(([, , , y]) => y === tray[0][3]).length);
  const narrow = (tray) => Math.max(ROW, Math.ceil(tray.length / 2));
  return [way(1, across(inRow, 1)), way(SMALLER, across(narrow, SMALLER)), way(1, beside)];
}
