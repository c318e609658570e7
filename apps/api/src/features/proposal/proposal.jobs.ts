import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { expireProposals } from './proposal.repository.ts'

export function proposalJobs({ db, clock }: Deps): readonly JobDefinition<never>[] {
  return [{ name: 'proposal-expiry', everySeconds: 600, run: () => expireProposals(db, clock()) }]
}
