import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { LengthUnit, PartAnalysis } from '@cotation/geometry'
import type { AnalysisPool, Timings } from '@cotation/geometry-host'
import { type RefusedFile, refusedReport, unreadableReport } from './report.ts'
import type { Texts } from './texts.ts'

/** Chunks large enough that the pipe to the analysing process is not the bottleneck. */
const chunkBytes = 4 << 20

/** Reads and analyses one file in a process of the pool. */
export async function analysedFile(
  file: string,
  unit: LengthUnit | undefined,
  pool: AnalysisPool,
  texts: Texts,
): Promise<{ analysis: PartAnalysis; timingsMs: Timings } | RefusedFile> {
  try {
    const facts = await stat(file)
    if (!facts.isFile()) return unreadableReport(file, texts, 'cli.notAFile')

    const { verdict, timingsMs } = await pool.analyse(() => createReadStream(file, { highWaterMark: chunkBytes }), {
      totalBytes: facts.size,
      unit,
      meshes: [],
    })

    return verdict.ok ? { analysis: verdict.value, timingsMs } : refusedReport(file, verdict.refusal, texts)
  } catch {
    return unreadableReport(file, texts, 'cli.unreadable')
  }
}
