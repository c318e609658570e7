import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { Refusal, Verdict } from '../model/verdict.ts'
import { unwatched } from '../model/watch.ts'
import { binaryStl } from '../solids.ts'
import { nodeKernels } from '../step/step-kernel.node.ts'
import { type AnalysisRequest, analysePart } from './analyse-part.ts'
import type { AnalysedBody, PartAnalysis } from './part-analysis.ts'

const kernels = nodeKernels()

export async function* inChunks(bytes: Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export const analyse = (
  bytes: Uint8Array,
  { chunk, ...request }: Partial<AnalysisRequest> & { chunk?: number } = {},
): Promise<Verdict<PartAnalysis>> =>
  analysePart(inChunks(bytes, chunk), {
    totalBytes: bytes.length,
    unit: undefined,
    meshes: [],
    kernels,
    watch: unwatched,
    ...request,
  })

export async function analysed(
  part: TriangleMesh | Uint8Array,
  request: Partial<AnalysisRequest> & { chunk?: number } = {},
): Promise<PartAnalysis> {
  const verdict = await analyse(part instanceof Uint8Array ? part : binaryStl(part), request)
  if (!verdict.ok) throw new Error(`refused: ${JSON.stringify(verdict.refusal)}`)
  return verdict.value
}

export async function onlyBody(part: TriangleMesh | Uint8Array): Promise<AnalysedBody> {
  const { bodies } = await analysed(part)
  const [body] = bodies
  if (!body || bodies.length !== 1) throw new Error(`${bodies.length} bodies`)
  return body
}

export async function refused(bytes: Uint8Array, request: Partial<AnalysisRequest> = {}): Promise<Refusal> {
  const verdict = await analyse(bytes, request)
  if (verdict.ok) throw new Error('The file was not refused.')
  return verdict.refusal
}
