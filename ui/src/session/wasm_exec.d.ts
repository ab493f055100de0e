// Declares Go's WebAssembly support code, which `npm run wasm` copies to build/, so that types can
// be checked before the first build.
declare module "*/build/wasm_exec.js";
