// Recordings of the board: started, downloaded, and replayed by the server.

import { said, t } from "./language.js";

export class Tapes {
  constructor(part, record) {
    this.part = part;
    this.on = false;
    part("record").addEventListener("click", () => record(!this.on));
    part("rerun").addEventListener("change", (event) => this.rerun(event.target.files[0]));
  }

  show(recording) {
    this.part("record").disabled = !recording;
    this.part("rerun").disabled = !recording;
    if (!recording) return;
    this.on = recording.on;
    this.part("record").textContent = this.on ? t("Stop recording") : t("Record");
    this.part("record").setAttribute("aria-pressed", String(this.on));
    const { ended, name } = recording;
    const done = ended ? t("{name} ends early: {reason}", { name, reason: said(ended) }) : name ? t("{name} is complete.", recording) : "";
    const words = this.on ? t("Recording into {name}.", recording) : done;
    if (this.part("recorded").textContent !== words) this.part("recorded").textContent = words;
    const link = this.part("tape");
    link.hidden = this.on || !recording.name;
    if (recording.path) link.href = recording.path;
  }

  async rerun(file) {
    if (!file) return;
    const outcome = this.part("outcome");
    outcome.textContent = t("Replaying {name} …", { name: file.name });
    try {
      const answer = await fetch("rerun", { method: "POST", body: file });
      const { say, error } = await answer.json();
      outcome.textContent = say === undefined ? t("This cannot be replayed: {reason}", { reason: said(error) }) : said(say);
    } catch {
      outcome.textContent = t("The server does not answer.");
    }
    this.part("rerun").value = "";
  }
}
