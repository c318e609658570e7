import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { ledgerViolations } from '#src/money/invariants.ts'

export function balanceJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ name: 'ledger-check', schedule: '41 * * * *', run: () => checkLedger(deps) }]
}

/**
 * Logs violations of the ledger's rules by ids and amounts. Nothing is repaired: a person must
 * decide.
 */
export async function checkLedger({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const violations = await ledgerViolations(db, clock())
  if (violations.length > 0) log.error({ violations }, 'the ledger does not add up')
}
