import type { LinkDetails, LinkMail, LinkPaymentView } from '@cotation/contracts'
import { type Currency, isPendingPayment, type Language, paymentLimits } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { spendBudget } from '#core/guards.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { getOwnOrder } from '#features/order/order.service.ts'
import { returnIdleBalance } from '#features/payment/intent/apply-facts.service.ts'
import { findOpenIntent } from '#features/payment/intent/intent.repository.ts'
import {
  type Bill,
  type BillRef,
  billTerms,
  isAwaitingMoney,
  lockBill,
} from '#features/payment/intent/payable.repository.ts'
import {
  deleteLinks,
  findLink,
  findLinkedOrderId,
  type LinkRow,
  linkedRef,
  listLiveLinks,
  type NewLinkRow,
  replaceLinks,
} from '#features/payment/intent/payment-link.repository.ts'
import { openCardPage, tryRefreshCard } from '#features/payment/methods/card.service.ts'
import { cardRefusal } from '#features/payment/methods/method-offers.service.ts'
import {
  getAmountDue,
  openExternalPayment,
  refuseUnlessPayable,
} from '#features/payment/methods/open-payment.service.ts'
import { touchOrderedProject } from '#features/quote/view/lines-to-order.service.ts'
import { payableIds } from '#src/money/payable-ref.ts'
import { getLinkPayment } from './bill-payment-view.service.ts'
import { endPayment, findResumablePayment, lockOwnBill } from './pay-bill.service.ts'
import { activateLink, linkMailQueue } from './payment-link-mail.service.ts'

const lifetimeMs = paymentLimits.agencyLinkDays * 86_400_000

/** The payer sees number, amount and seller only. */
const noDetails: LinkDetails = { requester: '', company: '', showsPoNumber: false, showsParts: false }

/** Creates the payment link of the caller's bill and ends older ones. */
export async function createLink(
  deps: Deps,
  customerId: string,
  ref: BillRef,
  details: LinkDetails = noDetails,
): Promise<{ key: string; expiresAt: string }> {
  const now = deps.clock()
  const key = newSecret()
  const link = await deps.db.transaction().execute(async (trx) => {
    const bill = await lockOwnBill(trx, customerId, ref)
    await refuseUnlessLinkable(trx, bill, now)
    return putLink(trx, bill, { key, details, isMailed: false, now })
  })

  return { key, expiresAt: link.expires_at.toISOString() }
}

/** How many payers a customer may write to (ABU-5). */
const mailBudgets = [
  { max: 20, windowSeconds: 3600 },
  { max: 60, windowSeconds: 86_400 },
]

/**
 * Creates a payment link for each recipient and ends older ones. The jobs that mail them create the
 * keys: nobody has the first ones.
 */
export async function mailLinks(deps: Deps, customerId: string, orderId: string, mail: LinkMail): Promise<void> {
  const { recipients, message, language, ...details } = mail
  await spendMailBudget(deps, customerId, recipients.length)

  const now = deps.clock()
  const { number, project_id } = await getOwnOrder(deps.db, customerId, orderId)
  await deps.db.transaction().execute(async (trx) => {
    const event = { kind: 'forwarded', orderNumber: number, recipients: recipients.length } as const
    await touchOrderedProject(trx, project_id, now, { actor: 'customer', event })

    const bill = await lockOwnBill(trx, customerId, { kind: 'order', id: orderId })
    await refuseUnlessLinkable(trx, bill, now)

    const rows = recipients.map((recipient) => ({
      ...newLinkRow(bill, { key: newSecret(), details, isMailed: false, now }),
      recipient,
      message,
    }))
    const links = await replaceLinks(trx, billTerms(bill).ref, rows)
    for (const { id: linkId } of links) await deps.jobs.enqueue(trx, linkMailQueue.name, { linkId, language })
  })
}

async function spendMailBudget(deps: Pick<Deps, 'limiter'>, customerId: string, mails: number): Promise<void> {
  for (let mail = 0; mail < mails; mail++)
    for (const budget of mailBudgets)
      await spendBudget(deps, `payment-link ${budget.windowSeconds} ${customerId}`, budget)
}

/** How often the links of an order are mailed again: a payer must not be flooded (ABU-5). */
const resendBudget = { max: 3, windowSeconds: 3600 }

/** Mails the links of the caller's order again. They keep their keys, so that earlier mails still work. */
export async function resendLinks(
  deps: Deps,
  customerId: string,
  orderId: string,
  language: Language | undefined,
): Promise<void> {
  const now = deps.clock()
  const ref = { kind: 'order', id: orderId } as const
  await getOwnOrder(deps.db, customerId, orderId)
  const mailed = await listMailedLinks(deps.db, ref, now)
  if (mailed.length === 0) throw new AppError('NOT_FOUND')

  await spendBudget(deps, `payment-link resend ${orderId}`, resendBudget)
  await spendMailBudget(deps, customerId, mailed.length)

  await deps.db.transaction().execute(async (trx) => {
    const bill = await lockOwnBill(trx, customerId, ref)
    await refuseUnlessLinkable(trx, bill, now)

    // A link that was revoked or replaced meanwhile is not mailed: the job finds nothing.
    const resentAt = now.toISOString()
    for (const { id: linkId } of mailed)
      await deps.jobs.enqueue(trx, linkMailQueue.name, { linkId, language, resentAt })
  })
}

const listMailedLinks = async (db: Db, ref: BillRef, now: Date): Promise<LinkRow[]> =>
  (await listLiveLinks(db, ref, now)).filter(({ recipient }) => recipient !== '')

/** The mailed link of a recipient, for its customer, who may want to pass it on by other means. */
export async function getMailedLink(
  deps: Deps,
  customerId: string,
  orderId: string,
  recipient: string,
): Promise<{ key: string; expiresAt: string }> {
  await getOwnOrder(deps.db, customerId, orderId)
  const mailed = await listMailedLinks(deps.db, { kind: 'order', id: orderId }, deps.clock())
  const active = await activateLink(
    deps,
    mailed.find((link) => link.recipient === recipient),
  )
  if (!active) throw new AppError('NOT_FOUND')

  return { key: active.key, expiresAt: active.link.expires_at.toISOString() }
}

/** A link is for a bill that can be paid and that nobody is paying. */
async function refuseUnlessLinkable(trx: Trx, bill: Bill, now: Date): Promise<void> {
  const open = await findOpenIntent(trx, billTerms(bill).ref)
  if (isAwaitingMoney(bill) && open && isPendingPayment(open.state)) throw new AppError('PAYMENT_PENDING')
  await refuseUnlessPayable(trx, bill, now)
}

/** Creates the link that is mailed with a new bill. The job that mails it creates its key. */
export async function createMailedLink(trx: Trx, bill: Bill, now: Date): Promise<void> {
  await putLink(trx, bill, { key: newSecret(), details: noDetails, isMailed: true, now })
}

interface NewLink {
  key: string
  details: LinkDetails
  isMailed: boolean
  now: Date
}

/** Stores a new link of a locked bill. */
async function putLink(trx: Trx, bill: Bill, link: NewLink): Promise<NewLinkRow & { expires_at: Date }> {
  const row = newLinkRow(bill, link)
  await replaceLinks(trx, billTerms(bill).ref, [row])
  return row
}

/** Only the key's hash is stored. */
function newLinkRow(bill: Bill, { key, details, isMailed, now }: NewLink) {
  const { ref, deadline } = billTerms(bill)
  const { order_id, additional_cost_id } = payableIds(ref)

  return {
    key_hash: secretHash(key),
    order_id,
    additional_cost_id,
    requester: details.requester,
    company: details.company,
    shows_po_number: details.showsPoNumber,
    shows_parts: details.showsParts,
    is_mailed: isMailed,
    created_at: now,
    expires_at: deadline ?? new Date(now.getTime() + lifetimeMs),
  }
}

/** Ends all links of the caller's bill. */
export async function revokeLink(deps: Deps, customerId: string, ref: BillRef): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const bill = await lockOwnBill(trx, customerId, ref)
    await deleteLinks(trx, ref)
    await returnIdleBalance(deps, trx, bill)
  })
}

/** Replaced, revoked and unknown keys all throw `NOT_FOUND`. */
async function getLink({ db }: Pick<Deps, 'db'>, key: string): Promise<LinkRow> {
  const link = await findLink(db, secretHash(key))
  if (!link) throw new AppError('NOT_FOUND')
  return link
}

/** The order of a link, or of its additional cost. */
export async function getLinkedOrderId({ db }: Pick<Deps, 'db'>, key: string): Promise<string> {
  const orderId = await findLinkedOrderId(db, secretHash(key))
  if (orderId === undefined) throw new AppError('NOT_FOUND')
  return orderId
}

export async function getLinkView(deps: Deps, key: string, language: Language): Promise<LinkPaymentView> {
  return getLinkPayment(deps, await getLink(deps, key), language)
}

interface LinkChoice {
  method: 'card' | 'bank_transfer'
  bankCurrency?: Currency | undefined
}

/** Begins a payment by the holder of a link, or resumes the one that a holder has begun. */
export async function beginByLink(
  deps: Deps,
  key: string,
  choice: LinkChoice,
  language: Language,
): Promise<LinkPaymentView> {
  const ref = linkedRef(await getLink(deps, key))
  const intent = await deps.db.transaction().execute(async (trx) => {
    const bill = await lockBill(trx, ref)
    // Read again: the link may have been replaced or revoked while we waited for the lock.
    const link = await findLink(trx, secretHash(key))
    if (!link) throw new AppError('NOT_FOUND')

    const resumable = await findResumablePayment(trx, bill, { ...choice, agency: true })
    if (resumable) return resumable

    const now = deps.clock()
    const { dueMinor } = await getAmountDue(trx, bill, now)
    if (link.expires_at <= now) throw new AppError('ORDER_STATE')
    if (choice.method === 'card' && cardRefusal(deps)) throw new AppError('METHOD_NOT_OFFERED')

    const linkPayer = { email: link.recipient, language }
    return openExternalPayment(deps, trx, bill, { ...choice, usdMinor: dueMinor, linkPayer }, now)
  })

  await openCardPage(deps, intent.id, language)
  return getLinkView(deps, key, language)
}

export async function checkByLink(deps: Deps, key: string, language: Language): Promise<LinkPaymentView> {
  const open = await findOpenByLink(deps, key)
  if (open) await tryRefreshCard(deps, open.id)
  return getLinkView(deps, key, language)
}

/** The holder of a link can end a payment that a holder has begun, but not the customer's. */
export async function abandonByLink(deps: Deps, key: string, language: Language): Promise<LinkPaymentView> {
  const open = await findOpenByLink(deps, key)
  if (open) await endPayment(deps, open)
  return getLinkView(deps, key, language)
}

async function findOpenByLink(deps: Pick<Deps, 'db'>, key: string): Promise<PaymentIntentRow | undefined> {
  const open = await findOpenIntent(deps.db, linkedRef(await getLink(deps, key)))
  return open?.agency ? open : undefined
}
