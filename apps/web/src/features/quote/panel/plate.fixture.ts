import { analysePart, browserKernels, type PartAnalysis, unwatched } from '@cotation/geometry'
import { binaryStl, box } from '@cotation/geometry/solids'

/** A plate of 40 × 40 mm, as the server would have measured it from an STL file. */
export async function analysedPlate(thicknessMm: number): Promise<PartAnalysis> {
  const bytes = binaryStl(box([40, 40, thicknessMm]))
  const chunks = (async function* () {
    yield bytes
  })()
  const verdict = await analysePart(chunks, {
    totalBytes: bytes.length,
    unit: undefined,
    meshes: [],
    // Never called: there is no STEP file.
    kernels: browserKernels(''),
    watch: unwatched,
  })
  if (!verdict.ok) throw new Error(`the plate is refused: ${verdict.refusal.code}`)

  return verdict.value
}
