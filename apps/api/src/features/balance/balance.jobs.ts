import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { ledgerViolations } from '#src/money/invariants.ts'

export function balanceJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ name: 'ledger-check', schedule: '41 * * * *', run: () => checkLedger(deps) }]
}

/** Says what does not hold of the ledger, by ids and amounts; a person must look, so nothing is mended here. */
export async function checkLedger({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const violations = await ledgerViolations(db, clock())
  if (violations.length > 0) log.error({ violations }, 'the ledger does not add up')
}
