// Compresses the built client: writes .br and .gz files for every file of dist/ that becomes
// smaller. Of WebAssembly modules it keeps only the .br files, and of scripts only the compressed
// files. It also writes the placeholder that lets Go embed an empty dist/. With --fast it
// compresses modules less, to save time.
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

// The base-2 logarithm of the Brotli window. A larger window makes no module smaller, and needs
// more memory during the decompression.
const WINDOW = 22;

// Parameters of the Brotli encoding of distances. These values make each module 1 to 3 kB smaller.
const distances = { [zlib.constants.BROTLI_PARAM_NPOSTFIX]: 1, [zlib.constants.BROTLI_PARAM_NDIRECT]: 4 };

// Use the asynchronous functions, because several threads then compress at once.
const ways = {
  ".br": (bytes, fast) =>
    brotli(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: fast ? 4 : 11,
        [zlib.constants.BROTLI_PARAM_LGWIN]: WINDOW,
        ...distances,
      },
    }),
  ".gz": (bytes, fast) => gzip(bytes, { level: fast ? 4 : 9 }),
};

// Compressing the modules takes most of the time of a build, so the results are stored, and files
// that have not changed are not compressed again.
const store = path.join(path.dirname(dist), "build", "compressed");
mkdirSync(store, { recursive: true });

async function kept(bytes, suffix, squeeze, fast) {
  const name = path.join(
    store,
    createHash("sha256").update(`${WINDOW} 1 4 `).update(bytes).digest("hex") + (fast ? ".fast" : "") + suffix,
  );
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

// The files that the service worker downloads for offline use: all except the lab's module.
const ahead = Array.from(walk(path.join(dist, "assets")), (f) => `/${path.relative(dist, f).split(path.sep).join("/")}`)
  .concat(readdirSync(path.join(dist, "sprites")).map((n) => `/sprites/${n}`))
  .filter((n) => !/\.(br|gz)$/.test(n) && !/lab-[^/]*\.wasm$/.test(n));
const offline = JSON.stringify([...ahead, "/icon.svg", "/app.webmanifest"]);
writeFileSync(path.join(dist, "offline.json"), offline);
// A browser downloads changed files only if the service worker's own file has changed. So append a
// hash of the list of files to sw.js.
const worker = path.join(dist, "sw.js");
const stamp = createHash("sha256").update(offline).digest("hex").slice(0, 16);
writeFileSync(worker, `${readFileSync(worker, "utf8")}\n// ${stamp}\n`);

async function pack(file) {
  const bytes = readFileSync(file);
  const module = /\.(wasm|net)$/.test(file);
  for (const [suffix, squeeze] of Object.entries(module ? { ".br": ways[".br"] } : ways)) {
    const small = await kept(bytes, suffix, squeeze, tryingOut && module);
    if (small.length < bytes.length) writeFileSync(file + suffix, small);
  }
  // Delete the original, because the server can create the other forms for clients that need them.
  // The gzip forms of the modules would add 11 MB to the program, and the uncompressed scripts 1
  // MB.
  if (module || (file.startsWith(path.join(dist, "assets")) && existsSync(`${file}.br`))) rmSync(file);
}

const all = [...walk(dist)].filter(
  (f) => /\.(js|css|svg|json|wasm|net|webmanifest|html|txt)$/.test(f) && !f.includes(`${path.sep}.vite${path.sep}`),
);
await Promise.all(all.map(pack));
writeFileSync(path.join(dist, ".keep"), "");
