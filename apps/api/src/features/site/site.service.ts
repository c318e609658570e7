import type { contactBody } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { z } from 'zod'
import type { Deps } from '#core/deps.ts'
import { assertMayCauseMail } from '#core/guards.ts'
import type { Cookies } from '#http/cookies.ts'
import { insertContactMessage } from './site.repository.ts'

/** The queue that brings what customers write to the shop's mailbox. */
export const contactJob = 'site-contact'

/** Keeps the message and leaves the mail to the shop in the same transaction: what was acknowledged will be read. */
export async function contactShop(
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
