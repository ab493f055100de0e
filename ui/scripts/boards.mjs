// Draws the start position of every game into dist/boards, with the client's own code. Pages show
// these boards before any script runs. It also writes the files from which the server draws
// pictures (pictures.mjs).
import { mkdirSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { createServer } from "vite";
import { filesOf } from "./games.mjs";
import { write } from "./pictures.mjs";

const ui = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(ui, "dist", "boards");
mkdirSync(out, { recursive: true });

function start(game) {
  const input = `${JSON.stringify({ op: "new", game })}\n`;
  const text = execFileSync("go", ["run", "./cmd/wasm"], { cwd: path.dirname(ui), input, encoding: "utf8" });
  return JSON.parse(text).state;
}

const server = await createServer({
  root: ui,
  server: { middlewareMode: true },
  optimizeDeps: { noDiscovery: true },
  appType: "custom",
  logLevel: "error",
});
try {
  for (const [game, file] of filesOf("ui/index.ts")) {
    const { view } = await server.ssrLoadModule(file);
    const s = start(game);
    const look = { language: "vi" };
    const g = view.geometry(s.width, s.height, look);
    const { x, y } = g.margin;
    let pieces = "";
    s.cells.forEach((token, sq) => {
      if (!token) return;
      const at = { sq, width: s.width, height: s.height, orientation: "first", look };
      const piece = view.piece(token, at);
      const col = sq % s.width;
      const row = s.height - 1 - Math.floor(sq / s.width);
      if (piece) pieces += `<use href="${view.sprite}#${piece.symbol}" x="${col}" y="${row}" width="1" height="1"/>`;
    });
    // In the markup of the board, a reference to a symbol of the sprite must include the name of
    // the sprite's file.
    const ground = view.ground(g, look).replaceAll('href="#', `href="${view.sprite}#`);
    const w = s.width + 2 * x;
    const h = s.height + 2 * y;
    writeFileSync(
      path.join(out, `${game}.svg`),
      `<svg viewBox="${-x} ${-y} ${w} ${h}" width="${w * 40}" height="${h * 40}" aria-hidden="true">${ground}${pieces}</svg>`,
    );
  }
} finally {
  await server.close();
}
await write(false);
