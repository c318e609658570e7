import {
  type AnalysisRequest,
  analysePart,
  type PartAnalysis,
  type PartSummary,
  type Stage,
  type Verdict,
} from '@cotation/geometry'

/** Request to the worker, one file at a time. */
export interface PartRequest {
  file: File
  /** The unit of an STL file; millimetres if undefined. */
  unit: string | undefined
}

export type PartAnswer =
  | { kind: 'progress'; stage: Stage; done: number }
  | { kind: 'measured'; summary: PartSummary }
  | { kind: 'finished'; verdict: Verdict<PartAnalysis> }

const progressEveryMs = 100

async function* chunksOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
}

/** Reports every new stage, and the progress within a stage at most ten times a second. */
function throttledProgress(post: (answer: PartAnswer) => void): (stage: Stage, done: number) => void {
  let reportedAt = 0
  let last: Stage | undefined

  return (stage, done) => {
    const now = performance.now()
    if (stage === last && now - reportedAt < progressEveryMs) return
    reportedAt = now
    last = stage
    post({ kind: 'progress', stage, done })
  }
}

/** Measures one file with the same code as the server, and posts its progress and result. */
export async function servePart(
  { file, unit }: PartRequest,
  kernels: AnalysisRequest['kernels'],
  post: (answer: PartAnswer) => void,
): Promise<void> {
  const verdict = await analysePart(chunksOf(file), {
    totalBytes: file.size,
    unit,
    // Both at once: they cost little beside the measurement, which a later request would repeat.
    meshes: ['display', 'thumbnail'],
    kernels,
    measured: (summary) => post({ kind: 'measured', summary }),
    // The page cancels by terminating the worker. A browser has no processor time but the clock.
    watch: { mustStop: () => undefined, progress: throttledProgress(post), usedMs: () => performance.now() },
  })
  post({ kind: 'finished', verdict })
}

/** The buffers of an answer's meshes, to transfer: copying some megabytes would block the page. */
export function meshBuffers(answer: PartAnswer): ArrayBufferLike[] & Transferable[] {
  if (answer.kind !== 'finished' || !answer.verdict.ok) return []

  const meshes = answer.verdict.value.bodies.flatMap(({ display, thumbnail }) => [display, thumbnail])
  const arrays = meshes.flatMap((mesh) => (mesh ? [mesh.positions, mesh.normals, mesh.indices, mesh.groups] : []))
  return [...new Set(arrays.map(({ buffer }) => buffer))]
}
