import { type AnalysisRequest, analysePart, type Stage } from '@cotation/geometry'
import type { PartAnswer, PartRequest } from './part-messages.ts'

const progressEveryMs = 100

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}

/** Tells of every new stage, and of progress within one not more often than a person sees. */
function progressTo(tell: (answer: PartAnswer) => void): (stage: Stage, done: number) => void {
  let told = 0
  let last: Stage | undefined

  return (stage, done) => {
    const now = performance.now()
    if (stage === last && now - told < progressEveryMs) return
    told = now
    last = stage
    tell({ kind: 'progress', stage, done })
  }
}

/** Measures one file with the code that the server runs, and tells how it goes. */
export async function servePart(
  { file, unit }: PartRequest,
  kernels: AnalysisRequest['kernels'],
  tell: (answer: PartAnswer) => void,
): Promise<void> {
  const verdict = await analysePart(chunksOf(file), {
    totalBytes: file.size,
    unit,
    // Both at once: they cost little beside the measures, and asking for one later would mean measuring again.
    meshes: ['display', 'thumbnail'],
    kernels,
    measured: (summary) => tell({ kind: 'measured', summary }),
    // The page stops a file by ending the worker.
    watch: { mustStop: () => undefined, progress: progressTo(tell) },
  })
  tell({ kind: 'finished', verdict })
}
