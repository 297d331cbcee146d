// The board's beeper. A piezo buzzes; here its notes sound like struck wooden bars: a soft attack,
// overtones that fade first, and a ringing end.

import { stored } from "./preferences.js";
import { t } from "./language.js";

const KEEP = "lodeboard.mute";
const LOUDEST = 0.2;
const OVERTONES = [[1, 1, 0.9], [2, 0.22, 0.4], [4, 0.12, 0.12]]; // multiple of the note, loudness, decay in s
const ATTACK_S = 0.006;
const RELEASE_S = 0.045;
const SILENCE = 0.001;

export class Sound {
  constructor(button, label) {
    this.button = button;
    this.label = label;
    this.muted = stored.get(KEEP) === "yes";
    this.loudness = 0;
    button.addEventListener("click", () => this.mute(!this.muted));
    // Browsers let a page sound only after the first touch or key.
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(kind, () => this.start(), { capture: true });
    }
    this.show();
  }

  start() {
    if (this.context) {
      if (this.context.state === "suspended") this.context.resume();
      return;
    }
    this.context = new AudioContext();
    this.gain = new GainNode(this.context, { gain: 0 });
    this.gain.connect(this.context.destination);
  }

  // Pairs of board time in ms and frequency in hertz; 0 hertz is silence.
  play(tones) {
    if (!this.context || this.context.state !== "running") return;
    const first = tones[0][0];
    const { currentTime } = this.context;
    this.gain.gain.setTargetAtTime(this.muted ? 0 : this.loudness, currentTime, 0.003);
    for (const [ms, hertz] of tones) {
      const at = currentTime + (ms - first) / 1000;
      this.release(at);
      if (hertz > 0) this.note = this.strike(hertz, at);
    }
  }

  // Start a note. Returns the node that fades it.
  strike(hertz, at) {
    const note = new GainNode(this.context, { gain: 1 });
    note.connect(this.gain);
    for (const [times, loud, lasts_s] of OVERTONES) {
      const part = new GainNode(this.context, { gain: 0 });
      part.gain.setValueAtTime(SILENCE, at);
      part.gain.linearRampToValueAtTime(loud, at + ATTACK_S);
      part.gain.exponentialRampToValueAtTime(SILENCE, at + lasts_s);
      const tone = new OscillatorNode(this.context, { frequency: hertz * times });
      tone.connect(part).connect(note);
      tone.start(at);
      tone.stop(at + lasts_s);
    }
    return note;
  }

  release(at) {
    this.note?.gain.setTargetAtTime(0, at, RELEASE_S);
    this.note = null;
  }

  silence() {
    this.gain?.gain.setTargetAtTime(0, this.context.currentTime, 0.003);
  }

  // From 0 to 1; squared, so that equal steps sound equal.
  turnTo(share) {
    this.loudness = LOUDEST * share ** 2;
  }

  mute(muted) {
    this.muted = muted;
    stored.set(KEEP, muted ? "yes" : "no");
    if (muted) this.silence();
    this.show();
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.muted));
    this.button.classList.toggle("muted", this.muted);
    this.label.textContent = this.muted ? t("Sound off") : t("Sound on");
  }
}
