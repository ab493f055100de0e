// Writes .br and .gz beside every file of dist/ that gets smaller by it, in the
// place of the large ones, and the placeholder that lets Go embed an empty dist/.
// With --fast it compresses modules less well, for trying things out.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const dist = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "dist");

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const tryingOut = process.argv.includes("--fast");

// Not by the calls that wait: these run in several threads at once.
const ways = {
  ".br": (bytes, fast) =>
    brotli(bytes, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: fast ? 4 : 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 },
    }),
  ".gz": (bytes, fast) => gzip(bytes, { level: fast ? 4 : 9 }),
};

// Compressing the modules takes most of a build, so what did not change is
// kept from the last one.
const store = path.join(path.dirname(dist), "build", "compressed");
mkdirSync(store, { recursive: true });

async function kept(bytes, suffix, squeeze, fast) {
  const name = path.join(store, createHash("sha256").update(bytes).digest("hex") + (fast ? ".fast" : "") + suffix);
  if (!existsSync(name)) writeFileSync(name, await squeeze(bytes, fast));
  return readFileSync(name);
}

function* walk(dir) {
  for (const name of readdirSync(dir)) {
    const full = path.join(dir, name);
    if (statSync(full).isDirectory()) yield* walk(full);
    else yield full;
  }
}

// What the service worker fetches ahead: the client but for the module of the lab.
const ahead = Array.from(walk(path.join(dist, "assets")), (f) => `/${path.relative(dist, f).split(path.sep).join("/")}`)
  .concat(readdirSync(path.join(dist, "sprites")).map((n) => `/sprites/${n}`))
  .filter((n) => !/\.(br|gz)$/.test(n) && !/lab-[^/]*\.wasm$/.test(n));
const offline = JSON.stringify([...ahead, "/icon.svg", "/app.webmanifest"]);
writeFileSync(path.join(dist, "offline.json"), offline);
// A browser looks for other files only when the worker itself is another one.
const worker = path.join(dist, "sw.js");
const stamp = createHash("sha256").update(offline).digest("hex").slice(0, 16);
writeFileSync(worker, `${readFileSync(worker, "utf8")}\n// ${stamp}\n`);

async function pack(file) {
  const bytes = readFileSync(file);
  for (const [suffix, squeeze] of Object.entries(ways)) {
    const small = await kept(bytes, suffix, squeeze, tryingOut && file.endsWith(".wasm"));
    if (small.length < bytes.length) writeFileSync(file + suffix, small);
  }
  // The server unpacks what is asked for plain; the binary need not hold it.
  if (file.endsWith(".wasm")) rmSync(file);
}

const all = [...walk(dist)].filter(
  (f) => /\.(js|css|svg|json|wasm|webmanifest|html|txt)$/.test(f) && !f.includes(`${path.sep}.vite${path.sep}`),
);
await Promise.all(all.map(pack));
writeFileSync(path.join(dist, ".keep"), "");
