import { knownFailures } from './known-failures.ts'
import type { TableRun } from './run-table.ts'
import { scoresByProcess, scoresByRule, scoreTable } from './scores.ts'

const known = knownFailures.flatMap(({ complaints }) => complaints)

/** Complaints that are not on the list of known failures. */
export const unknownComplaints = ({ complaints }: Pick<TableRun, 'complaints'>): string[] =>
  complaints.filter((complaint) => !known.includes(complaint))

/** Known failures of the parts that were built, which do not happen any more. */
export const mendedFailures = ({ complaints, parts }: Pick<TableRun, 'complaints' | 'parts'>): string[] =>
  known.filter((failure) => !complaints.includes(failure) && parts.some((name) => failure.startsWith(`${name} (`)))

const section = (title: string, sentences: readonly string[]): string[] =>
  sentences.length > 0 ? [`${title}:\n${sentences.map((sentence) => `  ${sentence}`).join('\n')}`] : []

/** Precision and recall of every rule and process, and what changed against the known failures. */
export function reportText(run: TableRun): string {
  const { comparisons, complaints, parts, files } = run
  const counts = `${parts.length} parts, ${files} files, ${comparisons.length} verdicts, ${complaints.length} complaints`

  return [
    scoreTable('rule', scoresByRule(comparisons)),
    scoreTable('process', scoresByProcess(comparisons)),
    counts,
    ...section(
      'Known failures',
      complaints.filter((complaint) => known.includes(complaint)),
    ),
    ...section('New failures', unknownComplaints(run)),
    ...section('Mended: remove from known-failures.ts', mendedFailures(run)),
  ].join('\n\n')
}
