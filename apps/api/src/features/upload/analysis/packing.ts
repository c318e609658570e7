import { Worker } from 'node:worker_threads'
import type { DisplayMesh } from '@cotation/geometry'

const program = new URL('./packing.worker.ts', import.meta.url)

export interface Packing {
  pack(meshes: ShownMeshes): Promise<PackedPictures>
}

type Waiting = Map<number, PromiseWithResolvers<PackedPictures>>

/**
 * Packs meshes in a worker thread, started on first use: a fine mesh takes 100 ms, which would
 * block all requests (GEO-4). The thread does not keep the process alive.
 */
export function createPacking(): Packing {
  const waiting: Waiting = new Map()
  let worker: Worker | undefined
  let asked = 0

  function start(): Worker {
    const thread = new Worker(program)
    thread.unref()
    thread.on('message', (answer: PackingAnswer) => settle(waiting, answer))

    function onEnd(): void {
      if (worker === thread) worker = undefined
      // The failed jobs are retried with a new thread.
      for (const { reject } of waiting.values()) reject(new Error('the packing thread ended'))
      waiting.clear()
    }
    thread.on('error', onEnd)
    thread.on('exit', onEnd)

    return thread
  }

  return {
    pack(meshes) {
      worker ??= start()
      asked++
      const turn = Promise.withResolvers<PackedPictures>()
      waiting.set(asked, turn)
      worker.postMessage({ number: asked, ...meshes } satisfies PackingRequest)
      return turn.promise
    },
  }
}

function settle(waiting: Waiting, answer: PackingAnswer): void {
  const turn = waiting.get(answer.number)
  waiting.delete(answer.number)
  if ('packed' in answer) turn?.resolve(answer.packed)
  else turn?.reject(new Error(answer.fault))
}

/** The meshes of a body from the analysis. */
export interface ShownMeshes {
  display: DisplayMesh | undefined
  thumbnail: DisplayMesh | undefined
}

/** For storage: bytes for `decodeMesh` and an SVG thumbnail; null if there is no mesh. */
export interface PackedPictures {
  mesh: Uint8Array | null
  svg: string | null
}

export interface PackingRequest extends ShownMeshes {
  number: number
}

export type PackingAnswer = { number: number; packed: PackedPictures } | { number: number; fault: string }
