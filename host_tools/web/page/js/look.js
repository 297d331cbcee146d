// What is chosen of the page itself: light or dark, the size of its text, the volume. It is kept in
// this browser.

const KEPT = "lodeboard-look-";

export class Look {
  constructor(box, sound) {
    const root = document.documentElement.style;
    const uses = {
      scheme: (value) => { root.colorScheme = value; },
      text: (value) => { root.fontSize = value; },
      volume: (value) => sound.turnTo(Number(value) / 10),
    };
    for (const [name, use] of Object.entries(uses)) {
      const input = box.querySelector(`[data-part='${name}']`);
      const kept = localStorage.getItem(KEPT + name);
      if (kept !== null) input.value = kept;
      if (input.selectedIndex === -1) input.value = ""; // kept by another version
      use(input.value);
      input.addEventListener("input", () => {
        localStorage.setItem(KEPT + name, input.value);
        use(input.value);
      });
    }
  }
}
