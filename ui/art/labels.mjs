// Creates picture/labels.json: the outlines of the letters and digits on board edges, from Be Vietnam Pro (SIL Open
// Font License), so that pictures need no font.

import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fontkit from "fontkit";

const require = createRequire(import.meta.url);
const dir = join(dirname(require.resolve("@fontsource/be-vietnam-pro/package.json")), "files");
const file = readdirSync(dir).find((name) => name.endsWith("-latin-600-normal.woff2"));
const font = fontkit.openSync(join(dir, file));
const k = 1000 / font.unitsPerEm;
const letters = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" };

const glyphs = {};
for (const char of "abcdefghijklmnopqrstuvwxyz0123456789") {
  const g = font.glyphForCodePoint(char.codePointAt(0));
  const d = g.path.commands
    .map((c) => letters[c.command] + c.args.map((v, i) => Math.round(i % 2 ? -v * k : v * k)).join(" "))
    .join("");
  glyphs[char] = { advance: Math.round(g.advanceWidth * k), d };
}
const out = { ascent: Math.round(font.ascent * k), descent: Math.round(-font.descent * k), glyphs };
const to = join(dirname(fileURLToPath(import.meta.url)), "../../picture/labels.json");
writeFileSync(to, `${JSON.stringify(out, null, 1)}\n`);
console.log(file, Object.keys(glyphs).length);
