import type { Deps } from '#core/deps.ts'

/** What applying facts to a payment needs. */
export type PaymentDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs'>
