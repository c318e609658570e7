import type { ClaimView, OrderToClaim, WorkOrderView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const orderId = '5a0c7e1d-0000-4000-8000-000000000001'
const order = { id: orderId, number: 'C-26-10001' }
const product = { thumbnailId: null, material: 'PA12', process: 'MJF', colour: 'Grey', tolerance: '', services: [] }

/** Two brackets of five, reported as too small. */
export function aClaim({
  can = {},
  ...traits
}: Partial<Omit<ClaimView, 'can'>> & { can?: Partial<ClaimView['can']> } = {}): ClaimView {
  return {
    id: uuid(),
    order,
    state: 'open',
    reason: 'dimension',
    openedAt: '2026-11-14T12:00:00.000Z',
    workOrderNumber: null,
    settledMinor: null,
    lines: [{ lineId: uuid(), name: 'Bracket', thumbnailId: null, quantity: 2, ordered: 5, place: null }],
    history: [
      { at: '2026-11-14T12:00:00.000Z', to: 'open', by: 'customer', text: 'The hole is too small.', photoIds: [] },
    ],
    reprint: null,
    ...traits,
    can: { answer: false, withdraw: false, order: false, ...can },
  }
}

/** Five brackets, three of which can be claimed, and a cover that is claimed already. */
export const anOrderToClaim: OrderToClaim = {
  order,
  until: '2026-12-14T12:00:00.000Z',
  lines: [
    { ...product, lineId: uuid(), name: 'Bracket', quantity: 5, left: 3, hasModel: false },
    { ...product, lineId: uuid(), name: 'Cover', quantity: 2, left: 0, hasModel: false },
  ],
}

/** Two of five anodized brackets, and a cover that was not claimed. */
export function aWorkOrder(traits: Partial<WorkOrderView> = {}): WorkOrderView {
  return {
    claimId: uuid(),
    order,
    workOrderNumber: 'W-26-10001',
    lines: [
      {
        ...product,
        lineId: uuid(),
        name: 'Bracket',
        quantity: 5,
        claimed: 2,
        anodized: true,
        acceptedRules: ['min-wall'],
      },
      { ...product, lineId: uuid(), name: 'Cover', quantity: 2, claimed: 0, anodized: false, acceptedRules: [] },
    ],
    reprint: null,
    ...traits,
  }
}
