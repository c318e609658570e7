import { setPriority } from 'node:os'
import { join } from 'node:path'
import {
  type AnalysisOptions,
  type AnalysisResult,
  type AnalysisRun,
  invalidAnswerReason,
  refusedAfter,
  startRun,
} from './analysis-run.ts'
import { receiveAnswers } from './answer-pipe.ts'
import { SourceFailed, sendFile } from './frames.ts'
import { startLimited } from './limited-process.ts'
import { type Limits, patientNiceness } from './limits.ts'
import type { AnalysisJob } from './messages.ts'

const program = join(import.meta.dirname, 'analysis.process.ts')

export interface AnalysisChild {
  pid: number | undefined
  /** `deadlineMs` is what remains of the wall-clock time of the file. */
  analyse(
    file: AsyncIterable<Uint8Array>,
    job: AnalysisJob,
    options: AnalysisOptions,
    deadlineMs?: number,
  ): Promise<AnalysisResult>
  /** From now on it takes patient files only: a process cannot raise its priority again. */
  becomePatient(): void
  isPatient(): boolean
  /** It has ended or is too worn to take another file. */
  isSpent(): boolean
  /** Its last file left it with more memory than a waiting process may keep. */
  exceedsIdleMemory(): boolean
  /** Kills the process and its current file; resolves when it has ended. */
  stop(): Promise<void>
}

/** A process is replaced after this many files, because libraries leak memory. */
const filesPerProcess = 50

/** A process that uses more than this share of its memory limit takes no further file. */
const wornShare = 0.5

/** Starts a process that analyses one file at a time. An error, cancellation or timeout ends it. */
export function startAnalysisChild(limits: Limits, entry = program): AnalysisChild {
  const limited = startLimited(entry, limits)
  let gone = false
  let worn = false
  let patient = false
  let files = 0
  let rssMiB = 0
  let run: AnalysisRun | undefined

  const end = (): void => {
    gone = true
    limited.kill()
  }
  void limited.ended.then((ending) => {
    gone = true
    run?.processEnded(ending)
  })
  receiveAnswers(
    limited.answers,
    (answer) => run?.receive(answer),
    () => (run ? run.giveUp('kernel-failed', invalidAnswerReason) : end()),
  )

  async function analyse(
    file: AsyncIterable<Uint8Array>,
    job: AnalysisJob,
    options: AnalysisOptions,
    deadlineMs = limits.deadlineMs,
  ): Promise<AnalysisResult> {
    if (options.signal?.aborted) return refusedAfter('cancelled', 0)

    files++

    const current = startRun(options, deadlineMs, {
      end,
      finished: (answer) => {
        rssMiB = answer.rssMiB
        worn = answer.cpuSeconds > limits.cpuSeconds / 2 || rssMiB > limits.memoryMiB * wornShare
      },
    })
    run = current

    const settled = current.result.then(
      () => undefined,
      () => undefined,
    )
    try {
      // Ends the file even if the process stops reading: the next one starts at a frame boundary.
      await sendFile(limited.input, new TextEncoder().encode(JSON.stringify(job)), file, settled)
    } catch (error) {
      // A failed source leaves half a file on the pipe; a broken pipe means the process is ending.
      if (error instanceof SourceFailed) current.giveUp('unreadable')
      else void limited.ended.then((ending) => current.processEnded(ending))
    }

    await settled
    current.dispose()
    run = undefined

    return current.result
  }

  return {
    pid: limited.pid,
    analyse,
    becomePatient() {
      patient = true
      if (limited.pid !== undefined) lowerPriority(limited.pid)
    },
    isPatient: () => patient,
    exceedsIdleMemory: () => rssMiB > limits.idleMiB,
    isSpent: () => gone || worn || files >= filesPerProcess,
    async stop() {
      if (run) run.giveUp('cancelled')
      else end()
      await limited.ended
    },
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, patientNiceness)
  } catch {
    // It has just ended, which its current file learns anyway.
  }
}
