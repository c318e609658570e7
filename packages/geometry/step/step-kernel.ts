import init, { type OpenCascadeInstance } from 'replicad-opencascadejs'
import { replaceFunctionConstructor, restoreFunctionConstructor } from './embind-invokers.ts'
import { createKernelPool, type KernelPool } from './kernel-pool.ts'

/**
 * One instance of the OpenCASCADE kernel, for one thread and one file at a time.
 * `step-kernel.node.ts` reads its WebAssembly from a file, `step-kernel.browser.ts` fetches it.
 */
export interface StepKernel {
  readonly occ: OpenCascadeInstance
  /** Incremented by `readStep`. */
  filesRead: number
  /** It threw or trapped. Its memory may be corrupt, so it reads no further file. */
  broken: boolean
  heapBytes(): number
  /** Releases the memory of the instance. */
  dispose(): void
}

/** The compiled WebAssembly module, shared by all instances; may be posted to a worker. */
export interface CompiledKernel {
  readonly module: object
}

export interface KernelOptions {
  /** Receives the kernel's output, which is dropped by default. */
  print?: (line: string) => void
}

/** The WebAssembly API used here; TypeScript declares it in the DOM library only. */
interface WasmEngine {
  compile(bytes: ArrayBuffer | Uint8Array): Promise<object>
  compileStreaming(response: Response | PromiseLike<Response>): Promise<object>
  instantiate(module: object, imports: object): Promise<object>
}

const engine = (globalThis as unknown as { WebAssembly: WasmEngine }).WebAssembly

/** Compiles the kernel, while streaming if given a response. */
export const compileKernel = async (
  wasm: ArrayBuffer | Uint8Array | Response | PromiseLike<Response>,
): Promise<CompiledKernel> => ({
  module: await (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)
    ? engine.compile(wasm)
    : engine.compileStreaming(wasm)),
})

function instantiate(compiled: CompiledKernel, print: (line: string) => void): Promise<OpenCascadeInstance> {
  let isReplaced = false
  const restore = (): void => {
    if (isReplaced) restoreFunctionConstructor()
    isReplaced = false
  }

  return new Promise<OpenCascadeInstance>((resolve, reject) => {
    const instantiateWasm = (imports: object, ready: (...made: unknown[]) => void) => {
      // The glue code ignores a failure here, such as lack of memory, so it is rejected explicitly.
      engine.instantiate(compiled.module, imports).then((instance) => {
        replaceFunctionConstructor()
        isReplaced = true
        ready(instance, compiled.module)
      }, reject)
      return {}
    }
    init({ instantiateWasm, onRuntimeInitialized: restore, print, printErr: print }).then(resolve, reject)
  }).finally(restore)
}

/** Starts an instance of a compiled kernel. */
export async function startKernel(compiled: CompiledKernel, options: KernelOptions = {}): Promise<StepKernel> {
  let occ: OpenCascadeInstance | undefined = await instantiate(compiled, options.print ?? (() => undefined))

  return {
    get occ() {
      if (!occ) throw new Error('This kernel was disposed.')
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

/** A pool of instances. Compiles on first use, again on the next if that failed (no network). */
export function createStepKernels(compile: () => Promise<CompiledKernel>, options: KernelOptions = {}): StepKernels {
  let compiled: Promise<CompiledKernel> | undefined
  return createKernelPool(async () => {
    compiled ??= compile()
    const kernel = await compiled.catch((error) => {
      compiled = undefined
      throw error
    })
    return startKernel(kernel, options)
  })
}

export type StepKernels = KernelPool<StepKernel>
