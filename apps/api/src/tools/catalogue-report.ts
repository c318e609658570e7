import type { CatalogueComparison, PriceChange } from '@cotation/pricing'

interface ListedVersion {
  version: string
  author: string
  comment: string
  validFrom: Date | null
  inForce: boolean
}

/** More rows than anybody reads; `--json` has them all. */
const shownChanges = 60

/** Every version with what it is: in force, a draft, or valid from when. */
export function versionTable(versions: readonly ListedVersion[]): string {
  const rows = versions.map(({ version, author, comment, validFrom, inForce }) => [
    version,
    inForce ? 'in force' : validFrom === null ? 'draft' : 'published',
    validFrom === null ? '' : validFrom.toISOString(),
    author,
    comment,
  ])
  return aligned([['version', 'state', 'valid from', 'author', 'comment'], ...rows])
}

/** What changes, the largest first, for a person who decides whether to publish it. */
export function comparisonReport(version: string, comparison: CatalogueComparison & { before: string }): string {
  const { before, changes, compared, added, removed, largestRisePercent, largestFallPercent } = comparison
  const summary = [
    `${version} against ${before}, which is in force: of ${compared} prices ${changes.length} differ`,
    `(${added} only in the new one, ${removed} only in the old one).`,
    `Largest rise ${percentText(largestRisePercent)}, largest fall ${percentText(largestFallPercent)}.`,
  ].join(' ')
  if (changes.length === 0) return summary

  const head = ['part', 'material', 'quantity', 'lead', 'before USD', 'after USD', 'change']
  const hidden = changes.length - shownChanges

  return [
    summary,
    '',
    aligned([head, ...changes.slice(0, shownChanges).map(changeRow)]),
    ...(hidden > 0 ? [`… and ${hidden} more: --json shows all.`] : []),
  ].join('\n')
}

function changeRow({ part, materialId, quantity, lead, beforeMinor, afterMinor, percent }: PriceChange): string[] {
  const change = percent === undefined ? (beforeMinor === undefined ? 'new' : 'gone') : percentText(percent)
  return [part, materialId, String(quantity), lead, amount(beforeMinor), amount(afterMinor), change]
}

const amount = (minor: number | undefined) => (minor === undefined ? '-' : (minor / 100).toFixed(2))
const percentText = (percent: number) => `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`

function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
