import { textTable } from '../src/text-table.ts'
import type { Comparison, Outcome } from './compare.ts'

/** How often a rule was right. */
export interface Score {
  name: string
  /** Planted faults. */
  planted: number
  found: number
  /** Findings without such a fault, or with another severity than the right one. */
  falseAlarms: number
  /** The false findings that stop the quote. */
  falseBlocks: number
}

function scoreOf(name: string, outcomes: readonly Outcome[]): Score {
  const { found = [], missed = [], false: falseAlarms = [] } = Object.groupBy(outcomes, ({ kind }) => kind)
  return {
    name,
    planted: found.length + missed.length,
    found: found.length,
    falseAlarms: falseAlarms.length,
    falseBlocks: falseAlarms.filter(({ severities }) => severities.includes('blocks')).length,
  }
}

const byName = (one: Score, other: Score): number => (one.name < other.name ? -1 : 1)

/** The score of each rule that was planted or reported. */
export function scoresByRule(comparisons: readonly Comparison[]): Score[] {
  const all = comparisons.flatMap(({ outcomes }) => outcomes)
  const byRule = Map.groupBy(all, ({ rule }) => rule)
  return [...byRule].map(([rule, outcomes]) => scoreOf(rule, outcomes)).sort(byName)
}

/** The score of each process, with STEP and STL files apart. */
export function scoresByProcess(comparisons: readonly Comparison[]): Score[] {
  const byProcess = Map.groupBy(comparisons, ({ process, format }) => `${process}, ${format.toUpperCase()}`)
  return [...byProcess]
    .map(([name, compared]) =>
      scoreOf(
        name,
        compared.flatMap(({ outcomes }) => outcomes),
      ),
    )
    .sort(byName)
}

/** Share of the planted faults that were found; 1 if none was planted. */
export const recallOf = ({ planted, found }: Score): number => (planted > 0 ? found / planted : 1)

/** Share of the findings that were right; 1 if there was none. */
export const precisionOf = ({ found, falseAlarms }: Score): number =>
  found + falseAlarms > 0 ? found / (found + falseAlarms) : 1

const columns = ['planted', 'found', 'false alarms', 'false blocks', 'recall', 'precision']
const numericColumns = new Set([1, 2, 3, 4, 5, 6])

/** The scores as a text table. */
export function scoreTable(title: string, scores: readonly Score[]): string {
  const rows = scores.map((score) => [
    score.name,
    ...[score.planted, score.found, score.falseAlarms, score.falseBlocks].map(String),
    ...[recallOf(score), precisionOf(score)].map((share) => share.toFixed(3)),
  ])
  return textTable([[title, ...columns], ...rows], numericColumns)
}
