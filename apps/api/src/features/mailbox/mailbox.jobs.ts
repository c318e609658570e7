import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { removeOldMails } from './mailbox.repository.ts'

export function mailboxJobs({ db, clock }: Deps): readonly JobDefinition<never>[] {
  return [{ name: 'mailbox-sweep', schedule: '29 4 * * *', run: () => removeOldMails(db, clock()) }]
}
