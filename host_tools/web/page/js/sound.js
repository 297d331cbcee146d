// The board's beeper: a piezo, so a square wave with the edges taken off.

import { t } from "./language.js";

const KEEP = "lodeboard.mute";
const LOUDEST = 0.2;

export class Sound {
  constructor(button, label) {
    this.button = button;
    this.label = label;
    this.muted = localStorage.getItem(KEEP) === "yes";
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
    const soft = new BiquadFilterNode(this.context, { type: "lowpass", frequency: 3200 });
    this.wave = new OscillatorNode(this.context, { type: "square", frequency: 440 });
    this.wave.connect(soft).connect(this.gain).connect(this.context.destination);
    this.wave.start();
  }

  // Pairs of board time in ms and hertz; 0 hertz is silence.
  play(tones) {
    if (!this.context || this.context.state !== "running") return;
    const first = tones[0][0];
    for (const [ms, hertz] of tones) {
      const at = this.context.currentTime + (ms - first) / 1000;
      if (hertz > 0) this.wave.frequency.setValueAtTime(hertz, at);
      this.gain.gain.setTargetAtTime(hertz > 0 && !this.muted ? this.loudness : 0, at, 0.003);
    }
  }

  silence() {
    this.gain?.gain.setTargetAtTime(0, this.context.currentTime, 0.003);
  }

  // 0 to 1; ears hear the square of it as even steps.
  turnTo(share) {
    this.loudness = LOUDEST * share ** 2;
  }

  mute(muted) {
    this.muted = muted;
    localStorage.setItem(KEEP, muted ? "yes" : "no");
    if (muted) this.silence();
    this.show();
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.muted));
    this.button.classList.toggle("muted", this.muted);
    this.label.textContent = this.muted ? t("Sound off") : t("Sound on");
  }
}
