import type { ListValue } from '@cotation/contracts'
import type { StaffListKey } from '@cotation/domain'

/** A row as its list must show it. */
export type ExpectedRow = Record<string, ListValue> & { id: string }
export type ExpectedLists = Record<StaffListKey, ExpectedRow[]>

/** Equal numbers in every run (mulberry32). */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const upTo = (count: number) => Math.floor(next() * count)
  return {
    upTo,
    pick<T>(values: readonly T[]): T {
      return values[upTo(values.length)] as T
    },
    some<T>(values: readonly T[]): T[] {
      return values.filter(() => next() < 0.4)
    },
    maybe<T>(value: T): T | null {
      return next() < 0.4 ? null : value
    },
  }
}

export type Random = ReturnType<typeof seeded>

export const dayMs = 86_400_000

export interface Person {
  id: string
  name: string
  company: string | null
  email: string
  createdAt: Date
  manager: { id: string; name: string } | null
}
