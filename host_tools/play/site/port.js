// A serial port that the page keeps open: bytes in both directions. When a port disappears, it is opened
// again as soon as it returns, even as another object.

const RETRY_MS = 500;
const LETTING_GO_MS = 2000; // limit: a board that reads nothing leaves output pending
const OPTIONS = { baudRate: 115200, bufferSize: 16384 }; // USB has no speed
const GONE = "the board has gone (unplugged? power lost?). Plug it in again";
const BUSY = "the port cannot be opened. Close the program that has it open (another tab of this page, Thonny, mpremote, lodeboard play --on, a terminal). On Linux, you may need the right to open ports: sudo usermod -a -G dialout $USER, then log in again";

const within = (ms, work) => Promise.race([work, new Promise((done) => setTimeout(done, ms))]);

export class Port {
  // `tell`: `opened()`, `lost(kind, why)`, `fed(bytes)`, `written(count)`.
  constructor(port, tell) {
    Object.assign(this, { port, tell, ended: false, reader: null, writer: null });
    this.writing = Promise.resolve();
    this.life = this.hold();
  }

  async hold() {
    while (!this.ended) {
      if (await this.open()) {
        this.tell.opened();
        await this.read();
        if (!this.ended) this.tell.lost("gone", GONE);
      }
      await within(LETTING_GO_MS, this.release());
      if (!this.ended) await this.news();
    }
  }

  async open() {
    await this.find();
    try {
      await this.port.open(OPTIONS);
    } catch {
      if (this.port.connected === false) this.tell.lost("gone", GONE);
      else this.tell.lost("busy", BUSY);
      return false;
    }
    // MicroPython sends nothing unless DTR is set.
    await this.port.setSignals?.({ dataTerminalReady: true }).catch(() => {});
    this.writer = this.port.writable?.getWriter();
    return true;
  }

  // A board that has restarted may come back as another object.
  async find() {
    const ports = await navigator.serial.getPorts();
    if (ports.includes(this.port) && this.port.connected !== false) return;
    const own = JSON.stringify(this.port.getInfo());
    const alike = (port) => port.connected !== false && JSON.stringify(port.getInfo()) === own;
    this.port = ports.find(alike) ?? this.port;
  }

  async read() {
    while (this.port.readable && !this.ended) {
      const reader = (this.reader = this.port.readable.getReader());
      try {
        for (;;) {
          const { value, done } = await reader.read();
          if (done) return;
          this.tell.fed(value);
        }
      } catch {
        // If the line still works, `readable` is now another stream.
      } finally {
        reader.releaseLock();
      }
    }
  }

  write(bytes) {
    const { writer } = this;
    if (!writer) return;
    this.writing = this.writing.then(async () => {
      try {
        await writer.write(bytes);
        this.tell.written(bytes.length);
      } catch {
        // Disconnected; the reader reports it.
      }
    });
  }

  async release() {
    const { writer } = this;
    this.reader = this.writer = null;
    this.writing = Promise.resolve();
    try {
      writer?.releaseLock();
      await this.port.close();
    } catch {
      // It was never open, or is gone.
    }
  }

  // Wait until the port may be back: after a time, or when the browser reports it.
  news() {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        navigator.serial.removeEventListener("connect", end);
        done();
      };
      const timer = setTimeout(end, RETRY_MS);
      navigator.serial.addEventListener("connect", end);
    });
  }

  // Send pending output, if that is quick, and close the port.
  async close() {
    await within(LETTING_GO_MS, this.writing);
    this.ended = true;
    await this.reader?.cancel().catch(() => {});
    await this.life;
  }
}
