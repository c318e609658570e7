import { describe, expect, it } from 'vitest'
import {
  canMoveClaim,
  claimDeadline,
  claimStates,
  claimTransitions,
  isAnodized,
  isOpenClaim,
  refabrication,
  shownClaimState,
} from './after-sale.ts'
import type { Configuration } from './configuration/configuration.ts'
import type { OrderStatus } from './order-status.ts'

const anodized: Configuration = {
  materialId: 'al-6061-t6',
  colourId: 'natural',
  toleranceId: 'standard',
  quantity: 10,
  lead: 'standard',
  services: [
    { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 },
    { id: 'sandblasting', option: 'fine' },
  ],
}

describe('the states of a claim', () => {
  it('leave no way back from an end', () => {
    for (const end of ['rejected', 'withdrawn', 'refunded', 'credited'] as const)
      expect(claimStates.filter((state) => canMoveClaim(end, state))).toEqual([])
  })

  it('are open as long as a transition is left', () => {
    for (const state of claimStates) expect(isOpenClaim(state)).toBe(claimTransitions[state].length > 0)
  })

  it('allow no rejection or question after the acceptance', () => {
    expect(canMoveClaim('accepted', 'rejected')).toBe(false)
    expect(canMoveClaim('accepted', 'question')).toBe(false)
    expect(canMoveClaim('accepted', 'refunded')).toBe(true)
  })

  it('are shown as made again once the after-sale order is delivered', () => {
    const shown = (status: OrderStatus) => shownClaimState({ state: 'accepted', reprint: { status } })
    expect(shownClaimState({ state: 'accepted', reprint: null })).toBe('accepted')
    expect([shown('paid'), shown('shipped'), shown('delivered')]).toEqual(['ordered', 'ordered', 'replaced'])
  })

  it('return to staff with the answer to a question only', () => {
    expect(claimStates.filter((state) => canMoveClaim(state, 'open'))).toEqual(['question'])
  })
})

describe('the deadline of a claim', () => {
  it('is 30 days after the last delivery', () => {
    expect(claimDeadline(new Date('2026-03-10T08:00:00Z'))).toEqual(new Date('2026-04-09T08:00:00Z'))
  })
})

describe('the configuration of a refabricated part', () => {
  it('has the anodizing quantity of the product (spec 5)', () => {
    const { quantity, services } = refabrication(anodized, 3)
    expect(quantity).toBe(3)
    expect(services).toEqual([
      { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 3 },
      { id: 'sandblasting', option: 'fine' },
    ])
    expect(isAnodized(anodized)).toBe(true)
    expect(isAnodized({ ...anodized, services: [] })).toBe(false)
  })
})
