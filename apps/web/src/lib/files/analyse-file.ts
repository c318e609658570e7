import type { PartAnalysis, PartSummary, Stage, Verdict } from '@cotation/geometry'
import type { PartAnswer, PartRequest } from './serve-part.ts'

export interface FileListeners {
  progress: (stage: Stage, done: number) => void
  measured: (summary: PartSummary) => void
}

interface Waiting {
  request: PartRequest
  listeners: FileListeners
  signal: AbortSignal
  resolve: (verdict: Verdict<PartAnalysis>) => void
}

/** One core stays free for the page itself. */
const maxWorkers = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1))
const idle: Worker[] = []
const waiting: Waiting[] = []
let running = 0

const newWorker = () => new Worker(new URL('./part.worker.ts', import.meta.url), { type: 'module', name: 'part' })
const refusal = (code: 'cancelled' | 'kernel-failed'): Verdict<PartAnalysis> => ({ ok: false, refusal: { code } })

/** Starts a worker before there is a file for it. */
export function warmReader(): void {
  if (running === 0 && idle.length === 0) idle.push(newWorker())
}

/**
 * Analyses a file in the browser; nothing of it leaves the machine. Files queue when all workers
 * are busy.
 */
export function analyseFile(
  file: File,
  unit: string | undefined,
  listeners: FileListeners,
  signal: AbortSignal,
): Promise<Verdict<PartAnalysis>> {
  return new Promise((resolve) => {
    waiting.push({ request: { file, unit }, listeners, signal, resolve })
    startNext()
  })
}

function startNext() {
  if (running >= maxWorkers) return

  const next = waiting.shift()
  if (!next) return

  if (next.signal.aborted) {
    next.resolve(refusal('cancelled'))
    startNext()
    return
  }

  running++
  void analyseInWorker(idle.pop() ?? newWorker(), next).then((verdict) => {
    running--
    next.resolve(verdict)
    startNext()
  })
}

/**
 * A worker that failed or was cancelled is terminated; a healthy one takes the next file with its
 * kernel warm.
 */
function analyseInWorker(worker: Worker, { request, listeners, signal }: Waiting): Promise<Verdict<PartAnalysis>> {
  return new Promise((resolve) => {
    const finish = (verdict: Verdict<PartAnalysis>, healthy: boolean) => {
      signal.removeEventListener('abort', stop)
      worker.onmessage = null
      worker.onerror = null

      if (healthy) idle.push(worker)
      else worker.terminate()
      resolve(verdict)
    }

    const stop = () => finish(refusal('cancelled'), false)
    signal.addEventListener('abort', stop, { once: true })

    worker.onerror = () => finish(refusal('kernel-failed'), false)
    worker.onmessage = ({ data }: MessageEvent<PartAnswer>) => {
      if (data.kind === 'progress') listeners.progress(data.stage, data.done)
      else if (data.kind === 'measured') listeners.measured(data.summary)
      else finish(data.verdict, true)
    }
    worker.postMessage(request)
  })
}
