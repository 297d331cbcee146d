// A board that no game is made for: its tiles as they are, and what its sensors feel of them.

import { flip } from "./flip.js";

const { thing, turning, alike, codes, help, tileName, look, trayName } = flip;

export const plain = { name: "", thing, turning, alike, codes, help, tileName, look, trayName };
