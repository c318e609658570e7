import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { LengthUnit, PartAnalysis, Refusal } from '@cotation/geometry'
import { type AnalysisPool, createAnalysisPool, type Timings } from '@cotation/geometry-host'
import type { Texts } from './texts.ts'

export interface AnalysedFile {
  file: string
  analysis: PartAnalysis
  timingsMs: Timings
}

export interface RefusedFile {
  file: string
  refusal: Refusal & { message: string; advice: string }
}

/** Chunks large enough that the pipe to the analysing process is not the bottleneck. */
const chunkBytes = 4 << 20

/** Analyses files in parallel. Yields results in the sequence of `files`, as soon as ready. */
export async function* analyseFiles(
  files: readonly string[],
  unit: LengthUnit | undefined,
  texts: Texts,
): AsyncGenerator<AnalysedFile | RefusedFile> {
  const pool = createAnalysisPool({ processes: Math.min(availableParallelism(), files.length) })

  try {
    const pending = files.map((file) => analyseFile(file, unit, pool, texts))
    for (const result of pending) yield await result
  } finally {
    await pool.close()
  }
}

export const refusalText = ({ file, refusal }: RefusedFile): string => `${file}: ${refusal.message} ${refusal.advice}`

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

    return verdict.ok ? { file, analysis: verdict.value, timingsMs } : refusedFile(file, verdict.refusal, texts)
  } catch {
    return unreadableFile(file, texts, 'cli.unreadable')
  }
}

function refusedFile(file: string, refusal: Refusal, texts: Texts): RefusedFile {
  const say = (key: 'title' | 'advice') => texts.say(`geometry.refusal.${refusal.code}.${key}`, refusal.detail)
  return { file, refusal: { ...refusal, message: say('title'), advice: say('advice') } }
}

function unreadableFile(file: string, texts: Texts, key: 'cli.notAFile' | 'cli.unreadable'): RefusedFile {
  const message = texts.say(`${key}.title`)
  const advice = texts.say(`${key}.advice`)
  return { file, refusal: { code: 'unreadable', message, advice } }
}
