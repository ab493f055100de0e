// Go's glue for WebAssembly, which `npm run wasm` copies into build/. Declared here so
// that types can be checked before the first build.
declare module "*/build/wasm_exec.js";
