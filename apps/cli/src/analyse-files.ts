import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { LengthUnit, PartAnalysis, Refusal } from '@cotation/geometry'
import { type AnalysisPool, createAnalysisPool, type Timings } from '@cotation/geometry-host'
import type { Terminal } from './terminal.ts'
import type { Texts } from './texts.ts'

export interface AnalysedFile {
  file: string
  analysis: PartAnalysis
  timingsMs: Timings
}

type ExplainedRefusal = Refusal & { message: string; advice: string }

export interface RefusedFile {
  file: string
  refusal: ExplainedRefusal
}

/** A body that could not be measured, in a file of which others were. */
export interface UnmeasuredBody {
  file: string
  body: string
  count: number
  refusal: ExplainedRefusal
}

/** Chunks large enough that the pipe to the analysing process is not the bottleneck. */
const chunkBytes = 4 << 20

/**
 * Analyses files one after the other and shows which. One process for all of them: each further one
 * would load and compile the STEP kernel again, which costs more than most files.
 */
export async function* analyseFiles(
  files: readonly string[],
  unit: LengthUnit | undefined,
  texts: Texts,
  terminal: Terminal,
): AsyncGenerator<AnalysedFile | RefusedFile> {
  const pool = createAnalysisPool({ processes: 1 })

  try {
    for (const [i, file] of files.entries()) {
      terminal.progress(texts.say('cli.progress', { number: i + 1, count: files.length, file }))
      const result = await analyseFile(file, unit, pool, texts)
      terminal.progress('')
      yield result
    }
  } finally {
    await pool.close()
  }
}

export const refusalText = ({ file, refusal }: RefusedFile): string => `${file}: ${refusal.message} ${refusal.advice}`

export const listUnmeasured = ({ file, analysis }: AnalysedFile, texts: Texts): UnmeasuredBody[] =>
  analysis.failed.map(({ name, count, refusal }) => ({ file, body: name, count, refusal: explained(refusal, texts) }))

export const unmeasuredText = ({ file, body, refusal }: UnmeasuredBody): string =>
  `${file} · ${body}: ${refusal.message} ${refusal.advice}`

async function analyseFile(
  file: string,
  unit: LengthUnit | undefined,
  pool: AnalysisPool,
  texts: Texts,
): Promise<AnalysedFile | RefusedFile> {
  try {
    const stats = await stat(file)
    if (!stats.isFile()) return unreadableFile(file, texts, 'cli.notAFile')

    const { verdict, timingsMs } = await pool.analyse(() => createReadStream(file, { highWaterMark: chunkBytes }), {
      totalBytes: stats.size,
      unit,
      meshes: [],
    })

    return verdict.ok
      ? { file, analysis: verdict.value, timingsMs }
      : { file, refusal: explained(verdict.refusal, texts) }
  } catch {
    return unreadableFile(file, texts, 'cli.unreadable')
  }
}

function explained(refusal: Refusal, texts: Texts): ExplainedRefusal {
  const say = (key: 'title' | 'advice') => texts.say(`geometry.refusal.${refusal.code}.${key}`, refusal.detail)
  return { ...refusal, message: say('title'), advice: say('advice') }
}

function unreadableFile(file: string, texts: Texts, key: 'cli.notAFile' | 'cli.unreadable'): RefusedFile {
  const message = texts.say(`${key}.title`)
  const advice = texts.say(`${key}.advice`)
  return { file, refusal: { code: 'unreadable', message, advice } }
}
