import { type CompiledKernel, compileKernel, kernelsFrom, type StepKernels } from './step-kernel.ts'

/** Fetches and compiles the kernel while it comes in, from the address of `replicad-opencascadejs/wasm` in the caller's bundle. */
export async function compileBrowserKernel(url: string): Promise<CompiledKernel> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The STEP kernel was not found: ${answer.status}`)
  // Servers that send .wasm under another type still serve; only the streaming is lost.
  const streams = answer.headers.get('content-type')?.startsWith('application/wasm')
  return compileKernel(streams ? answer : await answer.arrayBuffer())
}

/** A pool of kernels for a page's worker. Needs `'wasm-unsafe-eval'` in the policy, and nothing more. */
export const browserKernels = (url: string): StepKernels => kernelsFrom(() => compileBrowserKernel(url))
