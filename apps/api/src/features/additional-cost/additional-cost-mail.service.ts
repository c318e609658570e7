import type { Language } from '@cotation/domain'
import { dateText } from '@cotation/messages'
import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { findRecipient } from '#core/recipient.ts'
import { loadTranslator } from '#core/texts.ts'
import type { AdditionalCostMailRequest } from '#features/payment/intent/move-additional-cost.service.ts'
import { activateCostLink } from '#features/payment/payment-link-mail.service.ts'
import { getAdditionalCost } from '#src/money/additional-cost.ts'
import { type AdditionalCostDetails, costReturnsOf, readCostDetails } from '#src/money/additional-cost-view.ts'
import { moneyText } from '#src/papers/paper-words.ts'

/**
 * Mails the customer about an additional cost, in the language of its order. The request is mailed only
 * while it can be paid and its link was not revoked: its button opens the payment page without a login.
 */
export async function sendCostMail(deps: Deps, request: AdditionalCostMailRequest): Promise<void> {
  const { costId, about, refundedMinor } = request
  const event = refundedMinor === undefined ? about : `${about} ${refundedMinor}`
  const cost = await getAdditionalCost(deps.db, costId, deps.clock())
  if (about === 'requested' && cost.state !== 'requested') return
  // The rest was refunded since: the mail about the whole refund says it all.
  if (about === 'partly-refunded' && cost.refunded_at !== null) return

  const [details] = await readCostDetails(deps, deps.db, [cost])
  const recipient = await findRecipient(deps.db, cost.customer_id)
  if (!details || !recipient) return

  const { language } = cost
  const costPath = `/user/order/additional-cost?cost=${costId}`
  const path = about === 'requested' ? await paymentPath(deps, costId, language) : costPath
  if (path === null) return

  await sendActionMail(deps, {
    kind: `additional-cost-${about}`,
    to: recipient.email,
    userName: recipient.username,
    language,
    repliesTo: 'manager',
    path,
    poNumber: details.order.po_number,
    values: await mailValues(details, language),
    idempotencyKey: `additional-cost ${costId} ${event}`,
  })
}

/** A customer who is logged in needs no key; anyone else pays with it. */
async function paymentPath(deps: Deps, costId: string, language: Language): Promise<string | null> {
  const key = await activateCostLink(deps, costId)
  return key === null ? null : `/additional-cost/payment?cost=${costId}&lang=${language}#key=${key}`
}

async function mailValues(details: AdditionalCostDetails, language: Language) {
  const { cost, order, events, payments, otherCosts, timeZone } = details
  const say = await loadTranslator(language, 'additional-cost')
  const answer = events.at(-1)?.reason ?? ''
  const returns = costReturnsOf(cost, payments).map(({ to, amountMinor }) =>
    say(`returns.${to}`, { amount: moneyText(amountMinor, 'USD', language) }),
  )
  const list = new Intl.ListFormat(language)

  return {
    number: cost.number,
    order: order.number,
    why: say(`reason.${cost.reason}`),
    explanation: cost.explanation,
    total: moneyText(Number(cost.total_minor), 'USD', language),
    deadline: momentText(cost.deadline, timeZone, language),
    zone: timeZone.replaceAll('_', ' '),
    hasReason: answer === '' ? 'no' : 'yes',
    reason: answer,
    hasReturns: returns.length === 0 ? 'no' : 'yes',
    returns: list.format(returns),
    waits: otherCosts.length === 0 ? 'no' : 'yes',
    count: otherCosts.length,
    others: list.format(otherCosts.map(({ number }) => number)),
  }
}

function momentText(at: Date, timeZone: string, language: Language): string {
  return dateText(at, language, { dateStyle: 'long', timeStyle: 'short', timeZone })
}
