// A new Pico: the file to copy to it, and the three steps in pictures.

// Each picture is 160 by 104; lines have the colour of the text.
const PICTURES = [
  // Press the button while plugging in.
  `<rect x="56" y="34" width="96" height="42" rx="5"/>
   <path d="M56 46h-7v18h7M66 34v-4M78 34v-4M90 34v-4M102 34v-4M114 34v-4M126 34v-4M138 34v-4M66 76v4M78 76v4M90 76v4M102 76v4M114 76v4M126 76v4M138 76v4"/>
   <rect x="108" y="47" width="16" height="16" rx="2"/><circle cx="84" cy="55" r="7" class="lit"/>
   <path d="M2 55h10M12 45h18v20H12zM30 50h6v10h-6"/><path class="way" d="M11 84h27m-7-6 7 6-7 6M84 12v28m-6-7 6 7 6-7"/>
   <text x="96" y="20">BOOTSEL</text>`,
  // Copy the file to the drive.
  `<path d="M10 22h24l12 12v36H10zM34 22v12h12"/><text x="14" y="58">.uf2</text>
   <path class="way" d="M54 46h30m-8-7 8 7-8 7"/>
   <path d="M92 26h22l6 7h32v45H92z"/><text x="98" y="62">RPI-RP2</text>`,
  // The board with its lights on.
  `<rect x="38" y="10" width="84" height="84" rx="8"/>
   ${[0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => `<circle cx="${53 + 18 * column}" cy="${25 + 18 * row}" r="6" class="lit"/>`).join("")).join("")}
   <path d="M136 40v-18l14-3v18"/><circle cx="133" cy="40" r="3"/><circle cx="147" cy="37" r="3"/>`,
];

export const html = (t) => {
  const steps = [
    [t("BOOTSEL is held down while the USB plug goes in"), t("Hold BOOTSEL on the Pico while you plug it in. Then let go.")],
    [t("A file on its way to a drive called RPI-RP2"), t("Drag the file onto the drive RPI-RP2 that appears.")],
    [t("A board with all its lights on"), t("It starts by itself: the lights turn red, green and blue, then all magenta.")],
  ];
  const rows = steps.map(([alt, words], index) => `<li><svg viewBox="0 0 160 104" role="img" aria-label="${alt}">${PICTURES[index]}</svg><span>${words}</span></li>`);
  return `
  <details data-part="new" open>
    <summary>${t("A new Pico")}</summary>
    <div class="acts"><a data-part="uf2" download hidden></a></div>
    <ol class="steps">${rows.join("")}</ol>
    <p class="note">${t("The file has MicroPython, the firmware and all tables. What was on the Pico is erased: on a board in use, \"Install the firmware\" keeps settings, zeros and games.")}</p>
    <p class="note">${t("A Pico 2 does not take this file. Put MicroPython for it (RPI_PICO2) on it first, then connect it here. The firmware was not tried on its chip.")}</p>
  </details>`;
};

// Offer the file for a kind of board, from the site's index.
export function offer(link, uf2, t) {
  const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const size = new Intl.NumberFormat(document.documentElement.lang, oneDigit).format(uf2.bytes / 1e6);
  link.href = `firmware/${uf2.name}`;
  link.textContent = t("Download {name} ({size} MB)", { name: uf2.name, size });
  link.hidden = false;
}
