import { type RawBuilder, sql } from 'kysely'

/** A range of UUIDs, inclusive. */
export interface IdRange {
  from: string
  to: string
}

const prefixCount = 2 ** 32
const toPrefix = (number: number) => number.toString(16).padStart(8, '0')

/** Splits all UUIDs into `count` ranges of about the same size. */
export function splitIds(count: number): IdRange[] {
  return Array.from({ length: count }, (_, i) => {
    const first = Math.floor((i * prefixCount) / count)
    const last = Math.floor(((i + 1) * prefixCount) / count) - 1
    return {
      from: `${toPrefix(first)}-0000-0000-0000-000000000000`,
      to: `${toPrefix(last)}-ffff-ffff-ffff-ffffffffffff`,
    }
  })
}

export const within = (column: string, { from, to }: IdRange): RawBuilder<boolean> =>
  sql`${sql.ref(column)} between ${from}::uuid and ${to}::uuid`

/** A rule of the ledger and the query for its violations in a range of ids. Returns ids and amounts, no personal data. */
export interface Invariant {
  name: string
  violations: (range: IdRange) => RawBuilder<{ what: string }>
}
