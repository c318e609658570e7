import { analysePart, type Stage } from '@cotation/geometry'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { sendAnswer } from './protocol/answer-pipe.ts'
import { receivedFiles } from './protocol/frames.ts'
import type { AnalysisJob, Answer, Timings } from './protocol/messages.ts'
import { startWatchdog } from './watchdog.ts'

/** The program that reads files nobody vouches for. It may be killed at any moment; its parent lives on and tells the customer. */
const progressEveryMs = 100

const send = (answer: Answer): void => sendAnswer(answer)

startWatchdog()
const kernels = nodeKernels()
kernels.warm()

for await (const { word, content } of receivedFiles(process.stdin)) {
  const job: AnalysisJob = JSON.parse(new TextDecoder().decode(word))
  const clock = stageClock()
  const verdict = await analysePart(content, {
    totalBytes: job.totalBytes,
    unit: job.unit,
    meshes: job.meshes,
    kernels,
    measured: (summary) => send({ kind: 'measured', summary }),
    // The deadline is the parent's: it ends the process, whatever the process is doing.
    watch: { mustStop: () => undefined, progress: clock.reached },
  })

  const { user, system } = process.cpuUsage()
  send({
    kind: 'finished',
    verdict,
    timingsMs: clock.timings(),
    cpuSeconds: (user + system) / 1e6,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
  })
}

// The parent closed the pipe, or is gone.
process.exit()

/** Tells the parent of progress, not more often than a person sees, and remembers how long each stage took. */
function stageClock() {
  const began = performance.now()
  const spent: Partial<Record<Stage, number>> = {}
  let stage: Stage | undefined
  let since = began
  let told = 0
  const close = (now: number) => {
    if (stage) spent[stage] = (spent[stage] ?? 0) + now - since
    since = now
  }

  return {
    reached(next: Stage, done: number): void {
      const now = performance.now()
      if (next !== stage) {
        close(now)
        stage = next
      } else if (now - told < progressEveryMs) return
      told = now
      send({ kind: 'progress', stage: next, done })
    },
    timings(): Timings {
      const now = performance.now()
      close(now)
      return { ...spent, total: now - began }
    },
  }
}
