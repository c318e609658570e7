import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { findMaterial, processIds } from '@cotation/domain'
import { type Choice, isLengthUnit, type LengthUnit, lengthUnits } from '@cotation/geometry'
import { type AnalysisPool, createAnalysisPool } from '@cotation/geometry-host'
import { materialLimitsOf } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { analysedFile } from './analysed-file.ts'
import { allDone, askedWrongly, someRefused } from './exit-codes.ts'
import { isProcessId } from './process-name.ts'
import { type FileReport, measuredReport } from './report.ts'
import { reportTable } from './table.ts'
import type { Texts } from './texts.ts'

export interface Terminal {
  out(line: string): void
  err(line: string): void
}

interface Request {
  files: string[]
  json: boolean
  unit: LengthUnit | undefined
  choice: Choice | undefined
}

/** `cotation measure FILE… [--json] [--unit U] [--process P --material M]`: the exit code. */
export async function runMeasure(args: string[], texts: Texts, terminal: Terminal): Promise<number> {
  const request = parseRequest(args, texts)
  if (typeof request === 'string') {
    terminal.err(request)
    terminal.err(texts.say('cli.usage'))
    return askedWrongly
  }

  const pool = createAnalysisPool({ processes: Math.min(availableParallelism(), request.files.length) })
  try {
    const pending = request.files.map((file) => measureFile(file, request, pool, texts))
    const reports: FileReport[] = []

    // In the order asked for, each as soon as those before it are done.
    for (const report of pending) {
      const done = await report
      reports.push(done)
      if (request.json) terminal.out(JSON.stringify(done))
      if ('refusal' in done) terminal.err(`${done.file}: ${done.refusal.message} ${done.refusal.advice}`)
    }

    if (!request.json) terminal.out(reportTable(reports, texts))
    return reports.some((report) => 'refusal' in report) ? someRefused : allDone
  } finally {
    await pool.close()
  }
}

/** What was asked for, or the sentence that says what is wrong with it. */
function parseRequest(args: string[], texts: Texts): Request | string {
  try {
    const { values, positionals: files } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        unit: { type: 'string' },
        process: { type: 'string' },
        material: { type: 'string' },
      },
    })
    if (files.length === 0) return texts.say('cli.wrong.noFile')

    const { unit, process, material } = values
    if (unit !== undefined && !isLengthUnit(unit)) {
      return texts.say('cli.wrong.unit', { given: unit, known: lengthUnits.join(', ') })
    }

    const base = { files, json: values.json, unit }
    if (process === undefined && material === undefined) return { ...base, choice: undefined }
    if (process === undefined || !isProcessId(process)) {
      return texts.say('cli.wrong.process', { given: process ?? '', known: processIds.join(', ') })
    }

    const found = findMaterial(packagedCatalogue, material ?? '')
    if (!found?.processIds.includes(process)) {
      return texts.say('cli.wrong.material', { given: material ?? '', process })
    }

    return { ...base, choice: { process, material: materialLimitsOf(found) } }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function measureFile(file: string, request: Request, pool: AnalysisPool, texts: Texts): Promise<FileReport> {
  const measured = await analysedFile(file, request.unit, pool, texts)
  if ('refusal' in measured) return measured
  return measuredReport(file, measured.analysis, request.choice, measured.timingsMs, texts)
}
