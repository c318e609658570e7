import type { WorkLine } from '#features/quote/workspace/work-line.ts'

/** What a line costs (cents of USD): an expert's price where there is one for what it is now, else the automatic one. */
export function lineMinor({ view, status, price }: WorkLine): number | undefined {
  const answered = view.manual?.state === 'answered' && status === 'ready' ? view.manual.answer?.lineMinor : undefined
  return answered ?? price?.linePrice.minor
}

/** Of the lines that have a price. */
export const totalMinor = (lines: readonly WorkLine[]): number =>
  lines.reduce((sum, line) => sum + (lineMinor(line) ?? 0), 0)
