import type { WorkLine } from '#features/quote/workspace/work-line.ts'

export interface LineFigures {
  unitMinor: number
  lineMinor: number
  /** Undefined where an expert's price names no time. */
  workingDays: number | undefined
  /** The browser's is an estimate until the server has looked. */
  by: 'expert' | 'server' | 'browser'
}

/** What a line costs and how long it takes: an expert's answer counts before the automatic price. */
export function figuresOf({ price, source, view: { manual } }: WorkLine): LineFigures | undefined {
  const answer = manual?.state === 'answered' ? manual.answer : null
  if (answer && answer.lineMinor !== null) {
    const { lineMinor, unitMinor, workingDays } = answer
    return {
      unitMinor: unitMinor ?? lineMinor,
      lineMinor,
      workingDays: workingDays ?? price?.leadTime.workingDays,
      by: 'expert',
    }
  }

  if (!price) return undefined

  const { unitPrice, linePrice, leadTime } = price
  return { unitMinor: unitPrice.minor, lineMinor: linePrice.minor, workingDays: leadTime.workingDays, by: source }
}

/** A line whose part is known and that is a line of its own: only such a one can be configured. */
export type EditableLine = WorkLine & { part: NonNullable<WorkLine['part']> }

export const isEditable = (line: WorkLine): line is EditableLine => line.part !== undefined && !line.provisional

/** The line with a price that takes longest: it alone holds up a delivery in one parcel. */
export function slowestLine(lines: readonly WorkLine[]): { line: WorkLine; workingDays: number } | undefined {
  let slowest: { line: WorkLine; workingDays: number } | undefined
  for (const line of lines) {
    const workingDays = figuresOf(line)?.workingDays
    if (workingDays !== undefined && workingDays > (slowest?.workingDays ?? -1)) slowest = { line, workingDays }
  }
  return slowest
}
