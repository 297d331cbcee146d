// Works on questions about games, one after the other. It hears nothing meanwhile: the page ends the
// whole worker when it has another question.

import { loadPython } from "./python.js";

const desk = loadPython(() => {}).then((python) => {
  const made = python.pyimport("host_tools.site.analysis").SiteDesk((text) => postMessage(text));
  postMessage('{"t": "ready"}');
  return made;
});
desk.catch((error) => {
  console.error(error);
  postMessage('{"t": "failed"}');
});
onmessage = async (event) => {
  (await desk).receive(event.data);
  postMessage('{"t": "done"}');
};
