// Makes ui/public/sprites/<game>.svg from ui/src/games/<game>/art.mjs.
//
// Outlines of letters come from fonts under the SIL Open Font License, icons
// from game-icons.net under CC BY 3.0; NOTICE names them. The same input gives
// the same bytes.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as kit from "./kit.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const games = join(here, "../src/games");
const out = join(here, "../public/sprites");

mkdirSync(out, { recursive: true });
for (const entry of readdirSync(games, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const { draw } = await import(pathToFileURL(join(games, entry.name, "art.mjs")).href);
  const parts = draw(kit, entry.name);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">\n${parts.join("\n")}\n</svg>\n`;
  writeFileSync(join(out, `${entry.name}.svg`), svg);
  console.log(entry.name, svg.length);
}
