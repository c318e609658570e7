import type { CatalogueComparison, PriceChange } from '@cotation/pricing'

interface ListedVersion {
  version: string
  author: string
  comment: string
  validFrom: Date | null
  inForce: boolean
}

/** `--json` prints them all. */
const maxRows = 60

/** All versions with their state. */
export function versionTable(versions: readonly ListedVersion[]): string {
  const rows = versions.map(({ version, author, comment, validFrom, inForce }) => [
    version,
    stateOf(validFrom, inForce),
    validFrom === null ? '' : validFrom.toISOString(),
    author,
    comment,
  ])
  return alignColumns([['version', 'state', 'valid from', 'author', 'comment'], ...rows])
}

function stateOf(validFrom: Date | null, inForce: boolean): string {
  if (inForce) return 'in force'
  return validFrom === null ? 'draft' : 'published'
}

/** The price changes, largest first. */
export function comparisonReport(version: string, comparison: CatalogueComparison & { before: string }): string {
  const { before, changes, compared, added, removed, largestRisePercent, largestFallPercent } = comparison
  const summary = [
    `${version} against ${before}, which is in force: of ${compared} prices ${changes.length} differ`,
    `(${added} only in the new one, ${removed} only in the old one).`,
    `Largest rise ${percentText(largestRisePercent)}, largest fall ${percentText(largestFallPercent)}.`,
  ].join(' ')
  if (changes.length === 0) return summary

  const head = ['part', 'material', 'quantity', 'lead', 'before USD', 'after USD', 'change']
  const hidden = changes.length - maxRows

  return [
    summary,
    '',
    alignColumns([head, ...changes.slice(0, maxRows).map(changeRow)]),
    ...(hidden > 0 ? [`… and ${hidden} more: --json shows all.`] : []),
  ].join('\n')
}

function changeRow({ part, materialId, quantity, lead, beforeMinor, afterMinor, percent }: PriceChange): string[] {
  const missing = beforeMinor === undefined ? 'new' : 'gone'
  const change = percent === undefined ? missing : percentText(percent)
  return [part, materialId, String(quantity), lead, amount(beforeMinor), amount(afterMinor), change]
}

const amount = (minor: number | undefined) => (minor === undefined ? '-' : (minor / 100).toFixed(2))
const percentText = (percent: number) => `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`

function alignColumns(rows: readonly string[][]): string {
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
