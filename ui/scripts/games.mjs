// What the folders games/<game> give to the client besides modules, as a plugin
// of Vite: games/<game>/ui/sprite.svg is served as /sprites/<game>.svg, and the
// words of games/<game>/text/<language>.json belong to those of i18n.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../games");

/** The file of a game's folder by the game's name, for the games that have it. Examples are left out. */
export function filesOf(name) {
  const files = new Map();
  for (const game of readdirSync(root)) {
    const file = path.join(root, game, name);
    if (existsSync(file) && !existsSync(path.join(root, game, "EXAMPLE.md"))) files.set(game, file);
  }
  return files;
}

export function games() {
  return {
    name: "games",
    enforce: "pre",
    transform(code, id) {
      const lang = /\/ui\/i18n\/(\w+)\.json$/.exec(id.replaceAll("\\", "/"))?.[1];
      const words = lang ? [...filesOf(`text/${lang}.json`).values()] : [];
      if (words.length === 0) return undefined;
      const all = words.map((file) => JSON.parse(readFileSync(file, "utf8")));
      return { code: JSON.stringify(Object.assign(JSON.parse(code), ...all)), map: null };
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
