// Saves a drawing of the page as an image file.

const WIDTH = 960; // pixels
const NAMES = [
  "display", "fill", "fill-opacity", "font-family", "font-size", "font-weight", "opacity", "paint-order", "stroke",
  "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor",
];

// A copy of the drawing with the computed styles written into it, as it has no style sheets elsewhere.
// The drawing must be in the page.
function styled(drawing) {
  const copy = drawing.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [drawing, ...drawing.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of NAMES) copies[index].setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}

// An SVG drawing with a viewBox as a canvas of this width in pixels, on `ground`.
export async function drawn(drawing, width, ground = null) {
  const { width: across, height: down } = drawing.viewBox.baseVal;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * down) / across);
  const copy = styled(drawing);
  copy.setAttribute("display", "block");
  copy.setAttribute("width", canvas.width);
  copy.setAttribute("height", canvas.height);
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const context = canvas.getContext("2d");
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0);
  return canvas;
}

// The canvas as a PNG file.
export async function photo(drawing) {
  const canvas = await drawn(drawing, WIDTH);
  return new Promise((made) => canvas.toBlob(made, "image/png"));
}

// Save a file from the browser.
export function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
