// The faces of the tiles. The picture shows the owner (sun, moon), and its drawing the side (filled:
// up; outline: down), so neither needs colour.

const RAYS = 8;

function polar(radius, turn) {
  const angle = 2 * Math.PI * turn;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}

function rays(inner, outer, half) {
  return Array.from({ length: RAYS }, (_, ray) => {
    const turn = ray / RAYS;
    return `M${polar(inner, turn - half)}L${polar(outer, turn)}L${polar(inner, turn + half)}Z`;
  }).join("");
}

function crescent(outer, inner, dx, dy) {
  // The circles intersect at distance `along` on the line between their centres.
  const apart = Math.hypot(dx, dy);
  const along = (outer ** 2 - inner ** 2 + apart ** 2) / (2 * apart);
  const half = Math.sqrt(outer ** 2 - along ** 2);
  const [ux, uy] = [dx / apart, dy / apart];
  const horn = (side) => `${(along * ux - side * half * uy).toFixed(2)} ${(along * uy + side * half * ux).toFixed(2)}`;
  return `M${horn(1)}A${outer} ${outer} 0 1 1 ${horn(-1)}A${inner} ${inner} 0 1 0 ${horn(1)}Z`;
}

function star(x, y, size) {
  const waist = size * 0.24;
  const points = [[0, -size], [waist, -waist], [size, 0], [waist, waist], [0, size], [-waist, waist], [-size, 0], [-waist, -waist]];
  return `M${points.map(([px, py]) => `${(x + px).toFixed(2)} ${(y + py).toFixed(2)}`).join("L")}Z`;
}

const PICTURES = [
  { filled: `<circle r="4.9"/><path d="${rays(6.4, 11.2, 0.042)}"/>`, outline: `<circle r="4.7"/><path d="${rays(6.9, 10.9, 0.036)}"/>` },
  {
    filled: `<path d="${crescent(9, 7.4, 4.1, -2.4)}"/><path d="${star(4.9, -3, 3.7)}"/>`,
    outline: `<path d="${crescent(8.7, 7.2, 4.3, -2.5)}"/><path d="${star(5, -3.1, 3.2)}"/>`,
  },
];

// The SVG markup of one face, 32 mm across.
export function face(owner, up) {
  const side = up ? "up" : "down";
  const picture = PICTURES[owner][up ? "filled" : "outline"];
  const rim = up ? '<circle class="band" r="13.9"/>' : '<circle class="groove" r="14.2"/><circle class="groove" r="12.9"/>';
  return `<svg class="${side}" viewBox="-16 -16 32 32"><circle class="body" r="16"/><circle class="bevel" r="15.6"/>${rim}<g class="picture">${picture}</g></svg>`;
}
