// Creates src/style/seals/*.svg: the stamps that show a result in Vietnamese and in English. Each
// file is a square with worn edges from which the word is cut out. A style sheet uses it as a mask.
// The letters are outlines of the font Phudu.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as kit from "./kit.mjs";

const words = { vi: { won: "THẮNG", draw: "HÒA", lost: "THUA" }, en: { won: "WON", draw: "DRAW", lost: "LOST" } };
const out = join(import.meta.dirname, "../src/style/seals");

function seal(word) {
  const roll = kit.dice(word.length * 77);
  let worn = "";
  const spot = (x, y, r) => (worn += `<circle cx="${kit.round(x)}" cy="${kit.round(y)}" r="${kit.round(r)}"/>`);
  for (let i = 0; i < 14; i++) {
    const t = roll() * 100;
    const [x, y] = [
      [t, 0],
      [100, t],
      [t, 100],
      [0, t],
    ][i % 4];
    spot(x, y, 0.5 + roll() * 1.3);
  }
  for (let i = 0; i < 12; i++) spot(roll() * 100, roll() * 100, 0.3 + roll() * 0.7);
  // Scale the word to a fixed width, and stretch it to a fixed height.
  const { d, height } = kit.line("seal", word, 76);
  const stretch = kit.round(54 / height);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><mask id="m"><rect width="100" height="100" rx="9" fill="#fff"/>` +
    `<rect x="6.5" y="6.5" width="87" height="87" rx="5" fill="none" stroke="#000" stroke-width="2.2"/>` +
    `<path d="${d}" transform="translate(50 50)scale(1 ${stretch})"/>${worn}</mask><rect width="100" height="100" mask="url(#m)"/></svg>\n`
  );
}

mkdirSync(out, { recursive: true });
for (const [lang, list] of Object.entries(words))
  for (const [result, word] of Object.entries(list)) writeFileSync(join(out, `${result}.${lang}.svg`), seal(word));
