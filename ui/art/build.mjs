// Makes the files sprite.svg and mini.svg in games/<game>/ui from the art.mjs in the same folder.
//
// Outlines of letters come from fonts under the SIL Open Font License, icons from game-icons.net
// under CC BY 3.0; NOTICE names them. The same input gives the same bytes.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as kit from "./kit.mjs";
import { picture } from "./mini.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const games = join(here, "../../games");

for (const entry of readdirSync(games, { withFileTypes: true })) {
  const art = join(games, entry.name, "ui", "art.mjs");
  if (!existsSync(art)) continue;
  const { draw, mini } = await import(pathToFileURL(art).href);
  const parts = draw(kit, entry.name);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">\n${parts.join("\n")}\n</svg>\n`;
  writeFileSync(join(games, entry.name, "ui", "sprite.svg"), svg);
  const small = picture(parts, mini(kit, entry.name));
  writeFileSync(join(games, entry.name, "ui", "mini.svg"), small);
  console.log(entry.name, svg.length, small.length);
}
