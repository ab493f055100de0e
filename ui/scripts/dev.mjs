// `make dev`: runs Vite for the client, and the Go server behind it. Both are reloaded when their
// sources change. Open the address that Vite prints.
//
// Pages come from the Go server, as in production, with the built scripts replaced by the sources.
// A changed Go file rebuilds the server and the WebAssembly modules (the Go build cache skips what
// did not change) and reloads the page. If the engine of a game has changed, the module of this
// game is built first. Nothing is compressed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const ui = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(ui);
const binary = path.join(root, "bin", process.platform === "win32" ? "kydai-dev.exe" : "kydai-dev");
const address = process.env.KYDAI_DEV_SERVER ?? "127.0.0.1:8081";
const port = Number(process.env.KYDAI_DEV_PORT ?? 5173);
const server = `http://${address}`;

/** Runs a command and shows its output. Resolves to true if the command succeeded. */
const run = (command, args, env = {}) =>
  new Promise((resolve) => {
    spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" }).on("exit", (code) =>
      resolve(code === 0),
    );
  });

const buildServer = (env = {}) =>
  run("go", ["build", "-ldflags", "-s -w", "-o", binary, "./cmd/kydai"], { CGO_ENABLED: "0", ...env });
const buildModules = (names = [], env = {}) => run("node", [path.join(ui, "scripts", "wasm.mjs"), ...names], env);

// The server embeds a build of the client, which a fresh clone does not have. A manifest that names
// the entry script is enough, because the scripts come from Vite.
const manifest = path.join(ui, "dist", ".vite", "manifest.json");
if (!existsSync(manifest)) {
  mkdirSync(path.dirname(manifest), { recursive: true });
  writeFileSync(manifest, JSON.stringify({ "src/main.tsx": { file: "assets/dev.js", isEntry: true } }));
}

let child = null;
async function restart() {
  const old = child;
  if (old) {
    const gone = new Promise((resolve) => old.once("exit", resolve));
    old.kill("SIGKILL"); // no connections to drain here; committed moves are on disk
    await gone;
  }
  const data = path.join(root, "out", "dev");
  child = spawn(binary, ["serve", "--listen", address, "--data", data, "--unlimited", "--gallery"], {
    cwd: root,
    stdio: "inherit",
  });
  for (let i = 0; i < 200; i++) {
    if (
      await fetch(`${server}/healthz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The HTML of a page from the Go server, with Vite's source files in place of the built files. */
const fromSources = (html) =>
  html
    .replace(/<link rel="(?:stylesheet|modulepreload)" href="\/assets\/[^>]*>\n?/g, "")
    .replace(/<script type="module" src="\/assets\/[^>]*><\/script>\n?/, "")
    .replace(
      "</head>",
      '<script type="module" src="/@vite/client"></script>\n<script type="module" src="/src/main.tsx"></script>\n</head>',
    );

/** Answers a request with the page of the Go server. */
async function page(request, response) {
  const answer = await fetch(server + request.url, {
    headers: {
      accept: "text/html",
      cookie: request.headers.cookie ?? "",
      "accept-language": request.headers["accept-language"] ?? "",
    },
    redirect: "manual",
  });
  response.statusCode = answer.status;
  // Do not copy the security headers, because Vite needs inline styles and a socket.
  for (const name of ["content-type", "location", "set-cookie"]) {
    const value = answer.headers.get(name);
    if (value) response.setHeader(name, value);
  }
  response.end(fromSources(await answer.text()));
}

const pages = {
  name: "pages-by-the-server",
  configureServer(vite) {
    vite.middlewares.use((request, response, next) => {
      if (request.method !== "GET" || !request.headers.accept?.includes("text/html")) return next();
      page(request, response).catch(() => {
        response.statusCode = 503;
        response.setHeader("content-type", "text/html");
        response.end('<meta http-equiv="refresh" content="0.3">The server is being built.');
      });
    });
  },
};

const built = await Promise.all([buildServer(), buildModules()]);
if (!built.every(Boolean)) process.exit(1);
await restart();
const vite = await createServer({
  root: ui,
  configFile: path.join(ui, "vite.config.ts"),
  plugins: [pages],
  optimizeDeps: { noDiscovery: true, include: ["preact", "preact/hooks", "preact/jsx-dev-runtime", "@preact/signals"] },
  server: {
    host: "127.0.0.1",
    port,
    strictPort: true,
    fs: { allow: [root] },
    proxy: { "/api": { target: server, ws: true } },
    // Vite does not watch the modules in build/, because this program decides when the page loads
    // them again.
    watch: { ignored: ["**/build/**", "**/dist/**", "**/test-results/**"] },
  },
});
await vite.listen();
vite.printUrls();

const reload = () => vite.ws.send({ type: "full-reload" });

// One build at a time; changes during a build start another one.
let building = false;
const changed = new Set();
async function rebuild() {
  if (building) return;
  building = true;
  while (changed.size > 0) {
    const from = Date.now();
    const seconds = () => ((Date.now() - from) / 1000).toFixed(1);
    const engines = [...changed].map((file) => /^games[\\/](\w+)[\\/]engine[\\/]/.exec(file)?.[1]);
    changed.clear();
    // First build only the modules of the games whose engines have changed. The page of such a game
    // loads no other module, so it shows the changed engine while the rest is built.
    const games = [...new Set(engines.filter(Boolean))];
    const shown = games.length > 0 && (await buildModules(games));
    if (shown) {
      console.log(`Go: rebuilt ${games.join(", ")} in ${seconds()} s`);
      reload();
    }
    // Build the rest on one processor, because the page that is reloading needs a processor too.
    const slow = shown ? { GOMAXPROCS: "1" } : {};
    const ok = await buildServer(slow);
    const modules = await buildModules([], slow);
    if (ok) await restart();
    if (ok && modules) {
      console.log(`Go: rebuilt in ${seconds()} s`);
      if (!shown || engines.includes(undefined)) reload();
    }
  }
  building = false;
}

// Saving a file causes several events, so wait until they have passed.
let timer;
const soon = (file) => {
  changed.add(file);
  clearTimeout(timer);
  timer = setTimeout(() => void rebuild(), 100);
};
const skipped = /(^|[\\/])(node_modules|out|bin|\.git|dist|build)[\\/]/;
watch(root, { recursive: true }, (_, file) => {
  if (!file || skipped.test(file) || file.endsWith("_test.go")) return;
  if (file.endsWith(".svg")) reload();
  // A change of a text file that Go embeds also needs a new build.
  if (/\.(go|sql|md|s)$/.test(file) || /(^|[\\/])(i18n|text)[\\/].*\.json$/.test(file)) soon(file);
});

const end = async () => {
  child?.kill("SIGTERM");
  await vite.close();
  process.exit(0);
};
process.on("SIGINT", end);
process.on("SIGTERM", end);
