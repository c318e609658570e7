import { aligned } from './aligned.ts'
import type { FileReport, MeasuredFile } from './report.ts'
import type { Texts } from './texts.ts'

type Cell = [column: string, text: (report: MeasuredFile, texts: Texts) => string]

const size = (sides: readonly number[], texts: Texts) => sides.map((side) => texts.number(side)).join(' × ')
const yesOrNo = (value: boolean, texts: Texts) => texts.say(value ? 'cli.yes' : 'cli.no')

const columns: readonly Cell[] = [
  ['format', ({ format, unit }) => `${format} (${unit})`],
  ['size', ({ sizeMm }, texts) => size(sizeMm, texts)],
  ['orientedSize', ({ orientedSizeMm }, texts) => size(orientedSizeMm, texts)],
  ['volume', ({ volumeMm3 }, texts) => texts.number(volumeMm3 / 1000, 3)],
  ['area', ({ areaMm2 }, texts) => texts.number(areaMm2 / 100, 3)],
  ['triangles', ({ triangles }, texts) => texts.number(triangles)],
  ['watertight', (report, texts) => watertightness(report, texts)],
  ['bodies', (report, texts) => bodyCount(report, texts)],
  ['holes', ({ holes }, texts) => texts.number(holes.length)],
  ['turned', ({ turned }, texts) => yesOrNo(turned, texts)],
  ['minWall', ({ minWallMm }, texts) => texts.number(minWallMm)],
  ['time', ({ timingsMs }, texts) => texts.number(timingsMs.total / 1000)],
]

function watertightness({ watertight, openEdges }: MeasuredFile, texts: Texts): string {
  return watertight ? yesOrNo(true, texts) : texts.say('cli.open', { count: openEdges })
}

function bodyCount({ bodies }: MeasuredFile, texts: Texts): string {
  const all = bodies.reduce((sum, body) => sum + body.count, 0)
  return all === bodies.length ? texts.number(all) : texts.say('cli.distinct', { all, distinct: bodies.length })
}

/** The reports as one table, files down and figures across, with what was found under it. */
export function reportTable(reports: readonly FileReport[], texts: Texts): string {
  const head = [texts.say('cli.column.file'), ...columns.map(([column]) => texts.say(`cli.column.${column}`))]
  const rows = reports.map((report) =>
    'refusal' in report
      ? [report.file, texts.say('cli.refused')]
      : [report.file, ...columns.map(([, text]) => text(report, texts))],
  )
  return [aligned([head, ...rows]), ...reports.flatMap((report) => findingLines(report, texts))].join('\n')
}

function findingLines(report: FileReport, texts: Texts): string[] {
  if ('refusal' in report || report.findings.length === 0) return []

  const several = report.bodies.length > 1

  return [
    '',
    `${report.file}:`,
    ...report.findings.map(({ severity, message, body = '' }) =>
      texts.say(several && body !== '' ? 'cli.findingOn' : 'cli.finding', {
        severity: texts.say(`geometry.severity.${severity}`),
        body,
        finding: message,
      }),
    ),
  ]
}
