import type { StaffAdditionalCostView } from '@cotation/contracts'
import { anOrderLine, uuid } from '#lib/testing/views.ts'

export const orderId = uuid()

export const bracket = anOrderLine({ name: 'bracket.stl', quantity: 5 })

export const cover = anOrderLine({ name: 'cover.stl', quantity: 2 })

export const aCost = (traits: Partial<StaffAdditionalCostView> = {}): StaffAdditionalCostView => ({
  id: uuid(),
  number: 'A-26-10001',
  orderId,
  orderNumber: 'C-26-10007',
  reason: 'drawing',
  checkName: null,
  explanation: 'The drawing asks for an M4 thread.',
  hasPicture: false,
  place: null,
  items: [{ orderLineId: bracket.id, name: 'bracket.stl', thumbnailId: null, amountMinor: 2500 }],
  netMinor: 2500,
  tax: { ratePercent: 20, reason: 'domestic', minor: 500 },
  totalMinor: 3000,
  dueMinor: 3000,
  paidMinor: 0,
  refundedMinor: 0,
  refundableMinor: 0,
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
  history: [{ at: '2026-03-02T09:00:00.000Z', to: 'requested', by: 'staff', author: 'Lise', reason: '' }],
  can: { pay: true, decline: true, download: false },
  ...traits,
})
