import { join } from 'node:path'
import {
  type AnalysisListeners,
  type AnalysisResult,
  type AnalysisRun,
  invalidAnswerReason,
  refusedAfter,
  startRun,
} from './analysis-run.ts'
import { startLimited } from './limited-process.ts'
import type { Limits } from './limits.ts'
import { hearAnswers } from './protocol/answer-pipe.ts'
import { SourceFailed, sendFile } from './protocol/frames.ts'
import type { AnalysisJob } from './protocol/messages.ts'

const program = join(import.meta.dirname, 'analysis.process.ts')

export interface AnalysisChild {
  pid: number | undefined
  analyse(file: AsyncIterable<Uint8Array>, job: AnalysisJob, listeners: AnalysisListeners): Promise<AnalysisResult>
  /** Gone, or too worn to take another file. */
  spent(): boolean
  /** Ends the process, with the file it is at; resolves when it is gone. */
  stop(): Promise<void>
}

/** Files after which a process is replaced though nothing went wrong: memory that libraries forgot to give back goes with it. */
const filesPerProcess = 50

/** A process bigger than this share of its limit takes no further file. */
const wornShare = 0.5

/** One analysing process, for one file at a time. Any fault, cancellation or passed deadline ends it. */
export function startAnalysisChild(limits: Limits, entry = program): AnalysisChild {
  const limited = startLimited(entry, limits)
  let gone = false
  let worn = false
  let files = 0
  let run: AnalysisRun | undefined

  const end = (): void => {
    gone = true
    limited.kill()
  }
  void limited.ended.then((ending) => {
    gone = true
    run?.giveUp(ending)
  })
  hearAnswers(
    limited.answers,
    (answer) => run?.hear(answer),
    () => (run ? run.giveUp('kernel-failed', invalidAnswerReason) : end()),
  )

  async function analyse(
    file: AsyncIterable<Uint8Array>,
    job: AnalysisJob,
    listeners: AnalysisListeners,
  ): Promise<AnalysisResult> {
    if (listeners.signal?.aborted) return refusedAfter('cancelled', 0)

    files++

    const current = startRun(listeners, limits.deadlineMs, {
      end,
      finished: ({ cpuSeconds, rssMiB }) => {
        worn = cpuSeconds > limits.cpuSeconds / 2 || rssMiB > limits.memoryMiB * wornShare
      },
    })
    run = current

    const settled = current.result.then(
      () => undefined,
      () => undefined,
    )
    try {
      // Sent to the end, or to where the process wanted no more, so that the next file begins where the process expects it.
      await sendFile(limited.input, new TextEncoder().encode(JSON.stringify(job)), file, settled)
    } catch (fault) {
      // A source that failed leaves half a file on the pipe; a pipe that broke says that the process is on its way out.
      if (fault instanceof SourceFailed) current.giveUp('unreadable')
      else void limited.ended.then((ending) => current.giveUp(ending))
    }

    await settled
    current.over()
    run = undefined

    return current.result
  }

  return {
    pid: limited.pid,
    analyse,
    spent: () => gone || worn || files >= filesPerProcess,
    async stop() {
      if (run) run.giveUp('cancelled')
      else end()
      await limited.ended
    },
  }
}
