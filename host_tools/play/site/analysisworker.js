// Answers questions about games, one after the other. It cannot be interrupted: for a new question the page
// ends the worker.

import { loadPython } from "./python.js";

// Fetch a file of the site synchronously, because Python waits for it. Undefined on failure.
function get(name) {
  const asked = new XMLHttpRequest();
  try {
    asked.open("GET", name, false);
    asked.responseType = "arraybuffer";
    asked.send();
  } catch (error) {
    console.warn(error);
    return undefined;
  }
  return asked.status === 200 ? new Uint8Array(asked.response) : undefined;
}

const MODULE = "host_tools.play.site.analysis";
const analysis = loadPython(MODULE, () => {}).then((python) => {
  const made = python.pyimport(MODULE).SiteAnalysis((text) => postMessage(text), (name) => python.toPy(get(name)));
  postMessage('{"t": "ready"}');
  return made;
});
analysis.catch((error) => {
  console.error(error);
  postMessage('{"t": "failed"}');
});
onmessage = async (event) => {
  (await analysis).receive(event.data);
  postMessage('{"t": "done"}');
};
