import { type AccountMailRequest, mailJob } from '#core/account-mail.ts'
import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import { sendAuthMail } from './auth-mail.service.ts'
import { removeUnactivated } from './customer.repository.ts'
import { removeUnconfirmedChanges } from './email-change.repository.ts'
import {
  type EmailChangedMail,
  type EmailChangeMail,
  emailChangedMailJob,
  emailChangeMailJob,
  sendEmailChangedMail,
  sendEmailChangeMail,
  undoMs,
} from './email-change.service.ts'
import { removeExpired } from './session.repository.ts'

/** Accounts that were never activated are removed after this time. */
const unactivatedMs = 30 * 86_400_000

export function authJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: mailJob, ...mailRetries, run: (request: AccountMailRequest) => sendAuthMail(deps, request) },
    { name: emailChangeMailJob, ...mailRetries, run: (mail: EmailChangeMail) => sendEmailChangeMail(deps, mail) },
    { name: emailChangedMailJob, ...mailRetries, run: (mail: EmailChangedMail) => sendEmailChangedMail(deps, mail) },
    { name: 'auth-sweep', schedule: '17 * * * *', run: () => sweep(deps) },
  ]
}

async function sweep(deps: Deps): Promise<void> {
  const now = deps.clock()
  await removeExpired(deps.db, now)
  await removeUnactivated(deps.db, new Date(now.getTime() - unactivatedMs))
  await removeUnconfirmedChanges(deps.db, new Date(now.getTime() - undoMs))
  await deps.limiter.sweep()
}
