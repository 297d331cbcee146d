"""A serial port of a page: `navigator.serial` as browsers have it, with a pseudo-terminal at the
other end of it. Bytes go through requests to the page's own server."""

import contextlib
import os
import select
import threading

LOOK_S = 0.05
MOST = 4096

# What a page has in place of its own `navigator.serial`.
SCRIPT = """(() => {
  if (globalThis.document === undefined) return;
  const lost = () => new DOMException("The device has been lost.", "NetworkError");
  const ask = (what, body) => fetch(`usb/${what}`, { method: "POST", body });
  class SerialPort extends EventTarget {
    constructor() {
      super();
      Object.assign(this, { readable: null, writable: null, connected: true });
    }
    getInfo() {
      return { usbVendorId: 0x2e8a, usbProductId: 5 };
    }
    async open() {
      if (this.readable) throw new DOMException("The port is already open.", "InvalidStateError");
      const { status } = await ask("open");
      this.connected = status !== 404;
      if (status !== 200) throw new DOMException("Failed to open serial port.", "NetworkError");
      const ends = (this.ends = new AbortController());
      const { body } = await fetch("usb/read", { signal: ends.signal });
      const bytes = body.getReader();
      this.readable = new ReadableStream({
        pull: async (controller) => {
          const { value, done } = await bytes.read().catch(() => ({ done: true }));
          if (!done) return controller.enqueue(value);
          this.readable = this.writable = null;
          this.connected = false;
          controller.error(lost());
        },
        cancel: () => ends.abort(),
      });
      this.writable = new WritableStream({
        write: async (chunk) => {
          const { status } = await ask("write", chunk);
          if (status !== 200) throw lost();
        },
      });
    }
    async setSignals() {}
    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError("A stream is locked.");
      this.ends?.abort();
      this.readable = this.writable = null;
      await ask("close");
    }
  }
  const port = new SerialPort();
  const serial = Object.assign(new EventTarget(), {
    requestPort: async () => {
      if (!navigator.userActivation.isActive) throw new DOMException("No gesture.", "SecurityError");
      if ((await ask("choose")).status !== 200) throw new DOMException("No port selected by the user.", "NotFoundError");
      return port;
    },
    getPorts: async () => [port],
  });
  Object.defineProperty(navigator, "serial", { value: serial });
})()"""  # noqa: E501


class Usb:
    """The port behind the page's. `path`: its terminal; None: nothing is plugged in. `busy`:
    another program has it open. `answers` go to the page's server."""

    def __init__(self, path=None):
        self.path = path
        self.busy = False
        self.received = bytearray()  # of the page
        self._file = -1
        self._lock = threading.Lock()
        self.answers = {
            f"usb/{name}": getattr(self, f"_{name}")
            for name in ("choose", "open", "read", "write", "close")
        }

    def _choose(self, request):
        self._end(request, 200 if self.path else 404)

    def _open(self, request):
        if self.busy:
            self._end(request, 409)
            return
        try:
            opened = os.open(self.path or "/nothing", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            self._end(request, 404)
            return
        with self._lock:
            self._drop()
            self._file = opened
        self._end(request, 200)

    def _read(self, request):
        file = self._file
        request.send_response(200)
        request.end_headers()
        with contextlib.suppress(OSError, ValueError):  # gone, closed, or the page does not listen
            while file == self._file:
                if select.select([file], [], [], LOOK_S)[0]:
                    data = os.read(file, MOST)
                    if not data:
                        break
                    request.wfile.write(data)
                    request.wfile.flush()

    def _write(self, request):
        data = request.rfile.read(int(request.headers["Content-Length"]))
        self.received += data
        file = self._file
        try:
            while data:
                if file != self._file:
                    raise OSError
                if select.select([], [file], [], LOOK_S)[1]:
                    with contextlib.suppress(BlockingIOError):
                        data = data[os.write(file, data) :]
        except (OSError, ValueError):
            self._end(request, 404)
            return
        self._end(request, 200)

    def _close(self, request):
        with self._lock:
            self._drop()
        self._end(request, 200)

    def _drop(self):
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def end(self):
        """Let go of the terminal."""
        with self._lock:
            self._drop()

    @staticmethod
    def _end(request, status):
        with contextlib.suppress(ConnectionError):
            request.send_response(status)
            request.send_header("Content-Length", "0")
            request.end_headers()
