// Writes .br and .gz beside every file of dist/ that gets smaller by it, and
// the placeholder that lets Go embed an empty dist/.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import zlib from "node:zlib";

const dist = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "dist");

function* walk(dir) {
  for (const name of readdirSync(dir)) {
    const full = path.join(dir, name);
    if (statSync(full).isDirectory()) yield* walk(full);
    else yield full;
  }
}

// What the service worker fetches ahead: the client but for its rare modules.
const ahead = Array.from(walk(path.join(dist, "assets")), (f) => `/${path.relative(dist, f).split(path.sep).join("/")}`)
  .concat(readdirSync(path.join(dist, "sprites")).map((n) => `/sprites/${n}`))
  .filter((n) => !/\.(br|gz)$/.test(n) && !/(archive|lab)-[^/]*\.wasm$/.test(n));
writeFileSync(path.join(dist, "offline.json"), JSON.stringify([...ahead, "/icon.svg", "/app.webmanifest"]));

const all = [...walk(dist)];
for (const file of all) {
  if (!/\.(js|css|svg|json|wasm|webmanifest|html|txt)$/.test(file) || file.includes(`${path.sep}.vite${path.sep}`)) continue;
  const bytes = readFileSync(file);
  const br = zlib.brotliCompressSync(bytes, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  const gz = zlib.gzipSync(bytes, { level: 9 });
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
}
writeFileSync(path.join(dist, ".keep"), "");
