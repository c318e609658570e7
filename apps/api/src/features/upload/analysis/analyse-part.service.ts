import type { AnalysisResult } from '@cotation/geometry-host'
import type { Deps } from '#core/deps.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { extendLease, leaseMs, putBack, type TakenPart, takeFairest } from './analysis-queue.repository.ts'
import { keepAnalysis, keepRefusal, type PictureKeeping } from './analysis-results.service.ts'

/** A file whose worker died so often is the reason for it, and is refused. */
export const mostAttempts = 3

/** Storage that fails is tried again later, not at once. */
const pauseMs = 30_000

type Analysing = Pick<Deps, 'analysis' | 'log'> & PictureKeeping

/** Reads the file whose turn it is, if one waits, and keeps what was found. */
export async function analyseNext(deps: Analysing): Promise<void> {
  const part = await takeFairest(deps.db, deps.clock())
  if (!part) return
  if (part.attempt > mostAttempts) return keepRefusal(deps, part, { code: 'kernel-failed' })

  const { verdict } = await readPart(deps, part)
  if (verdict.ok) return keepAnalysis(deps, part, verdict.value)

  // The product is stopping, or the file is somebody else's now.
  if (verdict.refusal.code === 'cancelled') return putBack(deps.db, part, deps.clock(), false)

  if (verdict.refusal.code === 'unreadable' && part.attempt < mostAttempts) {
    deps.log.warn({ analysisId: part.id }, 'stored file not readable, tried again later')
    return putBack(deps.db, part, new Date(deps.clock().getTime() + pauseMs), true)
  }

  return keepRefusal(deps, part, verdict.refusal)
}

async function readPart(deps: Analysing, part: TakenPart): Promise<AnalysisResult> {
  const lost = new AbortController()
  // A third: two signs of life may be missed before the file is given to another.
  const heart = setInterval(() => {
    extendLease(deps.db, part, deps.clock()).then(
      (isMine) => isMine || lost.abort(),
      () => undefined,
    )
  }, leaseMs / 3)
  try {
    return await deps.analysis.analyse(
      () => contentOf(deps, part),
      { totalBytes: part.bytes, unit: part.unit || undefined, meshes: ['display', 'thumbnail'] },
      { signal: lost.signal },
    )
  } finally {
    clearInterval(heart)
  }
}

/** What fails here reaches the analysis as an unreadable source: storage is out of reach, or the content is not what was stored. */
async function* contentOf({ files }: Analysing, { sha256 }: TakenPart): AsyncGenerator<Uint8Array> {
  const stored = await files.get(partKey(sha256))
  if (!stored) throw new Error('the stored content is missing')
  yield* stored.body
}
