// Creates src/style/seals/*.svg: the stamps that show a result. A file has the three stamps of a
// language below each other: won, draw, lost. A stamp is a square with worn edges from which the
// word is cut out; a style sheet uses it as a mask. The letters are outlines of the fonts Phudu and
// LXGW WenKai TC.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as kit from "./kit.mjs";

const words = {
  vi: ["THẮNG", "HÒA", "THUA"],
  en: ["WON", "DRAW", "LOST"],
  "zh-Hans": ["胜", "和", "负"],
  "zh-Hant": ["勝", "和", "負"],
};
const out = join(import.meta.dirname, "../src/style/seals");

function seal(word, place) {
  const roll = kit.dice(word.length * 77 + place);
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
  // A word is scaled to a fixed width and stretched to a fixed height; a single character fills the
  // square.
  const single = word.length === 1;
  const { d, height } = kit.line(single ? "kai" : "seal", word, single ? 68 : 76);
  const stretch = kit.round((single ? 68 : 54) / height);
  const id = `m${place}`;
  return (
    `<svg y="${100 * place}" height="100"><mask id="${id}"><rect width="100" height="100" rx="9" fill="#fff"/>` +
    `<rect x="6.5" y="6.5" width="87" height="87" rx="5" fill="none" stroke="#000" stroke-width="2.2"/>` +
    `<path d="${d}" transform="translate(50 50)scale(1 ${stretch})"/>${worn}</mask>` +
    `<rect width="100" height="100" mask="url(#${id})"/></svg>\n`
  );
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const [lang, list] of Object.entries(words)) {
  const stamps = list.map(seal).join("");
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 300">`;
  writeFileSync(join(out, `${lang}.svg`), `${open}\n${stamps}</svg>\n`);
}
