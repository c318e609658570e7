import { Refused, refuse, type Verdict } from '../control/verdict.ts'
import { step, type Watch } from '../control/watch.ts'
import { displayMeshOf, thumbnailMeshOf } from '../display/display-mesh.ts'
import { isLengthUnit, largestPartMm } from '../math/units.ts'
import type { BodyGeometry } from '../model/facts.ts'
import { bodyFactsOf, geometryOf } from './body-facts.ts'
import { equalBodies } from './equal-bodies.ts'
import type { ReadingRequest } from './intake.ts'
import type { AnalysedBody, PartAnalysis, PartSummary, ShownMesh } from './part-analysis.ts'
import { readPart } from './read-part.ts'

export interface AnalysisRequest extends Omit<ReadingRequest, 'unit'> {
  /** What one unit of an STL file means; anything unknown or absent is millimetres, and said to be assumed. */
  unit: string | undefined
  /** Which meshes to show the bodies with are made too. */
  meshes: readonly ShownMesh[]
  /** Told as soon as the file is read, before faces and walls are looked at. */
  measured?: (summary: PartSummary) => void
}

/**
 * From the bytes of a file to all that is known of the part. Never throws: what cannot be read, cancelled work and a passed
 * deadline are refusals with a code.
 */
export async function analysePart(
  chunks: AsyncIterable<Uint8Array>,
  { unit, meshes, measured, ...request }: AnalysisRequest,
): Promise<Verdict<PartAnalysis>> {
  try {
    const { watch } = request
    const part = await readPart(chunks, {
      ...request,
      unit: unit !== undefined && isLengthUnit(unit) ? unit : undefined,
    })
    if (Math.max(...part.summary.sizeMm) > largestPartMm) refuse('beyond-any-part')
    measured?.(part.summary)

    const bodies: AnalysedBody[] = []
    for (const { body, count, fingerprint } of equalBodies(part.bodies, watch)) {
      const geometry = await geometryOf(body, watch)
      const facts = { ...bodyFactsOf(body, geometry, watch), count, fingerprint }
      bodies.push({ ...facts, ...(await shownMeshes(geometry, meshes, watch)) })
    }

    const [only] = bodies
    const alone = bodies.length === 1 && only?.count === 1
    const orientedSizeMm = alone && only ? only.shape.orientedBox.sizeMm : part.orientedSizeMm()

    return { ok: true, value: { ...part.summary, orientedSizeMm, bodies } }
  } catch (failure) {
    return { ok: false, refusal: refusalOf(failure) }
  }
}

const displayTriangles = 200_000

async function shownMeshes(
  geometry: BodyGeometry,
  meshes: readonly ShownMesh[],
  watch: Watch,
): Promise<Pick<AnalysedBody, ShownMesh>> {
  if (meshes.length === 0) return {}
  step(watch, 'display', 0)
  return {
    ...(meshes.includes('display') && { display: await displayMeshOf(geometry, displayTriangles, watch) }),
    ...(meshes.includes('thumbnail') && { thumbnail: await thumbnailMeshOf(geometry, watch) }),
  }
}

/** What an exception means to the customer: engines throw RangeError where memory for an array is not to be had. */
function refusalOf(failure: unknown): Refused['refusal'] {
  if (failure instanceof Refused) return failure.refusal
  if (failure instanceof RangeError && /alloc|array (buffer|length)|memory/i.test(failure.message)) {
    return { code: 'out-of-memory' }
  }
  return { code: 'kernel-failed', detail: { reason: String(failure).slice(0, 40) } }
}
