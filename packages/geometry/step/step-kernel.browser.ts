import { type CompiledKernel, compileKernel, createStepKernels, type StepKernels } from './step-kernel.ts'

/** Fetches `replicad-opencascadejs/wasm` from its bundled URL; compiles while streaming. */
async function compileBrowserKernel(url: string): Promise<CompiledKernel> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The STEP kernel was not found: ${response.status}`)

  // Without the right content type, streaming compilation is not allowed.
  const canStream = response.headers.get('content-type')?.startsWith('application/wasm')
  return compileKernel(canStream ? response : await response.arrayBuffer())
}

/** Kernels for a web worker. The content security policy must allow `'wasm-unsafe-eval'`. */
export const browserKernels = (url: string): StepKernels => createStepKernels(() => compileBrowserKernel(url))
