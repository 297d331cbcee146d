// Recordings of the board: made, fetched, and run again by the server.

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
    this.part("record").textContent = this.on ? "End the recording" : "Record";
    this.part("record").setAttribute("aria-pressed", String(this.on));
    const said = this.on ? `Recording into ${recording.name}.` : recording.name ? `${recording.name} is complete.` : "";
    if (this.part("recorded").textContent !== said) this.part("recorded").textContent = said;
    const link = this.part("tape");
    link.hidden = this.on || !recording.name;
    if (recording.path) link.href = recording.path;
  }

  async rerun(file) {
    if (!file) return;
    const outcome = this.part("outcome");
    outcome.textContent = `Running ${file.name} again…`;
    try {
      const answer = await fetch("rerun", { method: "POST", body: file });
      const { say, error } = await answer.json();
      outcome.textContent = say ?? `This cannot be run again: ${error}`;
    } catch {
      outcome.textContent = "The server does not answer.";
    }
    this.part("rerun").value = "";
  }
}
