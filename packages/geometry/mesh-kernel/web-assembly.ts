/** The few parts of WebAssembly used here; neither the ECMAScript nor Node's types have them, and a worker has no DOM. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    Memory: new (size: { initial: number; maximum: number }) => WasmMemory
    Module: new (bytes: Uint8Array) => object
    Instance: new (module: object, imports: { env: { memory: WasmMemory } }) => { exports: unknown }
  }
}

export const newMemory = (initial: number, maximum: number): WasmMemory => new wasm.Memory({ initial, maximum })

/** Compiles once, at the first use. Meant for workers: a page's main thread may refuse to compile at once what is over 4 kB. */
export function kernelFrom<Exports>(base64: string): (memory: WasmMemory) => Exports {
  let module: object | undefined
  return (memory) => {
    module ??= new wasm.Module(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
    return new wasm.Instance(module, { env: { memory } }).exports as Exports
  }
}
