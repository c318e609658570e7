import { findingText } from './findings.ts'
import type { FileReport, MeasuredFile } from './measure-report.ts'
import { textTable } from './text-table.ts'
import type { Texts } from './texts.ts'

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
export function measureTable(reports: readonly FileReport[], texts: Texts): string {
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
