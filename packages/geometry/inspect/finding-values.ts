import type { Finding } from './finding.ts'

/** `120 × 80 × 40`, or `Ø 25 × 90` for diameter and length of a bar. */
function dimensions(sizeMm: readonly (number | string)[], formatNumber: (value: number) => string): string {
  const sides = sizeMm.map((side) => (typeof side === 'number' ? formatNumber(side) : side)).join(' × ')
  return sizeMm.length === 2 ? `Ø ${sides}` : sides
}

/**
 * The arguments of a finding's text (`messages/geometry`, `finding.<rule>`). Value and limit stay
 * numbers, which the text formats; lists of sizes (mm) are formatted with `formatNumber`.
 */
export function findingValues(
  finding: Finding,
  formatNumber: (value: number) => string,
): Record<string, number | string> {
  const { value, limit, severity, sizeMm, extent, places } = finding
  const limitText = Array.isArray(limit) ? dimensions(limit, formatNumber) : String(limit)

  return {
    value: typeof value === 'boolean' ? String(value) : value,
    limit: typeof limit === 'number' ? limit : limitText,
    // What blocks is below a minimum; what warns is below what is advised.
    severity,
    dims: sizeMm ? dimensions(sizeMm, formatNumber) : '',
    // -1 where it was not measured: the text leaves it out.
    area: extent ? Math.round(extent.areaMm2) : -1,
    size: places[0]?.sizeMm ?? 0,
  }
}
