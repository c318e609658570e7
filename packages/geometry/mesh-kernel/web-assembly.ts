/** The WebAssembly API used here; TypeScript declares it in the DOM library only. */
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

/** Compiles synchronously on first use. For workers: a page may refuse that above 4 kB. */
export function kernelFrom<Exports>(base64: string): (memory: WasmMemory) => Exports {
  let module: object | undefined
  return (memory) => {
    module ??= new wasm.Module(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
    return new wasm.Instance(module, { env: { memory } }).exports as Exports
  }
}
