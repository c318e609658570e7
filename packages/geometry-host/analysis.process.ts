import { analysePart, type Stage } from '@cotation/geometry'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { sendAnswer } from './answer-pipe.ts'
import { receivedFiles } from './frames.ts'
import type { AnalysisJob, Answer, Timings } from './messages.ts'
import { startWatchdog, usedCpuMs } from './watchdog.ts'

/** The program that reads untrusted files. It may be killed any time; its parent reports that. */
const progressEveryMs = 100

const send = (answer: Answer): void => sendAnswer(answer)

const watchdog = startWatchdog()
const kernels = nodeKernels()
kernels.warm()

for await (const { header, content } of receivedFiles(process.stdin)) {
  const job: AnalysisJob = JSON.parse(new TextDecoder().decode(header))
  const clock = stageClock()
  watchdog.startStep()
  const verdict = await analysePart(content, {
    totalBytes: job.totalBytes,
    unit: job.unit,
    meshes: job.meshes,
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

// The parent closed the pipe or has ended.
process.exit()

/** Measures the time of each stage and sends throttled progress to the parent. */
function stageClock() {
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
