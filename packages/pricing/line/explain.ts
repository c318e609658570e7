import type { BreakdownTerm } from './breakdown.ts'
import type { LinePrice } from './price-line.ts'

/** One term of two prices side by side (cents). */
export interface Difference {
  term: BreakdownTerm['term']
  before: BreakdownTerm | undefined
  after: BreakdownTerm | undefined
  minor: number
}

/** Two prices compared. The differences add up to `minor`, largest first. */
export interface Explanation {
  minor: number
  workingDays: number
  differences: Difference[]
}

/** Terms by name; a term that occurs twice is summed. */
function byTerm(breakdown: readonly BreakdownTerm[]): Map<BreakdownTerm['term'], BreakdownTerm> {
  const terms = new Map<BreakdownTerm['term'], BreakdownTerm>()
  for (const entry of breakdown) {
    const known = terms.get(entry.term)
    terms.set(entry.term, known ? { ...known, minor: known.minor + entry.minor } : entry)
  }
  return terms
}

/** Compares two configurations term by term: the difference in cents and in working days. */
export function explain(before: LinePrice, after: LinePrice): Explanation {
  const old = byTerm(before.breakdown)
  const now = byTerm(after.breakdown)

  const differences = [...new Set([...old.keys(), ...now.keys()])]
    .map((term): Difference => {
      const left = old.get(term)
      const right = now.get(term)
      return { term, before: left, after: right, minor: (right?.minor ?? 0) - (left?.minor ?? 0) }
    })
    .filter(({ minor }) => minor !== 0)
    .sort((a, b) => Math.abs(b.minor) - Math.abs(a.minor))

  return {
    minor: after.linePrice.minor - before.linePrice.minor,
    workingDays: after.leadTime.workingDays - before.leadTime.workingDays,
    differences,
  }
}
