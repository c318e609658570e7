import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { mailedKey } from '#core/mailed-key.ts'
import { findRecipient } from '#core/recipient.ts'
import { secretHash } from '#core/secrets.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { orderTable } from '#features/order/order-table.service.ts'
import { dueUsd, listPayments } from '#src/money/order-payments.ts'
import { dayText, moneyText } from '#src/papers/paper-words.ts'
import { shownOrderOf } from './bill-payment-view.service.ts'
import { billTerms, isAwaitingMoney, lockBill } from './intent/payable.repository.ts'
import { findLinkById, type LinkRow, setLinkKey } from './intent/payment-link.repository.ts'

/** Mails payment links. The payload holds no secret: the job derives the link's key. */
export const linkMailQueue = { name: 'payment-link-mail', mayWait: true, retryLimit: 100 } as const

export interface LinkMailRequest {
  linkId: string
}

interface PaymentRequest {
  key: string
  link: LinkRow
  order: OrderRow
  dueMinor: number
}

/** Gives the link its mailed key; null if it was revoked, or if the order cannot be paid any more. */
async function activateLink(deps: Pick<Deps, 'db' | 'files'>, linkId: string): Promise<PaymentRequest | null> {
  const orderId = (await findLinkById(deps.db, linkId))?.order_id
  if (!orderId) return null

  const key = await mailedKey(deps, `payment-link ${linkId}`)

  return deps.db.transaction().execute(async (trx) => {
    const bill = await lockBill(trx, { kind: 'order', id: orderId })
    if (bill.kind !== 'order' || !isAwaitingMoney(bill)) return null

    const link = await setLinkKey(trx, linkId, secretHash(key))
    if (!link) return null

    const terms = billTerms(bill)
    return { key, link, order: bill.order, dueMinor: dueUsd(terms, await listPayments(trx, terms.ref)) }
  })
}

/** Mails a payment link to its recipient, in the customer's language. A retry sends the same key. */
export async function sendLinkMail(deps: Deps, { linkId }: LinkMailRequest): Promise<void> {
  const request = await activateLink(deps, linkId)
  if (!request) return

  const { key, link, order, dueMinor } = request
  const customer = await findRecipient(deps.db, order.customer_id)
  if (!customer) return

  const { language } = customer
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
    idempotencyKey: `payment-link ${secretHash(key).toString('hex')}`,
  })
}
