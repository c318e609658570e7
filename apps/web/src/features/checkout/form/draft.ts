import type { AddressView } from '@cotation/contracts'
import { type CarrierId, type Currency, type ExportStanding, isEmail } from '@cotation/domain'
import { choiceOf, noPick, type PaymentPick } from '#ui/pay/payment-pick.ts'
import type { LinkFault } from '../pay/link-draft.ts'
import type { Basket, OrderSubmission } from './checkout.api.ts'

/** Everything that the customer enters at the checkout. */
export interface Draft {
  lineIds: readonly string[]
  shippingAddressId: string | null
  /** The one that the customer wants, or the cheapest. */
  carrier: CarrierId | null
  /** Null until the customer chooses. Kept while it does not serve the address. */
  wantedCarrier: CarrierId | null
  /** Freight collect: the carrier bills the customer's account. */
  collects: boolean
  couponId: string | null
  currency: Currency
  billsElsewhere: boolean
  billingAddressId: string | null
  poNumber: string
  comment: string
  customerEmail: string
  platformOrderNumber: string
  pay: PaymentPick
  agreed: boolean
}

/** The id of the default address, or of the first one. */
export const defaultAddressId = (addresses: readonly AddressView[]): string | null =>
  (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.id ?? null

export const newDraft = (lineIds: readonly string[], shippingAddressId: string | null, currency: Currency): Draft => ({
  lineIds,
  shippingAddressId,
  carrier: null,
  wantedCarrier: null,
  collects: false,
  couponId: null,
  currency,
  billsElsewhere: false,
  billingAddressId: null,
  poNumber: '',
  comment: '',
  customerEmail: '',
  platformOrderNumber: '',
  pay: { ...noPick, bankCurrency: currency },
  agreed: false,
})

/** The fields of the draft that the price depends on. */
export const basketOf = (projectId: string, draft: Draft): Basket => ({
  projectId,
  lineIds: [...draft.lineIds],
  shippingAddressId: draft.shippingAddressId,
  carrier: draft.carrier,
  freightCollect: draft.collects,
  couponId: draft.couponId,
  currency: draft.currency,
})

/** Sections of the page that can have an error. */
export type SectionName = 'lines' | 'export' | 'address' | 'billing' | 'shipping' | 'entrust' | 'method' | 'terms'

/** What is missing or wrong in a section. */
export type EntryError =
  | 'LINE_REQUIRED'
  | 'EXPORT_UNANSWERED'
  | 'EXPORT_IN_REVIEW'
  | 'ADDRESS_NOT_SELECTED'
  | 'SHIPPING_METHOD_REQUIRED'
  | 'EMAIL_REQUIRED'
  | 'PAYMENT_METHOD_REQUIRED'
  | 'TERMS_NOT_AGREED'
  | 'stillSending'
  | LinkFault

export type EntryErrors = Partial<Record<SectionName, EntryError>>

interface Conditions {
  entrust: boolean
  /** Undefined until the first preview. */
  exportStanding?: ExportStanding | undefined
  sending: boolean
  /** What is wrong with the link for another payer. */
  linkFault?: LinkFault | undefined
}

/** The keys are in the sequence of the page, so that the first section gets the focus. */
export function entryErrors(draft: Draft, conditions: Conditions): EntryErrors {
  const { entrust, exportStanding, sending, linkFault } = conditions
  const errors: EntryErrors = {}
  const email = draft.customerEmail.trim()

  if (sending) errors.lines = 'stillSending'
  if (draft.lineIds.length === 0) errors.lines = 'LINE_REQUIRED'
  if (exportStanding === 'unanswered') errors.export = 'EXPORT_UNANSWERED'
  if (exportStanding === 'in-review') errors.export = 'EXPORT_IN_REVIEW'
  if (draft.shippingAddressId === null) errors.address = 'ADDRESS_NOT_SELECTED'
  if (draft.billsElsewhere && draft.billingAddressId === null) errors.billing = 'ADDRESS_NOT_SELECTED'
  if (draft.carrier === null) errors.shipping = 'SHIPPING_METHOD_REQUIRED'
  if (entrust && !isEmail(email)) errors.entrust = email === '' ? 'EMAIL_REQUIRED' : 'EMAIL_INVALID'
  if (linkFault) errors.method = linkFault
  if (draft.pay.method === null) errors.method = 'PAYMENT_METHOD_REQUIRED'
  if (!draft.agreed) errors.terms = 'TERMS_NOT_AGREED'

  return errors
}

interface Agreement {
  projectId: string
  entrust: boolean
  submissionKey: string
  /** The key of the prices that the customer saw and accepted. */
  acceptedPriceKey: string
}

/** The body of the submit request; undefined while an entry is missing. */
export function submissionOf(draft: Draft, agreement: Agreement): OrderSubmission | undefined {
  const { shippingAddressId, carrier, poNumber, comment, customerEmail, platformOrderNumber } = draft
  const payment = choiceOf(draft.pay)
  if (shippingAddressId === null || carrier === null || !payment || !draft.agreed) return undefined

  const { projectId, entrust, ...keys } = agreement

  return {
    ...basketOf(projectId, draft),
    ...keys,
    shippingAddressId,
    carrier,
    billingAddressId: draft.billsElsewhere ? draft.billingAddressId : null,
    poNumber,
    comment,
    entrust: entrust ? { customerEmail, platformOrderNumber } : null,
    agreeTerms: true,
    payment,
  }
}
