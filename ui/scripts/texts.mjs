// Lists which texts each language has. The texts in English and Vietnamese define what a language
// needs. Usage:
//
//   npm run texts: how many of all texts each language has
//   npm run texts -- --missing: the missing texts too
//   npm run texts -- --missing zh-Hans: the missing texts of one language, with the English text
//   npm run texts -- --draw 100 zh-Hans: texts drawn by lot, without the original, to be translated back
//
// The draw is the same each time.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(import.meta.dirname, "../..");

/** The languages: each has a file in ui/i18n. */
export const languages = readdirSync(path.join(root, "ui/i18n"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length));

const folders = (at) =>
  readdirSync(path.join(root, at), { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => `${at}/${e.name}`);

/**
 * The paths of the text files of the clients, the games and the server, with LANG in the place of
 * the language tag.
 */
export function files() {
  const all = [
    ...["ui/i18n", ...folders("ui/i18n")].map((at) => `${at}/LANG.json`),
    ...folders("games").flatMap((at) =>
      [
        "LANG.json",
        "rules.LANG.md",
        "history.LANG.md",
        "lessons.LANG.json",
        "refuse.LANG.json",
        "reason.LANG.json",
        "characters.LANG.json",
      ].map((name) => `${at}/text/${name}`),
    ),
    "tourney/words/text/LANG.json",
    "internal/push/text/LANG.json",
    "internal/web/consent/LANG.json",
    "internal/room/pages/room.LANG.html",
    "internal/room/pages/trust.LANG.html",
    "docs/guide/LANG/players.md",
  ];
  return all.filter((name) => existsSync(fileOf(name, "en")));
}

export const fileOf = (name, lang) => path.join(root, name.replace("LANG", lang));

/**
 * The texts of a file by key. A JSON file has one text for each key, any other file only one text.
 * A missing file has none.
 */
export function textsOf(name, lang) {
  const file = fileOf(name, lang);
  if (!existsSync(file)) return {};
  const text = readFileSync(file, "utf8");
  return name.endsWith(".json") ? Object.fromEntries(Object.entries(JSON.parse(text))) : { text };
}

const places = (text) => [...text.matchAll(/\{\w+\}/g)].map((m) => m[0]).sort();

/**
 * The texts that are wrong in a language: they are missing, they have other placeholders than the
 * English text, or neither English nor Vietnamese has them. Each is [file, key, English text].
 */
export function missing(lang) {
  const out = [];
  for (const name of files()) {
    const [own, english] = [textsOf(name, lang), { ...textsOf(name, "vi"), ...textsOf(name, "en") }];
    for (const key of new Set([...Object.keys(english), ...Object.keys(own)])) {
      const [mine, theirs] = [own[key], english[key]];
      const whole = !name.endsWith(".json");
      // A text may contain a placeholder twice, so compare the sets of placeholders.
      const same = (a, b) => new Set([...places(a), ...places(b)]).size === new Set(places(a)).size;
      const fits = mine && theirs && (whole || (same(mine, theirs) && same(theirs, mine)));
      if (!fits) out.push([name.replace("LANG", lang), key, theirs ?? ""]);
    }
  }
  return out;
}

/** The number of texts that each language should have. */
export const count = () => files().reduce((n, name) => n + Object.keys(textsOf(name, "en")).length, 0);

/**
 * Draws `n` texts of a language by lot. The same texts and the same `seed` always give the same
 * draw.
 */
export function draw(lang, n, seed = 1) {
  const all = files()
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) =>
      Object.entries(textsOf(name, lang)).map(([key, text]) => [name.replace("LANG", lang), key, text]),
    )
    .filter(([, , text]) => text.replace(/\{.*?\}/g, "").trim().length > 3);
  let state = seed;
  // A linear congruential generator with the constants of Numerical Recipes: small, and the same everywhere.
  const below = (k) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * k);
  };
  const out = [];
  while (out.length < n && all.length > 0) out.push(...all.splice(below(all.length), 1));
  return out;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = count();
  const drawn = process.argv.indexOf("--draw");
  if (drawn > 0) {
    for (const [file, key, text] of draw(process.argv[drawn + 2] ?? "en", Number(process.argv[drawn + 1])))
      console.log(`${file} ${key}: ${text}`);
    process.exit();
  }
  const only = process.argv.slice(2).filter((a) => !a.startsWith("--"));
  for (const lang of languages.filter((l) => only.length === 0 || only.includes(l))) {
    const gone = missing(lang);
    console.log(`${lang}: ${all - gone.length} of ${all} texts, ${(((all - gone.length) / all) * 100).toFixed(1)} %`);
    if (process.argv.includes("--missing"))
      for (const [file, key, text] of gone) console.log(`  ${file} ${key}: ${text.slice(0, 200)}`);
  }
}
