// Creates games/<game>/ui/sprite.svg from the art.mjs beside it. Letter outlines come from fonts under the SIL Open
// Font License, icons from game-icons.net under CC BY 3.0; NOTICE names them. Equal input gives equal bytes.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as kit from "./kit.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const games = join(here, "../../games");

for (const entry of readdirSync(games, { withFileTypes: true })) {
  const art = join(games, entry.name, "ui", "art.mjs");
  if (!existsSync(art)) continue;
  const { draw } = await import(pathToFileURL(art).href);
  const parts = draw(kit, entry.name);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">\n${parts.join("\n")}\n</svg>\n`;
  writeFileSync(join(games, entry.name, "ui", "sprite.svg"), svg);
  console.log(entry.name, svg.length);
}
