import type { OrderLineView, OrderSummary, OrderView, PaymentView } from '@cotation/contracts'

let idCount = 0
const uuid = () => `00000000-0000-4000-8000-${String(++idCount).padStart(12, '0')}`

const dates = { start: '2026-11-16', ship: '2026-11-20', deliveryEarliest: '2026-11-24', deliveryLatest: '2026-11-26' }

export function anOrderSummary(traits: Partial<OrderSummary> = {}): OrderSummary {
  return {
    id: uuid(),
    number: 'CO-10001',
    poNumber: '',
    status: 'awaiting_payment',
    placedAt: '2026-11-14T12:00:00.000Z',
    totalMinor: 12_345,
    dueMinor: 12_345,
    methods: [],
    lines: 1,
    parts: 4,
    names: ['Bracket'],
    thumbnailIds: [],
    delivery: dates,
    ...traits,
  }
}

export function anOrderLine(traits: Partial<OrderLineView> = {}): OrderLineView {
  return {
    id: uuid(),
    lineId: null,
    name: 'Bracket',
    thumbnailId: null,
    material: 'PA12',
    process: 'MJF',
    colour: 'Grey',
    configuration: null,
    sizeMm: [40, 30, 12.5],
    quantity: 4,
    unitMinor: 2_500,
    totalMinor: 10_000,
    workingDays: 5,
    comment: '',
    attachments: [],
    acceptedRules: [],
    ...traits,
  }
}

export function aPayment(traits: Partial<PaymentView> = {}): PaymentView {
  return {
    id: uuid(),
    method: 'card',
    state: 'captured',
    amountMinor: 12_345,
    currency: 'USD',
    usdMinor: 12_345,
    capturedMinor: 12_345,
    refundedMinor: 0,
    agency: false,
    createdAt: '2026-11-14T12:01:00.000Z',
    expiresAt: null,
    bank: null,
    ...traits,
  }
}

const address = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: 'Engines',
  phoneCode: '+33',
  phone: '1 23 45 67 89',
  vatNumber: '',
  country: 'FR',
  line1: '1 rue du Pont',
  line2: '',
  line3: '',
  postcode: '75001',
  city: 'Paris',
  state: '',
}

const total: OrderView['total'] = {
  lines: [{ goodsMinor: 10_000, servicesMinor: 500, discountMinor: 1_000, paidMinor: 9_500 }],
  goodsMinor: 10_000,
  servicesMinor: 500,
  smallOrder: [],
  smallOrderMinor: 0,
  discountMinor: 1_000,
  shipping: { carrier: 'dhl', minor: 2_845, discountMinor: 0, chargeableKg: 1, transitDays: [2, 4], cartons: [] },
  tax: { ratePercent: 0, reason: 'import-by-buyer', baseMinor: 0, minor: 0 },
  totalMinor: 12_345,
  points: 95,
  workingDays: 5,
  display: {
    currency: 'USD',
    goodsMinor: 10_000,
    servicesMinor: 500,
    smallOrderMinor: 0,
    discountMinor: 1_000,
    shippingMinor: 2_845,
    taxMinor: 0,
    totalMinor: 12_345,
  },
}

const noActions = { cancel: false, pay: false, review: false, receive: false, reorder: false }

/** `can` lists only the allowed actions. All others are refused. */
export function anOrder({
  can = {},
  ...traits
}: Partial<Omit<OrderView, 'can'>> & { can?: Partial<OrderView['can']> } = {}): OrderView {
  return {
    id: uuid(),
    number: 'CO-10001',
    projectId: null,
    status: 'paid',
    placedAt: '2026-11-14T12:00:00.000Z',
    paidAt: '2026-11-14T12:02:00.000Z',
    poNumber: '',
    comment: '',
    entrust: null,
    lines: [anOrderLine()],
    total,
    totalMinor: 12_345,
    paidMinor: 12_345,
    refundedMinor: 0,
    dueMinor: 0,
    couponCode: null,
    shippingAddress: address,
    billingAddress: address,
    carrier: 'dhl',
    freightAccount: '',
    dates,
    payments: [aPayment()],
    additionalCosts: [],
    timeline: [
      { at: '2026-11-14T12:00:00.000Z', from: null, to: 'awaiting_payment', by: 'customer', reason: '' },
      { at: '2026-11-14T12:02:00.000Z', from: 'awaiting_payment', to: 'paid', by: 'system', reason: '' },
    ],
    parcels: [],
    review: null,
    documents: [],
    ...traits,
    can: { ...noActions, ...can },
  }
}
