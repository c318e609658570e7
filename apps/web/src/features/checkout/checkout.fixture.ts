import type {
  AddressView,
  CheckoutView,
  CouponView,
  LineView,
  LinkPaymentView,
  MethodOffer,
  OrderPaymentView,
  PaymentView,
  ProjectView,
} from '@cotation/contracts'
import { aLineView } from '#lib/testing/line-view.ts'

let uuidCount = 0
const uuid = () => `00000000-0000-4000-8000-${String(++uuidCount).padStart(12, '0')}`

export const projectId = '11111111-1111-4111-8111-111111111111'
export const orderId = '22222222-2222-4222-8222-222222222222'

/** A link key in the format of the server: 43 characters. */
export const linkKey = 'k'.repeat(43)
const later = '2026-12-01T12:00:00.000Z'

export const aLine = (name: string, traits: Partial<LineView> = {}): LineView => aLineView({ name, ...traits })

export const aProject = (lines: readonly LineView[]): ProjectView => ({
  id: projectId,
  name: 'Robot arm',
  service: 'cnc',
  revision: 1,
  createdAt: later,
  updatedAt: later,
  catalogueVersion: '1',
  pricedAt: later,
  validUntil: later,
  shared: false,
  lines: [...lines],
})

export function anAddress(traits: Partial<AddressView> = {}): AddressView {
  return {
    id: uuid(),
    firstName: 'Ada',
    lastName: 'Lovelace',
    company: '',
    phoneCode: '+33',
    phone: '612345678',
    vatNumber: '',
    country: 'FR',
    line1: '1 rue de Rivoli',
    line2: '',
    line3: '',
    postcode: '75001',
    city: 'Paris',
    state: '',
    isDefault: false,
    updatedAt: later,
    ...traits,
  }
}

export const aCoupon = (traits: Partial<CouponView> = {}): CouponView => ({
  id: uuid(),
  code: 'TEN',
  coupon: { type: 'amount', usd: 10, minGoodsUsd: 0 },
  description: 'USD 10 off',
  issuedAt: later,
  expiresAt: null,
  status: 'active',
  state: 'active',
  orderId: null,
  ...traits,
})

const dates = {
  start: '2026-11-16',
  ship: '2026-11-20',
  deliveryEarliest: '2026-11-24',
  deliveryLatest: '2026-11-26',
}

/** Goods plus USD 20.00 of shipping, without tax or discount. */
export function aTotal(goodsMinor: number, lines = 1): NonNullable<CheckoutView['total']> {
  const totalMinor = goodsMinor + 2000
  const amounts = { goodsMinor, servicesMinor: 0, smallOrderMinor: 0, discountMinor: 0, totalMinor }

  return {
    ...amounts,
    lines: Array.from({ length: lines }, () => ({ goodsMinor, servicesMinor: 0, discountMinor: 0, paidMinor: 0 })),
    smallOrder: [],
    shipping: { carrier: 'dhl', minor: 2000, discountMinor: 0, chargeableKg: 1, transitDays: [2, 4], cartons: [] },
    tax: { ratePercent: 0, reason: 'import-by-buyer', baseMinor: totalMinor, minor: 0 },
    points: 0,
    workingDays: 4,
    display: { currency: 'USD', ...amounts, shippingMinor: 2000, taxMinor: 0 },
  }
}

const offer = (method: MethodOffer['method'], refusal: MethodOffer['refusal'] = null): MethodOffer => ({
  method,
  refusal,
})

const methods = [
  offer('card'),
  offer('bank_transfer'),
  offer('balance', 'balance-too-low'),
  offer('credit', 'credit-not-granted'),
  offer('agency'),
]

/** The preview of these lines: USD 100.00 each, shipped by DHL. */
export function aCheckoutView(lines: readonly LineView[], traits: Partial<CheckoutView> = {}): CheckoutView {
  return {
    projectId,
    projectName: 'Robot arm',
    lines: lines.map(({ id, name }) => ({
      lineId: id,
      name,
      thumbnailId: null,
      material: 'Aluminium 6061',
      process: 'CNC milling',
      colour: '',
      configuration: null,
      sizeMm: [10, 10, 10],
      quantity: 2,
      unitMinor: 5000,
      totalMinor: 10_000,
      workingDays: 4,
      comment: '',
      attachments: [],
      acceptedRules: [],
    })),
    left: [],
    validUntil: later,
    offers: [
      {
        carrier: 'dhl',
        name: 'DHL',
        service: 'Express Worldwide',
        served: true,
        minor: 2000,
        chargeableKg: 1,
        transitDays: [2, 4],
        dates,
        freightCollect: true,
      },
      {
        carrier: 'sf',
        name: 'SF Express',
        service: 'Standard',
        served: false,
        minor: null,
        chargeableKg: null,
        transitDays: [],
        dates: null,
        freightCollect: false,
      },
    ],
    total: aTotal(10_000 * lines.length, lines.length),
    dates,
    refusals: [],
    coupons: [],
    priceKey: `price of ${lines.length}`,
    methods,
    balanceMinor: 5000,
    creditMinor: null,
    entrust: false,
    openOrder: null,
    wording: { exw: 'EXW (Incoterms 2020): the risk passes at our works.', freightCollect: 'Billed by the carrier.' },
    ...traits,
  }
}

export function aPayment(traits: Partial<PaymentView> = {}): PaymentView {
  return {
    id: uuid(),
    method: 'card',
    state: 'requires_action',
    amountMinor: 12_000,
    currency: 'USD',
    usdMinor: 12_000,
    capturedMinor: 0,
    refundedMinor: 0,
    agency: false,
    createdAt: later,
    expiresAt: later,
    bank: null,
    ...traits,
  }
}

export const aTransfer = (): PaymentView =>
  aPayment({
    method: 'bank_transfer',
    state: 'awaiting_funds',
    amountMinor: 11_040,
    currency: 'EUR',
    bank: {
      currency: 'EUR',
      amountMinor: 11_040,
      reference: 'C-7K2M-41',
      bank: 'Example Bank',
      holder: 'Cotation SAS',
      iban: 'FR76 3000 1000 0000 0000 0000 123',
      swift: 'EXAMFRPP',
      expiresAt: later,
    },
  })

export function anOrderPayment(traits: Partial<OrderPaymentView> = {}): OrderPaymentView {
  return {
    orderId,
    number: 'C-1001',
    status: 'awaiting_payment',
    totalMinor: 12_000,
    paidMinor: 0,
    dueMinor: 12_000,
    result: 'due',
    open: null,
    payments: [],
    methods,
    bankAmounts: [
      { minor: 12_000, currency: 'USD' },
      { minor: 11_040, currency: 'EUR' },
      { minor: 86_400, currency: 'CNY' },
    ],
    balanceMinor: 5000,
    creditMinor: null,
    link: null,
    redirectUrl: null,
    ...traits,
  }
}

export const aLinkPayment = (traits: Partial<LinkPaymentView> = {}): LinkPaymentView => ({
  number: 'C-1001',
  dueMinor: 12_000,
  result: 'due',
  open: null,
  methods: [offer('card'), offer('bank_transfer')],
  bankAmounts: [{ minor: 12_000, currency: 'USD' }],
  expiresAt: later,
  redirectUrl: null,
  ...traits,
})
