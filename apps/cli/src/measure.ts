import { parseArgs } from 'node:util'
import { findMaterial, processIds } from '@cotation/domain'
import type { Choice, LengthUnit } from '@cotation/geometry'
import { materialLimitsOf } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { analyseFiles, refusalText, unmeasuredText } from './analyse-files.ts'
import { exitCodes, isProcessId, parseOrExplain, parseUnit } from './arguments.ts'
import { findingText } from './findings.ts'
import { type FileReport, type MeasuredFile, measuredFile } from './measure-report.ts'
import type { Terminal } from './terminal.ts'
import { textTable } from './text-table.ts'
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
  for await (const result of analyseFiles(request.files, request.unit, texts, terminal)) {
    const report = 'refusal' in result ? result : measuredFile(result, request.choice, texts)
    reports.push(report)
    if (request.json) terminal.out(JSON.stringify(report))
    if ('refusal' in report) terminal.err(refusalText(report))
    else for (const body of report.unmeasured) terminal.err(unmeasuredText(body))
  }

  if (!request.json) terminal.out(measureTable(reports, texts))
  const isRefused = (report: FileReport) => 'refusal' in report || report.unmeasured.length > 0
  return reports.some(isRefused) ? exitCodes.refused : exitCodes.done
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

type Column = [key: string, text: (report: MeasuredFile, texts: Texts) => string]

const size = (sides: readonly number[], texts: Texts) => sides.map((side) => texts.number(side)).join(' × ')
const yesOrNo = (value: boolean, texts: Texts) => texts.say(value ? 'cli.yes' : 'cli.no')

const columns: readonly Column[] = [
  ['format', ({ format, unit }) => `${format} (${unit})`],
  ['size', ({ sizeMm }, texts) => size(sizeMm, texts)],
  ['orientedSize', ({ orientedSizeMm }, texts) => size(orientedSizeMm, texts)],
  ['volume', ({ volumeMm3 }, texts) => texts.number(volumeMm3 / 1000, 3)],
  ['area', ({ areaMm2 }, texts) => texts.number(areaMm2 / 100, 3)],
  ['triangles', ({ triangles }, texts) => texts.number(triangles)],
  ['watertight', watertightCell],
  ['bodies', bodiesCell],
  ['holes', ({ holes }, texts) => texts.number(holes.length)],
  ['turned', ({ turned }, texts) => yesOrNo(turned, texts)],
  ['minWall', ({ minWallMm }, texts) => texts.number(minWallMm)],
  ['time', ({ timingsMs }, texts) => texts.number(timingsMs.total / 1000)],
]

function watertightCell({ watertight, openEdges }: MeasuredFile, texts: Texts): string {
  return watertight ? yesOrNo(true, texts) : texts.say('cli.open', { count: openEdges })
}

function bodiesCell({ bodies }: MeasuredFile, texts: Texts): string {
  const all = bodies.reduce((sum, body) => sum + body.count, 0)
  return all === bodies.length ? texts.number(all) : texts.say('cli.distinct', { all, distinct: bodies.length })
}

/** All reports as one table, one row per file, followed by the findings of each file. */
function measureTable(reports: readonly FileReport[], texts: Texts): string {
  const head = ['file', ...columns.map(([key]) => key)].map((key) => texts.say(`cli.column.${key}`))
  const rows = reports.map((report) => {
    if ('refusal' in report) return [report.file, texts.say('cli.refused')]
    return [report.file, ...columns.map(([, text]) => text(report, texts))]
  })

  return [textTable([head, ...rows]), ...reports.flatMap((report) => findingRows(report, texts))].join('\n')
}

function findingRows(report: FileReport, texts: Texts): string[] {
  if ('refusal' in report || report.findings.length === 0) return []

  const hasSeveralBodies = report.bodies.length > 1
  const rows = report.findings.map((finding) => findingText(finding, texts, hasSeveralBodies ? finding.body : ''))

  return ['', `${report.file}:`, ...rows]
}
