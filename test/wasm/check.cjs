// Runs the WebAssembly module and the study module of each game under node and
// compares them with the same code run natively. Usage: node check.cjs FOLDER GAME...
const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { spawnSync } = require("child_process");
const { createHash } = require("crypto");

const [, , work, ...names] = process.argv;
// The largest module, brotli-compressed, that the page's budget allows. A game
// may want less of itself: games/<game>/wasm/most.txt.
const MOST = 760_000;
const MOST_STUDY = 850_000;
const NODES = 200_000;

function native(requests, program = "desk") {
  const input = requests.map((q) => JSON.stringify(q)).join("\n") + "\n";
  const run = spawnSync(path.join(work, program), { input, maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(String(run.stderr));
  return String(run.stdout).trim().split("\n").map((line) => JSON.parse(line));
}

function most(name) {
  const file = path.join(__dirname, "../../games", name, "wasm", "most.txt");
  return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : MOST;
}

/** Starts a module; returns the function that asks it. */
async function start(bytes) {
  const go = new globalThis.Go();
  const { instantiate } = await import("../../engine/nnue/browser/kernels.mjs");
  const kernels = fs.readFileSync(path.join(__dirname, "../../engine/nnue/browser/kernels.wasm"));
  const instance = await instantiate(await WebAssembly.compile(bytes), go.importObject, kernels);
  const ready = new Promise((resolve) => { globalThis.kydaiReady = resolve; });
  go.run(instance);
  await ready;
  const answer = globalThis.kydai;
  return (q) => JSON.parse(answer(JSON.stringify(q)));
}

/** The brotli-compressed bytes of a module: those of the last build of the client, or compressed as it does it. */
function compressed(bytes) {
  const hash = createHash("sha256").update("22 1 4 ").update(bytes).digest("hex");
  const kept = path.join(__dirname, "../../ui/build/compressed", `${hash}.br`);
  if (fs.existsSync(kept)) return fs.readFileSync(kept);
  return zlib.brotliCompressSync(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
      [zlib.constants.BROTLI_PARAM_LGWIN]: 22,
      [zlib.constants.BROTLI_PARAM_NPOSTFIX]: 1,
      [zlib.constants.BROTLI_PARAM_NDIRECT]: 4,
    },
  });
}

/** Checks the size of a module. */
function weigh(name, bytes, most, failures) {
  const brotli = compressed(bytes);
  console.log(`${name.padEnd(8)} ${bytes.length} bytes, brotli ${brotli.length} of ${most}`);
  if (brotli.length > most) failures.push(`${name}: the module is larger than ${most} bytes`);
}

/** Checks a study module; returns how many checks there were. */
async function checkStudy(game, failures) {
  const name = `study-${game}`;
  const bytes = fs.readFileSync(path.join(work, `${name}.wasm`));
  const ask = await start(bytes);
  const requests = [
    { op: "new", game, seed: 5 },
    { op: "solve", game, seed: 5, count: 1 },
    { op: "solve", game, seed: 5, count: 2, goal: "survive" },
  ];
  const there = native(requests, name);
  for (const [i, q] of requests.entries()) {
    const [a, b] = [ask(q), there[i]].map((r) => JSON.stringify(r));
    if (a !== b) failures.push(`${name} ${q.op}: ${a} but natively ${b}`);
  }
  weigh(name, bytes, MOST_STUDY, failures);
  return requests.length + 1;
}

/** Checks one module; returns how many checks there were. */
async function check(name, failures) {
  const bytes = fs.readFileSync(path.join(work, `${name}.wasm`));
  const ask = await start(bytes);

  const same = (what, a, b) => {
    if (JSON.stringify(a) !== JSON.stringify(b)) failures.push(`${what}: ${JSON.stringify(a)} but natively ${JSON.stringify(b)}`);
  };
  const { games } = ask({ op: "games" });
  if (games.map((g) => g.name).join() !== name) failures.push(`${name}: the module has ${games.map((g) => g.name)}`);
  let checks = 1;
  for (const g of games) {
    const open = { op: "new", game: g.name, seed: 5 };
    const opened = ask(open);
    if (opened.error) { failures.push(`${g.name}: ${opened.error.text}`); continue; }
    same(`${g.name} opened`, opened.state, native([open])[0].state);
    checks++;
    if (!g.levels) continue;
    // The same thought to a fixed number of nodes, and its speed.
    const think = (nodes) => ({ op: "think", game: g.name, seed: open.seed, limits: { nodes } });
    const best = (thought) => thought.lines[0].codes[0];
    ask(think(2000)); // warm up: the module is compiled lazily
    const began = performance.now();
    const t = ask(think(NODES)).thought;
    const seconds = (performance.now() - began) / 1000;
    const [, n] = native([think(2000), think(NODES)]);
    same(`${g.name} thought`, [best(t), t.nodes], [best(n.thought), n.thought.nodes]);
    checks++;
    const rate = t.nodes / seconds, nativeRate = n.thought.nodes / Math.max(n.thought.took, 1) * 1000;
    console.log(`${g.name.padEnd(8)} ${Math.round(rate / 1000)} k nodes/s, natively ${Math.round(nativeRate / 1000)}: ratio ${(rate / nativeRate).toFixed(2)}`);
    // A time limit must hold although nothing can interrupt the module.
    // The best of several trials counts: load makes one later, never earlier.
    let late = Infinity;
    for (let trial = 0; trial < 6 && late > 150; trial++) {
      const t0 = performance.now();
      ask({ op: "think", game: g.name, seed: open.seed, limits: { time: 100 } });
      late = Math.min(late, performance.now() - t0 - 100);
    }
    checks++;
    if (late > 150) failures.push(`${g.name}: 100 ms took ${Math.round(late + 100)} ms`);
  }
  weigh(name, bytes, most(name), failures);
  return checks + 1;
}

async function main() {
  require(path.join(work, "wasm_exec.cjs"));
  if (names.length === 0) throw new Error("no modules");
  const failures = [];
  let checks = 0;
  for (const name of names) checks += (await check(name, failures)) + (await checkStudy(name, failures));
  for (const f of failures) console.log("FAIL " + f);
  console.log(`${checks - failures.length} passed, ${failures.length} failed`);
  process.exit(failures.length ? 1 : 0);
}

main().catch((e) => { console.error(e); process.exit(1); });
