import { type Configuration, defaultConfiguration } from '@cotation/domain'
import { analysePart, type Finding, type PartAnalysis, unwatched } from '@cotation/geometry'
import type { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { judgeLine, partMeasuresOf } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import type { Format, Truth } from './parts/truth-part.ts'

type Kernels = ReturnType<typeof nodeKernels>

async function* wholeFile(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Analyses a file as the server does, and returns the facts as they are stored; or the refusal. */
export async function analyseFile(bytes: Uint8Array, kernels: Kernels): Promise<PartAnalysis | { refused: string }> {
  const request = { watch: unwatched, unit: undefined, meshes: [], totalBytes: bytes.length, kernels }
  const verdict = await analysePart(wholeFile(bytes), request)
  if (!verdict.ok) return { refused: verdict.refusal.code }

  return JSON.parse(JSON.stringify(verdict.value)) as PartAnalysis
}

/** The findings on every line of a file, as the server judges them. */
export function judgeFile(analysis: PartAnalysis, format: Format, truth: Truth): Finding[][] {
  return analysis.bodies.map((body) => {
    const measures = partMeasuresOf(body)
    const usual = defaultConfiguration(measures, truth.material, packagedCatalogue, truth.quantity)
    const configuration: Configuration = {
      ...usual,
      process: truth.process,
      toleranceId: truth.toleranceId ?? usual.toleranceId,
      services: [...usual.services, ...(truth.services ?? [])],
    }

    const { findings } = judgeLine({
      part: { measures, analysis, body, fileName: `part.${format}` },
      measured: analysis,
      configuration,
      acceptances: [],
      expert: undefined,
      catalogue: packagedCatalogue,
    })
    return findings.map(({ finding }) => finding)
  })
}
