import type { AddressView } from '@cotation/contracts'
import { type CarrierId, type Currency, isEmail } from '@cotation/domain'
import type { Basket, Order } from '#features/checkout/api/checkout.api.ts'
import type { PaymentPick } from './payment-pick.ts'

/** All that the customer chooses and writes on the way to an order. */
export interface Draft {
  lineIds: readonly string[]
  shippingAddressId: string | null
  carrier: CarrierId | null
  /** Freight collect. */
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

/** The default address of a book, else its first. */
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

/** What a price depends on. */
export const basketOf = (projectId: string, draft: Draft): Basket => ({
  projectId,
  lineIds: [...draft.lineIds],
  shippingAddressId: draft.shippingAddressId,
  carrier: draft.carrier,
  freightAccount: draft.collects ? draft.freightAccount.trim() : '',
  couponId: draft.couponId,
  currency: draft.currency,
})

/** What is still missing, by the section of the page that asks for it. */
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

interface Circumstances {
  entrust: boolean
  sending: boolean
}

/** In the order in which the page asks for it. */
export function missingOf(draft: Draft, { entrust, sending }: Circumstances): Missing {
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
  /** Of the figures that the customer has seen and agreed to. */
  acceptedPriceKey: string
}

/** The order as it is sent; undefined while something is missing. */
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
