import type { OrderEventView } from '@cotation/contracts'
import type { OrderStatus } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { lifeSteps } from './life-steps.ts'

const placedAt = '2026-11-14T12:00:00.000Z'
const event = (to: OrderStatus, at: string): OrderEventView => ({ at, from: null, to, by: 'system', reason: '' })
const stepsOf = (status: OrderStatus, timeline: OrderEventView[] = []) => lifeSteps({ status, placedAt, timeline })
const short = (status: OrderStatus, timeline?: OrderEventView[]) =>
  stepsOf(status, timeline).map(({ name, state }) => `${name} ${state}`)

describe('the steps of an order', () => {
  it('an unpaid order is placed and stands at its payment', () => {
    expect(short('awaiting_payment').slice(0, 3)).toEqual(['placed done', 'awaiting_payment current', 'in_review left'])
    expect(short('payment_pending')[1]).toBe('payment_pending current')
  })

  it('has done what is behind it and has left what is before it', () => {
    expect(short('quality_check')).toEqual([
      'placed done',
      'paid done',
      'in_review done',
      'in_production done',
      'quality_check current',
      'shipped left',
      'delivered left',
      'completed left',
    ])
    expect(short('completed').every((step) => step.endsWith('done'))).toBe(true)
  })

  it('a failed inspection sends it back, and the step has the day of its last beginning', () => {
    const steps = stepsOf('in_production', [
      event('in_production', '2026-11-16T08:00:00.000Z'),
      event('quality_check', '2026-11-17T08:00:00.000Z'),
      event('in_production', '2026-11-18T08:00:00.000Z'),
    ])

    expect(steps.find(({ state }) => state === 'current')).toEqual({
      name: 'in_production',
      state: 'current',
      at: '2026-11-18T08:00:00.000Z',
    })
    expect(steps.find(({ name }) => name === 'quality_check')).toMatchObject({ state: 'left', at: null })
  })

  it('one that was ended shows what it has been, and nothing to come', () => {
    const events = [event('paid', placedAt), event('cancelled', placedAt), event('refunded', placedAt)]
    expect(short('refunded', events)).toEqual(['placed done', 'paid done', 'cancelled done', 'refunded done'])
    expect(short('cancelled', [event('cancelled', placedAt)])).toEqual(['placed done', 'cancelled done'])
  })
})
