// Making SVG elements.

const SVG = "http://www.w3.org/2000/svg";

// An element with attributes and children; a child that is text becomes text.
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The same within a parent.
export function draw(parent, ...made) {
  const element = svg(...made);
  parent.append(element);
  return element;
}
