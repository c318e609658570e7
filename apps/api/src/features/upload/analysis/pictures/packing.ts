import { Worker } from 'node:worker_threads'
import type { PackedPictures, PackingAnswer, PackingRequest, ShownMeshes } from './packed-pictures.ts'

const program = new URL('./packing.worker.ts', import.meta.url)

export interface Packing {
  pack(meshes: ShownMeshes): Promise<PackedPictures>
}

type Waiting = Map<number, PromiseWithResolvers<PackedPictures>>

/**
 * Packs meshes in a thread of its own, begun with the first: a fine mesh takes a tenth of a second, in which the server would answer
 * nobody (GEO-4). It does not keep the process alive.
 */
export function createPacking(): Packing {
  const waiting: Waiting = new Map()
  let worker: Worker | undefined
  let asked = 0

  const started = (): Worker => {
    const thread = new Worker(program)
    thread.unref()
    thread.on('message', (answer: PackingAnswer) => settle(waiting, answer))

    const lost = (): void => {
      if (worker === thread) worker = undefined
      // Whoever waits tries again later, with a new thread.
      for (const { reject } of waiting.values()) reject(new Error('the packing thread ended'))
      waiting.clear()
    }
    thread.on('error', lost)
    thread.on('exit', lost)

    return thread
  }

  return {
    pack(meshes) {
      worker ??= started()
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
