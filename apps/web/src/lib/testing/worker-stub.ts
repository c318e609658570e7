import type { AnalysisRequest } from '@cotation/geometry'
import { vi } from 'vitest'
import { type PartAnswer, type PartRequest, servePart } from '#lib/files/serve-part.ts'

/** No STEP in unit tests: the kernel is tested by the journeys in a real browser. */
const noKernels: AnalysisRequest['kernels'] = {
  warm: () => undefined,
  acquire: () => Promise.reject(new Error('no kernel in this test')),
  release: () => undefined,
  dispose: () => undefined,
}

/**
 * jsdom has no workers: this one runs the worker's code on the test's thread. One that
 * `exceedsDeadline` measures the part, but is too slow to analyse it.
 */
export function stubWorkers({ exceedsDeadline = false } = {}): { terminated: () => number } {
  let terminated = 0
  class WorkerOnThisThread {
    onmessage: ((event: { data: unknown }) => void) | null = null
    onerror: (() => void) | null = null

    postMessage(request: PartRequest) {
      void servePart(request, noKernels, (answer) => {
        const isTooLate = exceedsDeadline && answer.kind === 'finished'
        const verdict: PartAnswer = { kind: 'finished', verdict: { ok: false, refusal: { code: 'deadline' } } }
        this.onmessage?.({ data: structuredClone(isTooLate ? verdict : answer) })
      })
    }

    terminate() {
      terminated++
    }
  }

  vi.stubGlobal('Worker', WorkerOnThisThread)
  return { terminated: () => terminated }
}
