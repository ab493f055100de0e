// Runs the WebAssembly module under node and compares it with the same code
// run natively.
const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { spawnSync } = require("child_process");

const work = process.argv[2];
// The largest module, brotli-compressed, that the page's budget allows.
const MOST = 900_000;
const NODES = 200_000;

function native(requests) {
  const input = requests.map((q) => JSON.stringify(q)).join("\n") + "\n";
  const run = spawnSync(path.join(work, "desk"), { input, maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(String(run.stderr));
  return String(run.stdout).trim().split("\n").map((line) => JSON.parse(line));
}

async function main() {
  require(path.join(work, "wasm_exec.cjs"));
  const bytes = fs.readFileSync(path.join(work, "kydai.wasm"));
  const brotli = zlib.brotliCompressSync(bytes, {
    params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
  const ready = new Promise((resolve) => { globalThis.kydaiReady = resolve; });
  go.run(instance);
  await ready;
  const ask = (q) => JSON.parse(globalThis.kydai(JSON.stringify(q)));

  const failures = [];
  const same = (what, a, b) => {
    if (JSON.stringify(a) !== JSON.stringify(b)) failures.push(`${what}: ${JSON.stringify(a)} but natively ${JSON.stringify(b)}`);
  };
  const { games } = ask({ op: "games" });
  let checks = 0;
  for (const g of games) {
    const open = { op: "new", game: g.name, seed: 5 };
    const opened = ask(open);
    if (opened.error) { failures.push(`${g.name}: ${opened.error.text}`); continue; }
    const s = opened.session;
    same(`${g.name} opened`, opened.state, native([open])[0].state);
    checks++;
    if (!g.levels) continue;
    // The same thought to a fixed number of nodes, and its speed.
    const think = (session, nodes) => ({ op: "think", session, limits: { nodes } });
    ask(think(s, 2000)); // warm up: the module is compiled lazily
    const began = performance.now();
    const t = ask(think(s, NODES)).thought;
    const seconds = (performance.now() - began) / 1000;
    const [, , n] = native([open, think(1, 2000), think(1, NODES)]);
    same(`${g.name} thought`, [t.best, t.nodes], [n.thought.best, n.thought.nodes]);
    checks++;
    const rate = t.nodes / seconds, nativeRate = n.thought.nodes / Math.max(n.thought.ms, 1) * 1000;
    console.log(`${g.name.padEnd(8)} ${Math.round(rate / 1000)} k nodes/s, natively ${Math.round(nativeRate / 1000)}: ratio ${(rate / nativeRate).toFixed(2)}`);
    // A time limit must hold although nothing can interrupt the module.
    const t0 = performance.now();
    ask({ op: "think", session: s, limits: { ms: 100 } });
    const late = performance.now() - t0 - 100;
    checks++;
    if (late > 150) failures.push(`${g.name}: 100 ms took ${Math.round(late + 100)} ms`);
  }
  console.log(`module: ${bytes.length} bytes, brotli ${brotli.length}`);
  checks++;
  if (brotli.length > MOST) failures.push(`the module is larger than ${MOST} bytes`);
  for (const f of failures) console.log("FAIL " + f);
  console.log(`${checks - failures.length} passed, ${failures.length} failed`);
  process.exit(failures.length ? 1 : 0);
}

main().catch((e) => { console.error(e); process.exit(1); });
