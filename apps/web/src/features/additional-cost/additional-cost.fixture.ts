import type {
  AdditionalCostPaymentView,
  AdditionalCostView,
  LinkedAdditionalCost,
  LinkPaymentView,
} from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const linkKey = 'k'.repeat(43)

const noActions = { pay: false, decline: false, download: false }

/** An open request of 30 dollars; `can` lists only the allowed actions. */
export function aCost({
  can = { pay: true, decline: true },
  ...traits
}: Partial<Omit<AdditionalCostView, 'can'>> & { can?: Partial<AdditionalCostView['can']> } = {}): AdditionalCostView {
  return {
    id: uuid(),
    number: 'A-26-10001',
    orderId: uuid(),
    orderNumber: 'C-26-10007',
    reason: 'drawing',
    checkName: null,
    explanation: 'The drawing asks for an M4 thread.',
    hasPicture: false,
    place: null,
    items: [{ orderLineId: uuid(), name: 'bracket.stl', thumbnailId: null, amountMinor: 2500 }],
    netMinor: 2500,
    tax: { ratePercent: 20, reason: 'domestic', minor: 500 },
    totalMinor: 3000,
    dueMinor: 3000,
    paidMinor: 0,
    refundedMinor: 0,
    paidWith: [],
    returns: [],
    state: 'requested',
    waitsWith: 'production',
    otherCosts: [],
    transfer: null,
    unconfirmed: null,
    deadline: '2099-03-09T09:00:00.000Z',
    timeZone: 'UTC',
    requestedAt: '2026-03-02T09:00:00.000Z',
    history: [{ at: '2026-03-02T09:00:00.000Z', to: 'requested', by: 'staff', reason: '' }],
    ...traits,
    can: { ...noActions, ...can },
  }
}

const offer = (method: LinkPaymentView['methods'][number]['method']) => ({ method, refusal: null })

export function aCostPayment(
  cost: AdditionalCostView,
  traits: Partial<AdditionalCostPaymentView> = {},
): AdditionalCostPaymentView {
  return {
    number: cost.number,
    currency: 'USD',
    totalMinor: cost.totalMinor,
    paidMinor: 0,
    dueMinor: cost.totalMinor,
    result: 'due',
    open: null,
    unconfirmed: null,
    payments: [],
    methods: [offer('card'), offer('bank_transfer'), offer('balance'), offer('agency')],
    bankAmounts: [{ minor: cost.totalMinor, currency: 'USD' }],
    balanceMinor: 9000,
    pendingReloadMinor: 0,
    creditMinor: null,
    link: null,
    redirectUrl: null,
    cost,
    ...traits,
  }
}

function linkedCost(cost: AdditionalCostView): LinkedAdditionalCost {
  const { id, number, orderNumber, reason, explanation, items, netMinor, tax, totalMinor } = cost
  const { otherCosts, deadline, timeZone } = cost
  return {
    id,
    number,
    orderNumber,
    reason,
    explanation,
    items,
    netMinor,
    tax,
    totalMinor,
    otherCosts,
    deadline,
    timeZone,
  }
}

export const aLinkedPayment = (cost: AdditionalCostView, traits: Partial<LinkPaymentView> = {}): LinkPaymentView => ({
  number: cost.number,
  seller: { name: 'Cotation', legalEntity: 'Cotation SAS', address: 'Paris', vatNumber: '' },
  order: null,
  additionalCost: linkedCost(cost),
  currency: 'USD',
  dueMinor: cost.totalMinor,
  paid: [],
  result: 'due',
  open: null,
  customerPayment: null,
  unconfirmed: null,
  methods: [offer('card'), offer('bank_transfer')],
  bankAmounts: [{ minor: cost.totalMinor, currency: 'USD' }],
  expiresAt: cost.deadline,
  redirectUrl: null,
  ...traits,
})
