import type { Finding } from './inspect-part.ts'

/** `120 × 80 × 40`, and `Ø 25 × 90` for the two sizes of a bar. */
function dimensions(sizeMm: readonly (number | string)[], inLanguage: (value: number) => string): string {
  const sides = sizeMm.map((side) => (typeof side === 'number' ? inLanguage(side) : side)).join(' × ')
  return sizeMm.length === 2 ? `Ø ${sides}` : sides
}

/**
 * The arguments of a finding's text (`messages/geometry`, `finding.<rule>`): value and limit stay numbers for the text to
 * format, sizes side by side (mm) are written with `inLanguage`, the caller's number format.
 */
export function findingValues(
  finding: Finding,
  inLanguage: (value: number) => string,
): Record<string, number | string> {
  const { value, limit, sizeMm } = finding
  return {
    value: typeof value === 'boolean' ? String(value) : value,
    limit: Array.isArray(limit) ? dimensions(limit, inLanguage) : typeof limit === 'number' ? limit : String(limit),
    dims: sizeMm ? dimensions(sizeMm, inLanguage) : '',
  }
}
