import type { Deps } from '#core/deps.ts'

/** What taking in news of a payment needs. */
export type PaymentDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'jobs'>
