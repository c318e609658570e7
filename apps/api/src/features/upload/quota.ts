import type { Config } from '#core/config.ts'
import type { Owner } from '#http/session.ts'

const gib = 1024 ** 3

/** Of files kept or under way; the bytes are settings, since storage costs money. */
export const mostFiles = { visitor: 400, customer: 5000 } as const

/** Uploads that showed life within this time count as under way in all: one that was announced and never begun holds no place. */
export const underWayMs = 15 * 60_000

/** Visitors together leave a quarter of the places to customers, whatever they announce. */
const visitorShare = 0.75

export interface Allowance {
  files: number
  bytes: number
  /** Uploads under way, of everybody. */
  atOnce: number
}

export function allowanceOf(owner: Owner, config: Pick<Config, 'uploads'>): Allowance {
  const { visitorGib, customerGib, atOnce } = config.uploads
  return owner.customerId === null
    ? { files: mostFiles.visitor, bytes: visitorGib * gib, atOnce: Math.ceil(atOnce * visitorShare) }
    : { files: mostFiles.customer, bytes: customerGib * gib, atOnce }
}
