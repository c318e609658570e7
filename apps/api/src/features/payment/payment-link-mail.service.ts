import type { Language } from '@cotation/domain'
import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { mailedKey } from '#core/mailed-key.ts'
import { findRecipient } from '#core/recipient.ts'
import { secretHash } from '#core/secrets.ts'
import { orderTable } from '#features/order/order-table.service.ts'
import { dueUsd, listPayments } from '#src/money/order-payments.ts'
import { dayText, moneyText } from '#src/papers/paper-words.ts'
import { shownOrderOf } from './bill-payment-view.service.ts'
import { type Bill, billTerms, isAwaitingMoney, lockBill } from './intent/payable.repository.ts'
import { findLinkById, findMailedLink, type LinkRow, linkedRef, setLinkKey } from './intent/payment-link.repository.ts'

/** Mails payment links. The payload holds no secret: the job derives the link's key. */
export const linkMailQueue = { name: 'payment-link-mail', mayWait: true, retryLimit: 100 } as const

export interface LinkMailRequest {
  linkId: string
  /** The payer's; the customer's by default. */
  language?: Language | undefined
  /** Time of a repeated mail, so that it does not count as a retry of the first one. */
  resentAt?: string
}

interface ActiveLink {
  key: string
  link: LinkRow
  bill: Bill
  dueMinor: number
}

/**
 * Gives a link its mailed key, the same at every retry; null if it was revoked or replaced, or if its
 * bill cannot be paid any more.
 */
export async function activateLink(
  deps: Pick<Deps, 'db' | 'files'>,
  found: LinkRow | undefined,
): Promise<ActiveLink | null> {
  if (!found) return null

  const key = await mailedKey(deps, `payment-link ${found.id}`)

  return deps.db.transaction().execute(async (trx) => {
    const bill = await lockBill(trx, linkedRef(found))
    if (!isAwaitingMoney(bill)) return null

    const link = await setLinkKey(trx, found.id, secretHash(key))
    if (!link) return null

    const terms = billTerms(bill)
    return { key, link, bill, dueMinor: dueUsd(terms, await listPayments(trx, terms.ref)) }
  })
}

/** The key of the link that is mailed with an additional cost; null if it must not be mailed. */
export async function activateCostLink(deps: Pick<Deps, 'db' | 'files'>, costId: string): Promise<string | null> {
  const found = await findMailedLink(deps.db, { kind: 'additional-cost', id: costId })
  const active = await activateLink(deps, found)
  return active?.key ?? null
}

/** Mails a payment link to its recipient; the page opens in the language of the mail. A retry sends the same key. */
export async function sendLinkMail(deps: Deps, request: LinkMailRequest): Promise<void> {
  const active = await activateLink(deps, await findLinkById(deps.db, request.linkId))
  if (active?.bill.kind !== 'order') return

  const { key, link, dueMinor } = active
  const { order } = active.bill
  const customer = await findRecipient(deps.db, order.customer_id)
  if (!customer) return

  const language = request.language ?? order.language
  const { requester, company, poNumber, content } = await shownOrderOf(deps, order, link, language)
  const { brand } = deps.config
  const filled = (text: string) => (text === '' ? 'no' : 'yes')

  await sendActionMail(deps, {
    kind: 'payment-link',
    to: link.recipient,
    language,
    repliesTo: 'sender',
    path: `/checkout/agency-payment?lang=${language}#key=${key}`,
    table: content ? orderTable(content.parts, content.amounts, { texts: deps.texts, language }) : undefined,
    values: {
      number: order.number,
      due: moneyText(dueMinor, 'USD', language),
      isNamed: filled(requester),
      requester,
      hasCompany: filled(company),
      company,
      hasPo: filled(poNumber),
      po: poNumber,
      hasMessage: filled(link.message),
      message: link.message,
      until: dayText(link.expires_at, language),
      seller: `${brand.legalEntity}, ${brand.address}`,
    },
    idempotencyKey: `payment-link ${secretHash(key).toString('hex')} ${request.resentAt ?? ''}`.trim(),
  })
}
