/** See kernels.mjs. */
export function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
  kernels: BufferSource | undefined,
): Promise<WebAssembly.Instance>;
