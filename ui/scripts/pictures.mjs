// Writes games/<game>/ui/picture.json, from which the server draws boards. The file has the markup
// of a board for each size, piece set and kind of coordinates, and the symbol of the sprite for
// each piece. The client's own code draws this markup, so that the server draws the same boards as
// the browser. With --check it compares and writes nothing.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createServer } from "vite";
import { filesOf } from "./games.mjs";

const ui = path.resolve(import.meta.dirname, "..");
const languages = ["vi", "en"];
const orientations = ["first", "second"];

function listed() {
  const text = execFileSync("go", ["run", "./cmd/wasm"], {
    cwd: path.dirname(ui),
    input: '{"op":"games"}\n',
    encoding: "utf8",
  });
  return JSON.parse(text).games;
}

/** The sizes that a board may have. */
function sizesOf(info) {
  const size = info.options?.find((o) => o.name === "size");
  return size ? size.values.map((n) => [Number(n), Number(n)]) : [[info.width, info.height]];
}

/** A list of texts without duplicates. `place` adds a text if it is new, and returns its number. */
function shelf() {
  const all = [];
  const place = (text) => {
    const at = all.indexOf(text);
    return at >= 0 ? at : all.push(text) - 1;
  };
  return { all, place };
}

/**
 * The markup of each mark, drawn on the upper left cell: the origin and the target of a move, a
 * placed stone, and a check.
 */
function signs({ under, over, newModel, emptyState }, g) {
  const here = (g.height - 1) * g.width;
  const there = here + 1;
  const model = (more) =>
    newModel({ ...emptyState, width: g.width, height: g.height, cells: Array(g.width * g.height).fill(""), ...more });
  const whole = (last) => under(model({ last }), g);
  const from = whole({ from: here, to: -1 });
  const rest = whole({ from: there, to: -1 });
  const both = whole({ from: there, to: here });
  if (!both.startsWith(rest)) throw new Error("the two ends of a move are not drawn one after the other");
  return {
    from,
    to: both.slice(rest.length),
    set: over(model({ last: { from: -1, to: here } }), g),
    check: under(model({ marks: [{ kind: "check", squares: [here] }] }), g),
  };
}

function boardsOf(view, info, board, markup) {
  const out = [];
  for (const [width, height] of sizesOf(info))
    for (const set of view.sets)
      for (const coordinates of [...view.coordinates, "none"]) {
        const [look, other] = languages.map((language) => ({ set, coordinates, language }));
        const g = view.geometry(width, height, look);
        const ground = view.ground(g, look);
        if (ground !== view.ground(g, other)) throw new Error(`${view.name}: the ground depends on the language`);
        const s = signs(board, g);
        out.push({
          width,
          height,
          set,
          coordinates,
          points: g.points,
          margin: [g.margin.x, g.margin.y],
          inside: g.labels === "inside",
          ground: markup.place(ground),
          labels: orientations.map((o) => markup.place(board.labels(g, o))),
          from: markup.place(s.from),
          to: markup.place(s.to),
          stone: markup.place(s.set),
          check: markup.place(s.check),
        });
      }
  return out;
}

/**
 * The tokens of a game, which are letters that stand for pieces. Only letters whose symbols are in
 * the sprite count.
 */
function tokensOf(view, sprite, [width, height]) {
  const at = { sq: 0, width, height, orientation: "first", look: { set: view.sets[0], language: "vi" } };
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].filter((token) => {
    const symbol = view.piece(token, at)?.symbol;
    return symbol && sprite.includes(`id="${symbol}"`) && view.piece(token, at).token === token;
  });
}

function piecesOf(view, info, sprite, symbols) {
  const out = {};
  const sizes = sizesOf(info);
  for (const set of view.sets)
    for (const language of languages)
      for (const orientation of orientations) {
        const of = ([width, height]) =>
          Object.fromEntries(
            tokensOf(view, sprite, [width, height]).map((token) => {
              const each = Array.from({ length: width * height }, (_, sq) =>
                symbols.place(view.piece(token, { sq, width, height, orientation, look: { set, language } }).symbol),
              );
              return [token, each.every((n) => n === each[0]) ? each[0] : each];
            }),
          );
        const first = of(sizes[0]);
        for (const size of sizes)
          if (JSON.stringify(of(size)) !== JSON.stringify(first))
            throw new Error(`${view.name}: pieces change with size`);
        out[`${set} ${language} ${orientation}`] = first;
      }
  return out;
}

/** The text of each game's picture.json, by the path of the file. */
export async function pictures() {
  const server = await createServer({
    root: ui,
    server: { middlewareMode: true },
    optimizeDeps: { noDiscovery: true },
    appType: "custom",
    logLevel: "error",
  });
  try {
    const load = (file) => server.ssrLoadModule(path.join(ui, "src/board", file));
    const board = { ...(await load("overlay.ts")), ...(await load("state.ts")) };
    const infos = new Map(listed().map((g) => [g.name, g]));
    const out = new Map();
    for (const [game, file] of filesOf("ui/index.ts")) {
      const { view } = await server.ssrLoadModule(file);
      const info = infos.get(game);
      const sprite = readFileSync(path.join(path.dirname(file), "sprite.svg"), "utf8");
      const markup = shelf();
      const symbols = shelf();
      const boards = boardsOf(view, info, board, markup);
      const pieces = piecesOf(view, info, sprite, symbols);
      const text = JSON.stringify({
        sets: Object.fromEntries(languages.map((l) => [l, view.setFor(l)])),
        coordinates: view.coordinates[0],
        // The names of the board designs, the default first. The colours of the other designs are
        // in tokens.css, under [data-board="<name>"].
        grounds: view.boards ?? [],
        even: view.even,
        boards,
        pieces,
        symbols: symbols.all,
        markup: markup.all,
      });
      out.set(path.join(path.dirname(file), "picture.json"), `${text}\n`);
    }
    return out;
  } finally {
    await server.close();
  }
}

/**
 * Writes the files that have changed. With `check` it only reports them and sets a failing exit
 * code.
 */
export async function write(check) {
  for (const [file, text] of await pictures()) {
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    if (!check) writeFileSync(file, text);
    else {
      console.error(`${file} is not what the client draws; run: npm run pictures`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === import.meta.filename) await write(process.argv.includes("--check"));
