import type { PartAnalysis, PartSummary, RefusalCode, Stage, Verdict } from '@cotation/geometry'
import type { Answer, Timings } from './protocol/messages.ts'
import { isValidAnswer } from './validation/answer-checks.ts'

export interface AnalysisResult {
  verdict: Verdict<PartAnalysis>
  timingsMs: Timings
}

export interface AnalysisListeners {
  progress?: (stage: Stage, done: number) => void
  measured?: (summary: PartSummary) => void
  signal?: AbortSignal
}

type Finished = Extract<Answer, { kind: 'finished' }>

/** One file on its way through a process, until its result is there. What comes later than the result changes nothing. */
export interface AnalysisRun {
  result: Promise<AnalysisResult>
  /** Takes what the process said. */
  hear(answer: unknown): void
  /** Ends the process and refuses the file. */
  giveUp(code: RefusalCode, reason?: string): void
  /** Stops listening to clock and caller. */
  over(): void
}

/** Given as the reason of a refusal when a process answered what cannot be true. */
export const invalidAnswerReason = 'invalid answer'

export const refusedAfter = (code: RefusalCode, totalMs: number, reason?: string): AnalysisResult => ({
  verdict: { ok: false, refusal: { code, ...(reason && { detail: { reason } }) } },
  timingsMs: { total: totalMs },
})

export function startRun(
  { progress, measured, signal }: AnalysisListeners,
  deadlineMs: number,
  process: { end: () => void; finished: (answer: Finished) => void },
): AnalysisRun {
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<AnalysisResult>()

  const giveUp = (code: RefusalCode, reason?: string): void => {
    process.end()
    resolve(refusedAfter(code, performance.now() - began, reason))
  }
  const react = (answer: Answer): void => {
    if (answer.kind === 'progress') progress?.(answer.stage, answer.done)
    else if (answer.kind === 'measured') measured?.(answer.summary)
    else {
      process.finished(answer)
      resolve({ verdict: answer.verdict, timingsMs: answer.timingsMs })
    }
  }
  const cancel = () => giveUp('cancelled')
  const deadline = setTimeout(() => giveUp('deadline'), deadlineMs)
  signal?.addEventListener('abort', cancel, { once: true })

  return {
    result: promise,
    giveUp,
    hear(answer) {
      try {
        // What comes out of the process is as little trusted as what went in (GEO-3).
        if (isValidAnswer(answer)) react(answer)
        else giveUp('kernel-failed', invalidAnswerReason)
      } catch (fault) {
        // A listener of the caller's threw: the caller hears of it, and nobody else.
        process.end()
        reject(fault)
      }
    },
    over() {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', cancel)
    },
  }
}
