import type { OrderSummary, OrderView, ParcelView, PaymentView, StaffOrderView } from '@cotation/contracts'
import { anAddress } from '@cotation/places/address-fixture'
import { anOrderLine, aPayment, orderDates, uuid } from './views.ts'

export function anOrderSummary(traits: Partial<OrderSummary> = {}): OrderSummary {
  return {
    id: uuid(),
    number: 'CO-10001',
    poNumber: '',
    status: 'awaiting_payment',
    placedAt: '2026-11-14T12:00:00.000Z',
    totalMinor: 12_345,
    dueMinor: 12_345,
    awaitsTransfer: false,
    isCancellable: false,
    credit: null,
    methods: [],
    lines: 1,
    parts: 4,
    names: ['Bracket'],
    thumbnailIds: [],
    delivery: orderDates,
    deliveredAt: null,
    original: null,
    ...traits,
  }
}

export const aCapturedPayment = (traits: Partial<PaymentView> = {}): PaymentView =>
  aPayment({ state: 'captured', amountMinor: 12_345, usdMinor: 12_345, capturedMinor: 12_345, ...traits })

export function aParcel(traits: Partial<ParcelView> = {}): ParcelView {
  return {
    id: uuid(),
    number: 1,
    carrier: 'dhl',
    trackingNumber: 'JD0146',
    trackingUrl: 'https://www.dhl.com/',
    state: 'in_transit',
    shippedAt: '2026-11-16T10:00:00.000Z',
    deliveredAt: null,
    lines: [],
    weightG: null,
    boxMm: null,
    events: [],
    ...traits,
  }
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

const noActions = {
  cancel: false,
  pay: false,
  review: false,
  addPhoto: false,
  receive: false,
  reorder: false,
  claim: false,
}

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
    shippingAddress: anAddress(),
    billingAddress: anAddress(),
    carrier: 'dhl',
    freightAccount: '',
    isFreightConfirmed: true,
    dates: orderDates,
    expected: null,
    payments: [aCapturedPayment()],
    credit: null,
    additionalCosts: [],
    original: null,
    claims: [],
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

/** An order as staff see it. */
export const aStaffOrder = ({
  customer = { id: uuid(), name: 'Louise Bernard', company: '' },
  history = [],
  refunds = [],
  pendingRefunds = [],
  refundableMinor = 0,
  stoppedAt = null,
  timeline,
  ...traits
}: Partial<Omit<StaffOrderView, 'can'>> & { can?: Partial<OrderView['can']> } = {}): StaffOrderView => {
  const order = anOrder(traits)
  return {
    ...order,
    customer,
    history,
    refunds,
    pendingRefunds,
    refundableMinor,
    stoppedAt,
    timeline: timeline ?? order.timeline.map((event) => ({ ...event, author: '' })),
  }
}
