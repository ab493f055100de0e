// Lets a module think to a number of nodes and prints nodes and CPU seconds.
// Usage: node pair.cjs WASM_EXEC MODULE GAME NODES [NET]
const fs = require("fs");

const path = require("path");

const [, , exec, file, game, nodes, net] = process.argv;
require(exec);

async function main() {
  const go = new globalThis.Go();
  const { instantiate } = await import("../../engine/nnue/browser/kernels.mjs");
  const kernels = fs.readFileSync(path.join(__dirname, "../../engine/nnue/browser/kernels.wasm"));
  const instance = await instantiate(await WebAssembly.compile(fs.readFileSync(file)), go.importObject, kernels);

  const ready = new Promise((resolve) => { globalThis.kydaiReady = resolve; });
  go.run(instance);
  await ready;
  const refused = net ? globalThis.kydaiNet(game, fs.readFileSync(net)) : "";
  if (refused) throw new Error(refused);
  const ask = (q) => JSON.parse(globalThis.kydai(JSON.stringify(q)));
  const { session } = ask({ op: "new", game, seed: 5 });
  // Modules of before the module per game take the session, later ones the whole job.
  const think = (n) => {
    const job = ask({ op: "think", game, seed: 5, limits: { nodes: n } });
    return job.error ? ask({ op: "think", session, limits: { nodes: n } }) : job;
  };
  think(20_000); // warm up: the module is compiled lazily
  const began = process.cpuUsage();
  const { thought } = think(Number(nodes));
  const used = process.cpuUsage(began);
  console.log(thought.nodes, (used.user + used.system) / 1e6);
  process.exit(0);
}

main();
