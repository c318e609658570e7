import type {
  CheckoutView,
  LineView,
  LinkPaymentView,
  MethodOffer,
  OrderPaymentView,
  ProjectView,
} from '@cotation/contracts'
import { aLineView, anOrderLine, aProjectView, aTransfer, orderDates, projectId } from '#lib/testing/views.ts'

export const orderId = '22222222-2222-4222-8222-222222222222'

/** A link key in the format of the server: 43 characters. */
export const linkKey = 'k'.repeat(43)
const later = '2026-12-01T12:00:00.000Z'

export const aLine = (name: string, traits: Partial<LineView> = {}): LineView => aLineView({ name, ...traits })

export const aProject = (lines: readonly LineView[]): ProjectView => aProjectView({ service: 'cnc', lines: [...lines] })

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
    lines: lines.map(({ id: lineId, name }) => {
      const material = { material: 'Aluminium 6061', process: 'CNC milling', colour: '' }
      const { id: _, ...line } = anOrderLine({ ...material, name, quantity: 2, unitMinor: 5000 })
      return { ...line, lineId }
    }),
    left: [],
    validUntil: later,
    exportControl: { standing: 'clear', answer: 'no', answeredAt: '2026-11-16T09:00:00.000Z', isFixed: false },
    offers: [
      {
        carrier: 'dhl',
        name: 'DHL',
        service: 'Express Worldwide',
        served: true,
        minor: 2000,
        chargeableKg: 1,
        transitDays: [2, 4],
        dates: orderDates,
        freightCollect: true,
        freightAccount: '123456789',
        isFreightConfirmed: false,
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
        freightAccount: null,
        isFreightConfirmed: false,
      },
    ],
    cartons: [{ count: 1, sizeMm: [500, 400, 300], realKg: 3.5, volumetricKg: 12, chargeableKg: 12 }],
    volumetricCm3PerKg: 5000,
    display: { currency: 'USD', rate: 1 },
    total: aTotal(10_000 * lines.length, lines.length),
    landed: { state: 'unknown', gap: 'country' },
    dates: orderDates,
    refusals: [],
    coupons: [],
    priceKey: `price of ${lines.length}`,
    methods,
    balanceMinor: 5000,
    pendingReloadMinor: 0,
    creditMinor: null,
    entrust: false,
    sameBilling: null,
    vat: null,
    wording: { exw: 'EXW (Incoterms 2020): the risk passes at our works.', freightCollect: 'Billed by the carrier.' },
    ...traits,
  }
}

export const anOpenTransfer = aTransfer(11_040, 'EUR', 'C-7K2M-41')

export function anOrderPayment(traits: Partial<OrderPaymentView> = {}): OrderPaymentView {
  return {
    orderId,
    projectId: null,
    number: 'C-1001',
    currency: 'USD',
    status: 'awaiting_payment',
    poNumber: '',
    totalMinor: 12_000,
    paidMinor: 0,
    dueMinor: 12_000,
    result: 'due',
    open: null,
    unconfirmed: null,
    payments: [],
    methods,
    bankAmounts: [
      { minor: 12_000, currency: 'USD' },
      { minor: 11_040, currency: 'EUR' },
      { minor: 86_400, currency: 'CNY' },
    ],
    balanceMinor: 5000,
    pendingReloadMinor: 0,
    creditMinor: null,
    link: null,
    redirectUrl: null,
    ...traits,
  }
}

export const aLinkPayment = (traits: Partial<LinkPaymentView> = {}): LinkPaymentView => ({
  number: 'C-1001',
  seller: {
    name: 'Cotation',
    legalEntity: 'Cotation SAS',
    address: '1 rue de l’Exemple, 75000 Paris, France',
    vatNumber: 'FR00999999999',
  },
  order: { requester: '', company: '', poNumber: '', content: null },
  additionalCost: null,
  currency: 'USD',
  dueMinor: 12_000,
  paid: [],
  result: 'due',
  open: null,
  customerPayment: null,
  unconfirmed: null,
  methods: [offer('card'), offer('bank_transfer')],
  bankAmounts: [{ minor: 12_000, currency: 'USD' }],
  expiresAt: later,
  redirectUrl: null,
  ...traits,
})
