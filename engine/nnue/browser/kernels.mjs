// Starts a Go module that may contain package nnue. The kernels of nnue are functions of a second
// module, kernels.wasm, which works on the memory of the first one. So the first module is started
// with functions that call those of the second one.

/**
 * Instantiates a Go module. Without vector instructions, or without the bytes of the kernels, the
 * module gets no kernels, and package nnue knows.
 */
export async function instantiate(module, imports, kernels) {
  let side;
  imports.nnue = {
    fast: () => (side ? 1 : 0),
    add: (to, w, n) => side.add(to, w, n),
    sub: (to, w, n) => side.sub(to, w, n),
    addSub: (to, from, come, gone, n) => side.addSub(to, from, come, gone, n),
    addSubSub: (to, from, come, gone, gone2, n) => side.addSubSub(to, from, come, gone, gone2, n),
    dot: (sums, w, n) => side.dot(sums, w, n),
  };
  const instance = await WebAssembly.instantiate(module, imports);
  try {
    side = new WebAssembly.Instance(new WebAssembly.Module(kernels), { go: instance.exports }).exports;
  } catch {
    // The browser has no vector instructions.
  }
  return instance;
}
