import { type RawBuilder, sql } from 'kysely'

/** A part of all random ids: those that begin with one of its numbers. */
export interface Span {
  from: string
  to: string
}

const numbers = 2 ** 32
const beginning = (number: number) => number.toString(16).padStart(8, '0')

/** All ids in so many parts of about the same size, each id in one of them. */
export function spans(count: number): Span[] {
  return Array.from({ length: count }, (_, i) => {
    const first = Math.floor((i * numbers) / count)
    const last = Math.floor(((i + 1) * numbers) / count) - 1
    return {
      from: `${beginning(first)}-0000-0000-0000-000000000000`,
      to: `${beginning(last)}-ffff-ffff-ffff-ffffffffffff`,
    }
  })
}

export const within = (column: string, { from, to }: Span): RawBuilder<boolean> =>
  sql`${sql.ref(column)} between ${from}::uuid and ${to}::uuid`

/** A rule of the ledger, and the query that finds what breaks it among the ids of a span: ids and amounts, never a customer's data. */
export interface Invariant {
  name: string
  breaches: (span: Span) => RawBuilder<{ what: string }>
}
