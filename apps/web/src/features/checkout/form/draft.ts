import type { AddressView } from '@cotation/contracts'
import { type CarrierId, type Currency, isEmail } from '@cotation/domain'
import type { Basket, Order } from '#features/checkout/form/checkout.api.ts'
import type { PaymentPick } from '#features/checkout/pay/payment-pick.ts'

/** Everything that the customer enters at the checkout. */
export interface Draft {
  lineIds: readonly string[]
  shippingAddressId: string | null
  carrier: CarrierId | null
  /** Freight collect: the carrier bills the customer's account. */
  collects: boolean
  freightAccount: string
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
export const firstChoice = (addresses: readonly AddressView[]): string | null =>
  (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.id ?? null

export const newDraft = (lineIds: readonly string[], shippingAddressId: string | null): Draft => ({
  lineIds,
  shippingAddressId,
  carrier: null,
  collects: false,
  freightAccount: '',
  couponId: null,
  currency: 'USD',
  billsElsewhere: false,
  billingAddressId: null,
  poNumber: '',
  comment: '',
  customerEmail: '',
  platformOrderNumber: '',
  pay: { method: null, useBalance: false, bankCurrency: 'USD' },
  agreed: false,
})

/** The fields of the draft that the price depends on. */
export const basketOf = (projectId: string, draft: Draft): Basket => ({
  projectId,
  lineIds: [...draft.lineIds],
  shippingAddressId: draft.shippingAddressId,
  carrier: draft.carrier,
  freightAccount: draft.collects ? draft.freightAccount.trim() : '',
  couponId: draft.couponId,
  currency: draft.currency,
})

/** Sections of the page that can have a missing entry. */
export type Section = 'lines' | 'address' | 'billing' | 'shipping' | 'entrust' | 'method' | 'terms'

export type Lack =
  | 'LINE_REQUIRED'
  | 'ADDRESS_NOT_SELECTED'
  | 'SHIPPING_METHOD_REQUIRED'
  | 'EMAIL_REQUIRED'
  | 'EMAIL_INVALID'
  | 'PAYMENT_METHOD_REQUIRED'
  | 'TERMS_NOT_AGREED'
  | 'accountMissing'
  | 'stillSending'

export type Missing = Partial<Record<Section, Lack>>

interface Conditions {
  entrust: boolean
  sending: boolean
}

/** The missing entries. Their key sequence is that of the page, so the first one gets the focus. */
export function missingOf(draft: Draft, { entrust, sending }: Conditions): Missing {
  const missing: Missing = {}
  const email = draft.customerEmail.trim()

  if (sending) missing.lines = 'stillSending'
  if (draft.lineIds.length === 0) missing.lines = 'LINE_REQUIRED'
  if (draft.shippingAddressId === null) missing.address = 'ADDRESS_NOT_SELECTED'
  if (draft.billsElsewhere && draft.billingAddressId === null) missing.billing = 'ADDRESS_NOT_SELECTED'
  if (draft.collects && draft.freightAccount.trim() === '') missing.shipping = 'accountMissing'
  if (draft.carrier === null) missing.shipping = 'SHIPPING_METHOD_REQUIRED'
  if (entrust && !isEmail(email)) missing.entrust = email === '' ? 'EMAIL_REQUIRED' : 'EMAIL_INVALID'
  if (draft.pay.method === null) missing.method = 'PAYMENT_METHOD_REQUIRED'
  if (!draft.agreed) missing.terms = 'TERMS_NOT_AGREED'

  return missing
}

interface Agreement {
  projectId: string
  entrust: boolean
  submissionKey: string
  /** The key of the prices that the customer saw and accepted. */
  acceptedPriceKey: string
}

/** The body of the submit request; undefined while an entry is missing. */
export function orderOf(draft: Draft, agreement: Agreement): Order | undefined {
  const { shippingAddressId, carrier, pay, agreed } = draft
  if (shippingAddressId === null || carrier === null || pay.method === null || !agreed) return undefined

  const { projectId, entrust, submissionKey, acceptedPriceKey } = agreement
  const { method, useBalance, bankCurrency } = pay

  return {
    ...basketOf(projectId, draft),
    shippingAddressId,
    carrier,
    billingAddressId: draft.billsElsewhere ? draft.billingAddressId : null,
    submissionKey,
    acceptedPriceKey,
    poNumber: draft.poNumber,
    comment: draft.comment,
    entrust: entrust ? { customerEmail: draft.customerEmail, platformOrderNumber: draft.platformOrderNumber } : null,
    agreeTerms: true,
    payment: { method, useBalance, ...(method === 'bank_transfer' ? { bankCurrency } : {}) },
  }
}
