import init, { type OpenCascadeInstance } from 'replicad-opencascadejs'
import { beginStandIn, endStandIn } from './embind-invokers.ts'
import { type KernelPool, kernelPool } from './kernel-pool.ts'

/**
 * One instance of the OpenCASCADE kernel. Where its WebAssembly comes from is the caller's affair: `step-kernel.node.ts` reads
 * a file, `step-kernel.browser.ts` fetches an address. An instance is one thread's, for one file at a time.
 */
export interface StepKernel {
  readonly occ: OpenCascadeInstance
  /** Files opened so far; raised by `readStep`. */
  filesRead: number
  /** An exception or a trap came out of it: its memory may be torn, so it reads no further file. */
  broken: boolean
  heapBytes(): number
  /** Gives the instance's memory back to the garbage collector. */
  dispose(): void
}

/** The kernel's machine code, shared by all instances of a process or page; may be posted to a worker. */
export interface CompiledKernel {
  readonly module: object
}

export interface KernelOptions {
  /** What the kernel would print; dropped when absent. */
  print?: (line: string) => void
}

/** The part of the WebAssembly interface used here; the standard library's types have it for pages only. */
interface WasmEngine {
  compile(bytes: ArrayBuffer | Uint8Array): Promise<object>
  compileStreaming(answer: Response | PromiseLike<Response>): Promise<object>
  instantiate(module: object, imports: object): Promise<object>
}

const engine = (globalThis as unknown as { WebAssembly: WasmEngine }).WebAssembly

/** Compiles the kernel once per process or page, while it comes in when given an answer. */
export const compileKernel = async (
  wasm: ArrayBuffer | Uint8Array | Response | PromiseLike<Response>,
): Promise<CompiledKernel> => ({
  module: await (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)
    ? engine.compile(wasm)
    : engine.compileStreaming(wasm)),
})

function started(compiled: CompiledKernel, print: (line: string) => void): Promise<OpenCascadeInstance> {
  let standing = false
  const stand = (on: boolean): void => {
    if (on === standing) return
    standing = on
    if (on) beginStandIn()
    else endStandIn()
  }

  return new Promise<OpenCascadeInstance>((resolve, reject) => {
    const instantiateWasm = (imports: object, ready: (...made: unknown[]) => void) => {
      // The glue never hears of a failure here (no memory left for the instance), so it is passed on by hand.
      engine.instantiate(compiled.module, imports).then((instance) => {
        stand(true)
        ready(instance, compiled.module)
      }, reject)
      return {}
    }
    init({ instantiateWasm, onRuntimeInitialized: () => stand(false), print, printErr: print }).then(resolve, reject)
  }).finally(() => stand(false))
}

/** A fresh instance from a compiled kernel, ready for a file. */
export async function startKernel(compiled: CompiledKernel, options: KernelOptions = {}): Promise<StepKernel> {
  let occ: OpenCascadeInstance | undefined = await started(compiled, options.print ?? (() => undefined))
  return {
    get occ() {
      if (!occ) throw new Error('This kernel was given back.')
      return occ
    },
    filesRead: 0,
    broken: false,
    heapBytes: () => occ?.wasmMemory.buffer.byteLength ?? 0,
    dispose() {
      occ = undefined
    },
  }
}

/** A pool of instances, compiled at the first need; a compilation that failed (no network) is tried again at the next. */
export function kernelsFrom(compile: () => Promise<CompiledKernel>, options: KernelOptions = {}): StepKernels {
  let compiled: Promise<CompiledKernel> | undefined
  return kernelPool(async () => {
    compiled ??= compile()
    const code = await compiled.catch((failure) => {
      compiled = undefined
      throw failure
    })
    return startKernel(code, options)
  })
}

export type StepKernels = KernelPool<StepKernel>
