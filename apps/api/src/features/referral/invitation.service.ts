import type { FriendView, invitationBody } from '@cotation/contracts'
import { mailboxOf } from '@cotation/domain'
import { referralCoupon } from '@cotation/pricing'
import type { z } from 'zod'
import { sendActionMail } from '#core/action-mail.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { spendBudget } from '#core/guards.ts'
import { describeCoupon } from '#features/coupon/coupon.service.ts'
import { findInvitation, getCustomer, insertInvitation, isCustomerAddress } from './referral.repository.ts'
import { getOwnCodes } from './referral-code.service.ts'

export const invitationJob = 'referral-invitation'

export interface InvitationMail {
  invitationId: string
}

/** How many invitations a customer may send (ABU-5). */
const invitationBudgets = [
  { max: 10, windowSeconds: 3600 },
  { max: 30, windowSeconds: 86_400 },
]

/**
 * Invites an address, once. The answer is the same whether the address has an account or not; only
 * the job that sends the mail finds out.
 */
export async function inviteFriend(
  deps: Deps,
  customerId: string,
  { email, language }: z.output<typeof invitationBody>,
): Promise<FriendView> {
  const referrer = await getCustomer(deps.db, customerId)
  if (mailboxOf(email) === mailboxOf(referrer.email)) throw new AppError('REFERRAL_OWN_ADDRESS')

  for (const budget of invitationBudgets)
    await spendBudget(deps, `invitation ${budget.windowSeconds} ${customerId}`, budget)

  const now = deps.clock()
  const id = await deps.db.transaction().execute(async (trx) => {
    const invitationId = await insertInvitation(trx, { referrerId: customerId, email, language, now })
    if (invitationId === undefined) throw new AppError('REFERRAL_ALREADY_INVITED')

    await deps.jobs.enqueue(trx, invitationJob, { invitationId })
    return invitationId
  })

  return { id, email, state: 'sent', at: now.toISOString() }
}

export const signUpPath = (code: string): string => `/signup?ref=${code}`

/**
 * A name without dots, slashes and digits: mail programs would turn "cheap.example" into a link.
 */
const plainName = /^[\p{L}\p{M}'’ -]{2,60}$/u

/** How the mail names the referrer, whose name is free text and goes to a stranger. */
function nameOf(referrer: { first_name: string; last_name: string; username: string }): string {
  const fullName = `${referrer.first_name} ${referrer.last_name}`.trim()
  return [fullName, referrer.username].find((name) => plainName.test(name)) ?? ''
}

/**
 * Mails an invitation. An address with an account gets none, because only new customers can use the
 * code; the referrer cannot tell the difference.
 */
export async function sendInvitation(deps: Deps, { invitationId }: InvitationMail): Promise<void> {
  const invitation = await findInvitation(deps.db, invitationId)
  if (!invitation || (await isCustomerAddress(deps.db, invitation.email))) return

  const { language, email } = invitation
  const { catalogue } = await deps.catalogues.inForce()
  const referrer = await getCustomer(deps.db, invitation.referrer_id)
  const { current } = await getOwnCodes(deps, referrer.id)
  const name = nameOf(referrer)

  await sendActionMail(deps, {
    kind: 'referral-invitation',
    to: email,
    language,
    repliesTo: 'sender',
    path: signUpPath(current.code),
    values: {
      isNamed: name === '' ? 'no' : 'yes',
      referrer: name,
      benefit: await describeCoupon(referralCoupon('friend', catalogue.loyalty), language),
      code: current.code,
    },
    idempotencyKey: `invitation ${invitationId}`,
  })
}
