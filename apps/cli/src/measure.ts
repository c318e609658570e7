import { parseArgs } from 'node:util'
import { findMaterial, processIds } from '@cotation/domain'
import type { Choice, LengthUnit } from '@cotation/geometry'
import { materialLimitsOf } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { analyseFiles, refusalText } from './analyse-files.ts'
import { isProcessId, parseOrExplain, parseUnit } from './arguments.ts'
import { type FileReport, measuredFile } from './measure-report.ts'
import { measureTable } from './measure-table.ts'
import { exitCodes, type Terminal } from './terminal.ts'
import type { Texts } from './texts.ts'

interface MeasureRequest {
  files: string[]
  json: boolean
  unit: LengthUnit | undefined
  choice: Choice | undefined
}

/** `cotation measure FILE… [--json] [--unit U] [--process P --material M]`. Returns the exit code. */
export async function runMeasure(args: string[], texts: Texts, terminal: Terminal): Promise<number> {
  const request = parseOrExplain(() => parseMeasureRequest(args, texts), texts, terminal)
  if (!request) return exitCodes.wrongUsage

  const reports: FileReport[] = []
  for await (const result of analyseFiles(request.files, request.unit, texts)) {
    const report = 'refusal' in result ? result : measuredFile(result, request.choice, texts)
    reports.push(report)
    if (request.json) terminal.out(JSON.stringify(report))
    if ('refusal' in report) terminal.err(refusalText(report))
  }

  if (!request.json) terminal.out(measureTable(reports, texts))
  return reports.some((report) => 'refusal' in report) ? exitCodes.refused : exitCodes.done
}

/** Throws the sentence to print when the arguments are wrong. */
function parseMeasureRequest(args: string[], texts: Texts): MeasureRequest {
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
  if (files.length === 0) throw new Error(texts.say('cli.wrong.noFile'))

  const unit = parseUnit(values.unit, texts)
  const choice = parseChoice(values, texts)
  return { files, json: values.json, unit, choice }
}

function parseChoice({ process, material }: { process?: string; material?: string }, texts: Texts): Choice | undefined {
  if (process === undefined && material === undefined) return undefined

  if (process === undefined || !isProcessId(process)) {
    throw new Error(texts.say('cli.wrong.process', { given: process ?? '', known: processIds.join(', ') }))
  }

  const found = findMaterial(packagedCatalogue, material ?? '')
  if (!found?.processIds.includes(process)) {
    throw new Error(texts.say('cli.wrong.material', { given: material ?? '', process }))
  }

  return { process, material: materialLimitsOf(found) }
}
