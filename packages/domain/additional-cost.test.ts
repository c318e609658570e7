import { describe, expect, it } from 'vitest'
import {
  type additionalCostReasons,
  additionalCostStates,
  canMoveAdditionalCost,
  holdsUpOrder,
  mayRequestAdditionalCost,
  waitsWith,
} from './additional-cost.ts'
import { orderStatuses } from './order-status.ts'

const statusesFor = (reason: (typeof additionalCostReasons)[number]) =>
  orderStatuses.filter((status) => mayRequestAdditionalCost(reason, status))

describe('an additional cost', () => {
  it('is requested for paid orders before shipment, or before completion if it is for transport', () => {
    const production = ['paid', 'in_review', 'in_production', 'quality_check']
    for (const reason of ['geometry', 'drawing', 'customer-change', 'other'] as const)
      expect(statusesFor(reason)).toEqual(production)
    for (const reason of ['carrier-surcharge', 'customs'] as const)
      expect(statusesFor(reason)).toEqual([...production, 'shipped', 'delivered'])
  })

  it('holds up production and shipment until it is paid or withdrawn', () => {
    const heldUp = (reason: 'drawing' | 'customs', state: (typeof additionalCostStates)[number]) =>
      orderStatuses.filter((to) => holdsUpOrder({ reason, state }, to))

    for (const state of ['requested', 'declined', 'expired'] as const) {
      expect(heldUp('drawing', state)).toEqual(['in_production', 'quality_check', 'shipped'])
      expect(heldUp('customs', state)).toEqual(['shipped'])
    }
    for (const state of ['paid', 'withdrawn'] as const) expect(heldUp('drawing', state)).toEqual([])
  })

  it('is waited for with production, with shipment, or not at all', () => {
    expect(waitsWith({ reason: 'drawing', state: 'requested' }, 'in_review')).toBe('production')
    expect(waitsWith({ reason: 'customs', state: 'declined' }, 'in_production')).toBe('shipment')
    expect(waitsWith({ reason: 'customs', state: 'requested' }, 'shipped')).toBeNull()
    expect(waitsWith({ reason: 'drawing', state: 'paid' }, 'in_review')).toBeNull()
  })

  it('ends once, and only staff withdraw what was declined or has expired', () => {
    const moves = additionalCostStates.map((from) => [
      from,
      additionalCostStates.filter((to) => canMoveAdditionalCost(from, to)),
    ])
    expect(Object.fromEntries(moves)).toEqual({
      requested: ['paid', 'declined', 'withdrawn', 'expired'],
      paid: [],
      declined: ['withdrawn'],
      withdrawn: [],
      expired: ['withdrawn'],
    })
  })
})
