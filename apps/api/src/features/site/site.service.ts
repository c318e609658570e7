import type { contactBody } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { z } from 'zod'
import type { Deps } from '#core/deps.ts'
import { assertMayCauseMail } from '#core/guards.ts'
import type { Cookies } from '#http/cookies.ts'
import { insertContactMessage } from './site.repository.ts'

/** Forwards contact messages to the mailbox of the company. */
export const contactJob = 'site-contact'

/** Stores the message and enqueues its mail in one transaction: no acknowledged message is lost. */
export async function sendContactMessage(
  deps: Deps,
  input: z.output<typeof contactBody>,
  caller: { language: Language; cookies: Cookies },
): Promise<void> {
  const { captcha: _, ...message } = input
  await assertMayCauseMail(deps, input, 'contact', caller.cookies)
  await deps.db.transaction().execute(async (trx) => {
    const id = await insertContactMessage(trx, deps.clock(), { ...message, language: caller.language })
    await deps.jobs.enqueue(trx, contactJob, { id })
  })
}
