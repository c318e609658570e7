import { type WorkChallenge, workProof } from '@cotation/domain'

const newWorker = () =>
  new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module', name: 'proof-of-work' })

/** Solves a challenge in a worker of its own, so that the page stays responsive. */
export async function proveWork(work: WorkChallenge, signal?: AbortSignal): Promise<string> {
  const worker = newWorker()
  try {
    return workProof(work.token, await numbersOf(worker, work, signal))
  } finally {
    worker.terminate()
  }
}

function numbersOf(worker: Worker, work: WorkChallenge, signal: AbortSignal | undefined): Promise<number[]> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number[]>) => resolve(data)
    worker.onerror = () => reject(new Error('the worker failed'))
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(work)
  })
}
