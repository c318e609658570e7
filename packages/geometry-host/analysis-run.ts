import type { LostBody, PartAnalysis, PartSummary, RefusalCode, Stage, Verdict } from '@cotation/geometry'
import { isValidAnswer } from './answer-checks.ts'
import type { Answer, Timings } from './messages.ts'

export interface AnalysisResult {
  verdict: Verdict<PartAnalysis>
  timingsMs: Timings
  /** The body that was read or analysed when the process ended, if it may be to blame. */
  lostBody?: LostBody
}

export interface AnalysisOptions {
  progress?: (stage: Stage, done: number) => void
  measured?: (summary: PartSummary) => void
  signal?: AbortSignal
  /** Only uses processor time that no other file wants. */
  isPatient?: boolean
}

type Finished = Extract<Answer, { kind: 'finished' }>

/** The analysis of one file in a process. Calls after its result have no effect. */
export interface AnalysisRun {
  result: Promise<AnalysisResult>
  /** Handles an answer of the process. */
  receive(answer: unknown): void
  /** Ends the process and refuses the file. */
  giveUp(code: RefusalCode, reason?: string): void
  /** Refuses the file because the process has ended by itself or by its watchdog. */
  processEnded(code: RefusalCode): void
  /** Removes the timeout and the abort listener. */
  dispose(): void
}

/** The reason of a refusal if an answer failed validation. */
export const invalidAnswerReason = 'invalid answer'

export const refusedAfter = (code: RefusalCode, totalMs: number, reason?: string): AnalysisResult => ({
  verdict: { ok: false, refusal: { code, ...(reason && { detail: { reason } }) } },
  timingsMs: { total: totalMs },
})

export function startRun(
  { progress, measured, signal }: AnalysisOptions,
  deadlineMs: number,
  process: { end: () => void; finished: (answer: Finished) => void },
): AnalysisRun {
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<AnalysisResult>()

  const giveUp = (code: RefusalCode, reason?: string): void => {
    process.end()
    resolve(refusedAfter(code, performance.now() - startedAt, reason))
  }

  let body: number | undefined
  const processEnded = (code: RefusalCode): void => {
    const refused = refusedAfter(code, performance.now() - startedAt)
    resolve(body === undefined ? refused : { ...refused, lostBody: { index: body, code } })
  }

  const handle = (answer: Answer): void => {
    if (answer.kind === 'progress') progress?.(answer.stage, answer.done)
    else if (answer.kind === 'body') body = answer.index
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
    processEnded,
    receive(answer) {
      try {
        // Answers are as untrusted as the file (GEO-3).
        if (isValidAnswer(answer)) handle(answer)
        else giveUp('kernel-failed', invalidAnswerReason)
      } catch (error) {
        // A listener of the caller threw: only this caller gets the error.
        process.end()
        reject(error)
      }
    },
    dispose() {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', cancel)
    },
  }
}
