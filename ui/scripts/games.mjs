// A Vite plugin for the folders games/<game>: it serves games/<game>/ui/sprite.svg as
// /sprites/<game>.svg, merges the texts of games/<game>/text/<language>.json into the texts of
// i18n, and leaves the examples out of globs over these folders.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../games");

/**
 * Finds the file with this path in the folder of each game, by the game's name. Games without this
 * file and examples are left out.
 */
export function filesOf(name) {
  const files = new Map();
  for (const game of readdirSync(root)) {
    const file = path.join(root, game, name);
    if (existsSync(file) && !existsSync(path.join(root, game, "EXAMPLE.md"))) files.set(game, file);
  }
  return files;
}

const examples = readdirSync(root).filter((game) => existsSync(path.join(root, game, "EXAMPLE.md")));

/**
 * Changes the globs over the folders of games in a source text, so that they leave out the
 * examples, which no page offers.
 */
const withoutExamples = (code) =>
  code.replace(/(import\.meta\.glob(?:<[^(]*>)?\()("[^"]*\/games\/\*\/[^"]*")/g, (_, call, glob) => {
    const out = examples.map((game) => glob.replace('"', '"!').replace("/games/*/", `/games/${game}/`));
    return `${call}[${[glob, ...out].join(", ")}]`;
  });

/**
 * The part of the texts to which a text of a game belongs: "table" for the terms of a game and the
 * names of its lab evaluators and players, which are chosen in menus, and "board" for all other
 * texts.
 */
export const partOf = (key) => (/^(option|odds|board\.name|coordinates|lab)\./.test(key) ? "table" : "board");

/** The languages whose texts are written first. A text that another language lacks is shown in English. */
const first = new Set(["vi", "en"]);
const before = (lang) => (first.has(lang) ? [lang] : ["en", lang]);

/** The texts of all games in a language. With `part`, only the texts of this part. */
export function wordsOf(lang, part) {
  const all = {};
  for (const l of before(lang))
    for (const file of filesOf(`text/${l}.json`).values()) Object.assign(all, JSON.parse(readFileSync(file, "utf8")));
  return Object.fromEntries(Object.entries(all).filter(([key]) => !part || partOf(key) === part));
}

export function games() {
  return {
    name: "games",
    enforce: "pre",
    transform(code, id) {
      const [, part = "board", lang] = /\/ui\/i18n\/(?:(\w+)\/)?([\w-]+)\.json$/.exec(id.replaceAll("\\", "/")) ?? [];
      if (!lang) {
        const shorter = /\.tsx?$/.test(id) ? withoutExamples(code) : code;
        return shorter === code ? undefined : { code: shorter, map: null };
      }
      for (const file of filesOf(`text/${lang}.json`).values()) this.addWatchFile(file);
      const english = path.join(path.dirname(id), "en.json");
      const texts = first.has(lang) ? {} : JSON.parse(readFileSync(english, "utf8"));
      return { code: JSON.stringify({ ...texts, ...JSON.parse(code), ...wordsOf(lang, part) }), map: null };
    },
    generateBundle() {
      for (const [game, file] of filesOf("ui/sprite.svg"))
        this.emitFile({ type: "asset", fileName: `sprites/${game}.svg`, source: readFileSync(file) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const game = /^\/sprites\/(\w+)\.svg/.exec(request.url ?? "")?.[1];
        const file = game && filesOf("ui/sprite.svg").get(game);
        if (!file) return next();
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(readFileSync(file));
      });
    },
  };
}
