import type { Readable } from 'node:stream'
import { type AnalysisRequest, analysePart, type Stage } from '@cotation/geometry'
import { receivedFiles } from './frames.ts'
import type { AnalysisJob, Answer, Timings } from './messages.ts'
import { usedCpuMs, type Watchdog } from './watchdog.ts'

const progressEveryMs = 100

interface AnswerDeps {
  /** Loaded at the first STEP file, so that the command line never loads it for STL files. */
  kernels: AnalysisRequest['kernels']
  watchdog: Watchdog
  send: (answer: Answer) => void
}

/** Analyses the files that arrive on the pipe, one after the other, until it ends. */
export async function answerFiles(pipe: Readable, { kernels, watchdog, send }: AnswerDeps): Promise<void> {
  for await (const { header, content } of receivedFiles(pipe)) {
    const job: AnalysisJob = JSON.parse(new TextDecoder().decode(header))
    const clock = stageClock(send)
    watchdog.startStep()

    const verdict = await analysePart(content, {
      totalBytes: job.totalBytes,
      unit: job.unit,
      meshes: job.meshes,
      maxBodies: job.maxBodies,
      lostBodies: job.lostBodies ?? [],
      kernels,
      startBody(index) {
        watchdog.startStep()
        send({ kind: 'body', index })
      },
      measured: (summary) => send({ kind: 'measured', summary }),
      // The parent and the watchdog enforce the limits by killing the process.
      watch: { mustStop: () => undefined, progress: clock.reached, usedMs: usedCpuMs },
    })

    send({
      kind: 'finished',
      verdict,
      timingsMs: clock.timings(),
      cpuSeconds: usedCpuMs() / 1000,
      rssMiB: process.memoryUsage.rss() / 2 ** 20,
    })
  }
}

/** Measures the time of each stage and sends throttled progress to the parent. */
function stageClock(send: AnswerDeps['send']) {
  const startedAt = performance.now()
  const spent: Partial<Record<Stage, number>> = {}
  let stage: Stage | undefined
  let since = startedAt
  let sentAt = 0

  const endStage = (now: number) => {
    if (stage) spent[stage] = (spent[stage] ?? 0) + now - since
    since = now
  }

  return {
    reached(next: Stage, done: number): void {
      const now = performance.now()
      if (next !== stage) {
        endStage(now)
        stage = next
      } else if (now - sentAt < progressEveryMs) return

      sentAt = now
      send({ kind: 'progress', stage: next, done })
    },
    timings(): Timings {
      const now = performance.now()
      endStage(now)
      return { ...spent, total: now - startedAt }
    },
  }
}
