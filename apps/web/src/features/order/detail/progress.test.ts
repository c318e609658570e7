import type { OrderEventView } from '@cotation/contracts'
import type { OrderStatus } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { progressSteps, shownChanges } from './progress.tsx'

const placedAt = '2026-11-14T12:00:00.000Z'
const event = (to: OrderStatus, at: string): OrderEventView => ({ at, from: null, to, by: 'system', reason: '' })
const stepsOf = (status: OrderStatus, timeline: OrderEventView[] = []) => progressSteps({ status, placedAt, timeline })
const short = (status: OrderStatus, timeline?: OrderEventView[]) =>
  stepsOf(status, timeline).map(({ name, state }) => `${name} ${state}`)

describe('the steps of an order', () => {
  it('shows payment as the current step of an unpaid order', () => {
    expect(short('awaiting_payment').slice(0, 3)).toEqual(['placed done', 'awaiting_payment current', 'in_review left'])
    expect(short('payment_pending')[1]).toBe('payment_pending current')
  })

  it('marks earlier steps as done and later ones as left', () => {
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

  it('returns to production after a failed inspection, dated by the latest start', () => {
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

  it('shows only past steps of a cancelled or refunded order', () => {
    const events = [event('paid', placedAt), event('cancelled', placedAt), event('refunded', placedAt)]
    expect(short('refunded', events)).toEqual(['placed done', 'paid done', 'cancelled done', 'refunded done'])
    expect(short('cancelled', [event('cancelled', placedAt)])).toEqual(['placed done', 'cancelled done'])
  })
})

describe('the history of an order', () => {
  const change = (from: OrderStatus, to: OrderStatus, at: string, by: OrderEventView['by']): OrderEventView => ({
    at,
    from,
    to,
    by,
    reason: '',
  })
  const placed = event('payment_pending', placedAt)
  const ended = change('payment_pending', 'awaiting_payment', '2026-11-15T12:00:00.000Z', 'system')

  it('shows the cancellation of an order that waits for a transfer as one step', () => {
    const cancelled = change('awaiting_payment', 'cancelled', '2026-11-15T12:00:00.040Z', 'customer')
    expect(shownChanges([placed, ended, cancelled])).toEqual([placed, { ...cancelled, from: 'payment_pending' }])
  })

  it('shows an order that is placed with a transfer as one step', () => {
    const first = event('awaiting_payment', placedAt)
    const waiting = change('awaiting_payment', 'payment_pending', placedAt, 'system')
    expect(shownChanges([first, waiting])).toEqual([first])

    const later = change('awaiting_payment', 'payment_pending', '2026-11-15T12:00:00.000Z', 'system')
    expect(shownChanges([first, later])).toEqual([first, later])
  })

  it('keeps the end of a transfer that was not a part of the cancellation', () => {
    const cancelled = change('awaiting_payment', 'cancelled', '2026-11-16T12:00:00.000Z', 'customer')
    const timeline = [placed, ended, cancelled]
    expect(shownChanges(timeline)).toEqual(timeline)
    expect(shownChanges([placed, ended])).toEqual([placed, ended])
  })
})
