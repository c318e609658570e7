import { displayMeshOf, thumbnailMeshOf } from '../display/display-mesh.ts'
import { isLengthUnit, maxPartMm } from '../math/units.ts'
import type { BodyGeometry } from '../model/facts.ts'
import { bodyBudgetMs } from '../model/lost-body.ts'
import { type Refusal, Refused, refuse, type Verdict } from '../model/verdict.ts'
import { step, type Watch, withBudget } from '../model/watch.ts'
import { sniff, sniffBytes } from '../reading/sniff.ts'
import { groupEqual } from '../shape/fingerprint.ts'
import { signatureOf } from '../shape/signature.ts'
import { bodyFactsOf, geometryOf } from './body-facts.ts'
import type { AnalysedBody, PartAnalysis, PartSummary, ShownMesh } from './part-analysis.ts'
import type { PartReader, ReadBody, ReadPart, ReadRequest } from './part-reader.ts'
import { createStepPartReader } from './step-part-reader.ts'
import { createStlPartReader } from './stl-part-reader.ts'

export interface AnalysisRequest extends Omit<ReadRequest, 'unit'> {
  /** The unit of an STL file. If it is missing or unknown, millimetres are assumed. */
  unit: string | undefined
  /** Meshes to create for each body. */
  meshes: readonly ShownMesh[]
  /** A file with more distinct bodies is refused before the first one is analysed. */
  maxBodies?: number | undefined
  /** Called as soon as the file is read, before its faces and walls are analysed. */
  measured?: (summary: PartSummary) => void
}

/**
 * Analyses the bytes of a file. Never throws: unreadable files, cancellation and timeouts are
 * refusals with a code.
 */
export async function analysePart(
  chunks: AsyncIterable<Uint8Array>,
  { unit, meshes, measured, ...request }: AnalysisRequest,
): Promise<Verdict<PartAnalysis>> {
  try {
    const part = await readPart(chunks, {
      ...request,
      unit: unit !== undefined && isLengthUnit(unit) ? unit : undefined,
    })
    if (Math.max(...part.summary.sizeMm) > maxPartMm) refuse('beyond-any-part')
    measured?.(part.summary)

    const { bodies, failed } = await analyseBodies(part, meshes, request)
    const [first] = bodies
    const isSingleBody = part.summary.bodyCount === 1
    const orientedSizeMm = isSingleBody && first ? first.shape.orientedBox.sizeMm : part.orientedSizeMm()

    return { ok: true, value: { ...part.summary, orientedSizeMm, bodies, failed } }
  } catch (error) {
    return { ok: false, refusal: refusalOf(error) }
  }
}

type BodiesRequest = Pick<AnalysisRequest, 'watch' | 'startBody' | 'lostBodies' | 'maxBodies'>

/**
 * Analyses the distinct bodies, each under its own budget: one that fails must not refuse the
 * others. Throws the first reason if all fail.
 */
async function analyseBodies(
  part: ReadPart,
  meshes: readonly ShownMesh[],
  { watch, startBody, lostBodies = [], maxBodies }: BodiesRequest,
): Promise<Pick<PartAnalysis, 'bodies' | 'failed'>> {
  const bodies: AnalysedBody[] = []
  const failed = [...part.failed]

  const distinct = distinctBodies(part.bodies, watch)
  const bodyCount = distinct.length + failed.length
  if (maxBodies !== undefined && bodyCount > maxBodies) {
    refuse('too-large', undefined, { bodies: bodyCount, most: maxBodies })
  }

  for (const { body, count, fingerprint } of distinct) {
    const ownWatch = withBudget(watch, bodyBudgetMs)
    startBody?.(body.index)

    try {
      const lost = lostBodies.find(({ index }) => index === body.index)
      if (lost) refuse(lost.code)

      const geometry = await geometryOf(body, ownWatch)
      const facts = { ...bodyFactsOf(body, geometry, ownWatch), count, fingerprint }
      bodies.push({ ...facts, ...(await createMeshes(geometry, meshes, ownWatch)) })
    } catch (error) {
      if (watch.mustStop()) throw error
      failed.push({ name: body.name, count, refusal: refusalOf(error) })
    }
  }

  const [firstFailed] = failed
  if (bodies.length === 0 && firstFailed) throw new Refused(firstFailed.refusal)

  return { bodies, failed }
}

/** Reads a file, recognising its format by content. Throws `Refused` for files it cannot read. */
async function readPart(chunks: AsyncIterable<Uint8Array>, request: ReadRequest): Promise<ReadPart> {
  let head = new Uint8Array(0)
  let reader: PartReader | undefined
  for await (const chunk of chunks) {
    if (reader) {
      reader.push(chunk)
      continue
    }

    head = joined(head, chunk)
    if (head.length < sniffBytes) continue

    reader = createPartReader(head, request)
    reader.push(head)
  }

  if (!reader) {
    reader = createPartReader(head, { ...request, totalBytes: head.length })
    reader.push(head)
  }

  return reader.finish()
}

function createPartReader(head: Uint8Array, request: ReadRequest): PartReader {
  const kind = sniff(head.subarray(0, sniffBytes), request.totalBytes)
  if (kind === 'step') return createStepPartReader(request)
  if (kind === 'stl-binary' || kind === 'stl-ascii') return createStlPartReader(kind, request)
  return refuse(kind)
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

interface DistinctBody {
  /** The first of its kind in the file. */
  body: ReadBody
  count: number
  fingerprint: string
}

/** Groups bodies that differ only in position: ten equal screws are one body with count 10. */
function distinctBodies(bodies: readonly ReadBody[], watch: Watch): DistinctBody[] {
  const groups = groupEqual(bodies.map(({ mesh }) => signatureOf(mesh, watch)))
  return groups.flatMap(({ fingerprint, members }) => {
    const equal = members.flatMap((member) => bodies[member] ?? [])
    const [body] = equal
    const count = equal.reduce((sum, { placements }) => sum + placements, 0)
    return body ? [{ body, count, fingerprint }] : []
  })
}

const displayTriangles = 200_000

async function createMeshes(
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

/** JavaScript engines throw a RangeError if they cannot allocate an array. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal
  if (error instanceof RangeError && /alloc|array (buffer|length)|memory/i.test(error.message)) {
    return { code: 'out-of-memory' }
  }
  return { code: 'kernel-failed', detail: { reason: String(error).slice(0, 40) } }
}
