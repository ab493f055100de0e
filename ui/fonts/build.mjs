// Creates the fonts in src/style/fonts from the packages that package.json names. The fonts contain
// Vietnamese and English letters, digits and signs, and no hinting. The display font gets a new
// name, because the licence reserves its original name. The same input always gives the same bytes.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fontverter from "fontverter";
import subsetFont from "subset-font";
import { rename } from "./name.mjs";

const require = createRequire(import.meta.url);
const out = join(import.meta.dirname, "../src/style/fonts");

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");

// The characters of the fonts: ASCII, the Vietnamese letters, and the signs in numbers, moves and
// texts.
const letters =
  range(0x20, 0x7e) +
  "ÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝàáâãèéêìíòóôõùúýĂăĐđĨĩŨũƠơƯư" +
  range(0x1ea0, 0x1ef9) +
  "\u00a0\u2011·–—…“”‘’«»×−±½¼¾≤≥→←↑↓°€₫•";

const faces = [
  { pkg: "@expo-google-fonts/be-vietnam-pro", file: "400Regular/BeVietnamPro_400Regular.ttf", to: "text-400" },
  { pkg: "@expo-google-fonts/be-vietnam-pro", file: "600SemiBold/BeVietnamPro_600SemiBold.ttf", to: "text-600" },
  {
    pkg: "@expo-google-fonts/lora",
    file: "600SemiBold/Lora_600SemiBold.ttf",
    to: "display-600",
    name: "Kydai Display",
  },
];

mkdirSync(out, { recursive: true });
for (const { pkg, file, to, name } of faces) {
  const whole = readFileSync(join(dirname(require.resolve(`${pkg}/package.json`)), file));
  const part = await subsetFont(whole, letters, {
    targetFormat: "truetype",
    noHinting: true,
    preserveNameIds: [0, 13, 14],
    keepFeatures: ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"],
  });
  const woff2 = await fontverter.convert(name ? rename(part, name) : part, "woff2");
  writeFileSync(join(out, `${to}.woff2`), woff2);
  console.log(to, woff2.length);
}
