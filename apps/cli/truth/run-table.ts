import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { type Comparison, complaintsOf, factComplaints, outcomesOf } from './compare.ts'
import { analyseFile, judgeFile } from './judge-file.ts'
import { createModeller, type Modeller } from './parts/modeller.ts'
import { type Format, formats, type TruthPart } from './parts/truth-part.ts'

/** Everything that the table says about the product. */
export interface TableRun {
  comparisons: Comparison[]
  /** One sentence for everything that is wrong, in the sequence of the table. */
  complaints: string[]
  /** Names of the parts that were built. */
  parts: string[]
  files: number
}

type Kernels = ReturnType<typeof nodeKernels>

/** One kernel that builds the parts and reads their files. */
interface SharedKernel {
  make: Modeller
  kernels: Kernels
  /** It failed on a file: it may hang on the next one. */
  isBroken(): boolean
  dispose(): void
}

/**
 * The pool of the server replaces its kernels because they leak; that is harmless here, and starting
 * one takes longer than reading most files.
 */
async function startSharedKernel(): Promise<SharedKernel> {
  const kernel = await nodeKernels().acquire()
  const kernels: Kernels = {
    warm: () => undefined,
    acquire: async () => kernel,
    release: () => undefined,
    dispose: () => undefined,
  }

  return {
    make: createModeller(kernel.occ),
    kernels,
    isBroken: () => kernel.broken,
    dispose: () => kernel.dispose(),
  }
}

/** The files of a part, as far as it has them. */
function filesOf({ build, facets }: TruthPart, make: Modeller): Partial<Record<Format, Uint8Array>> {
  const built = build(make)
  return 'ShapeType' in built ? { step: make.stepOf(built), stl: make.stlOf([built], facets) } : built
}

/** Analyses one file of a part and compares every verdict on it with the truth. */
async function runFile(
  { name, truths, ...part }: TruthPart,
  format: Format,
  bytes: Uint8Array,
  kernels: Kernels,
): Promise<Pick<TableRun, 'comparisons' | 'complaints'>> {
  const file = `${name} (${format.toUpperCase()})`
  const analysis = await analyseFile(bytes, kernels)
  if ('refused' in analysis) {
    const missed = truths.map((truth) => ({ format, process: truth.process, outcomes: outcomesOf([], format, truth) }))
    return { comparisons: missed, complaints: [`${file} is refused: ${analysis.refused}`] }
  }

  const complaints = factComplaints(part, format, analysis).map((complaint) => `${file} ${complaint}`)
  const comparisons = truths.map((truth) => {
    const { process, material } = truth
    const outcomes = outcomesOf(judgeFile(analysis, format, truth), format, truth)
    for (const complaint of complaintsOf(outcomes)) complaints.push(`${file}, ${process} in ${material}: ${complaint}`)
    return { format, process, outcomes }
  })

  return { comparisons, complaints }
}

/** Builds, analyses and judges all parts, and compares the findings with the truth. */
export async function runTable(parts: readonly TruthPart[]): Promise<TableRun> {
  const run: TableRun = { comparisons: [], complaints: [], parts: parts.map(({ name }) => name), files: 0 }
  let shared = await startSharedKernel()

  for (const part of parts) {
    const files = filesOf(part, shared.make)
    for (const format of formats) {
      const bytes = files[format]
      if (!bytes) continue

      const { comparisons, complaints } = await runFile(part, format, bytes, shared.kernels)
      run.comparisons.push(...comparisons)
      run.complaints.push(...complaints)
      run.files++

      if (!shared.isBroken()) continue
      shared.dispose()
      shared = await startSharedKernel()
    }
  }

  shared.dispose()
  return run
}
