import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isOpenPayment,
  isPendingPayment,
  openPaymentStates,
  type PaymentEvent,
  type PaymentEventType,
  paymentEventTypes,
  paymentStanding,
  paymentStates,
} from './payment-state.ts'

let ids = 0

function event(type: PaymentEventType, amountMinor = 0): PaymentEvent {
  ids++
  return { id: `fact ${ids}`, type, amountMinor }
}

const captured = (amountMinor = 100) => event('captured', amountMinor)
const refunded = (amountMinor = 100) => event('refunded', amountMinor)
const stateOf = (...events: PaymentEvent[]) => paymentStanding(events).state

const anEvent = fc.record({
  id: fc.integer({ min: 0, max: 15 }).map(String),
  type: fc.constantFrom(...paymentEventTypes),
  amountMinor: fc.integer({ min: 0, max: 100_000_000_00 }),
})

/** An id names one fact: two messages with the same id tell the same. */
const facts = fc.uniqueArray(anEvent, { selector: ({ id }) => id, maxLength: 12 })

const factsAndTelling = facts.chain((known) =>
  fc.record({
    known: fc.constant(known),
    told: known.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...known), { maxLength: 40 }),
    order: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
  }),
)

describe('the state of a payment', () => {
  it('is the same in whatever order and however often its facts are told (PAY-3)', () => {
    fc.assert(
      fc.property(factsAndTelling, ({ known, told, order }) => {
        const shuffled = [...known, ...told]
          .map((one, index) => ({ one, key: order[index] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => ({ ...one }))
        expect(paymentStanding(shuffled)).toEqual(paymentStanding(known))
      }),
    )
  })

  it('counts every capture and refund once', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const sum = (type: PaymentEventType) =>
          known.filter((one) => one.type === type).reduce((total, one) => total + one.amountMinor, 0)
        const { capturedMinor, refundedMinor } = paymentStanding([...known, ...known])
        expect({ capturedMinor, refundedMinor }).toEqual({
          capturedMinor: sum('captured'),
          refundedMinor: sum('refunded'),
        })
      }),
    )
  })

  it('is open no more once money came, unless a person has to look', () => {
    fc.assert(
      fc.property(facts, (known) => {
        const { state } = paymentStanding([...known, captured()])
        expect(isOpenPayment(state)).toBe(state === 'held')
      }),
    )
  })

  it.each([
    ['created', []],
    ['requires_action', [event('requires_action')]],
    ['awaiting_funds', [event('awaiting_funds')]],
    ['processing', [event('processing'), event('requires_action')]],
    ['processing', [event('processing'), event('awaiting_funds')]],
    ['authorized', [event('authorized'), event('processing')]],
    ['captured', [captured(), event('processing')]],
    ['captured', [event('expired'), captured()]],
    ['captured', [captured(), event('failed'), event('voided')]],
    ['partially_refunded', [captured(100), refunded(99)]],
    ['refunded', [captured(100), refunded(60), refunded(40)]],
    ['refunded', [refunded(100), captured(100)]],
    ['failed', [event('failed'), event('expired'), event('processing')]],
    ['voided', [event('expired'), event('voided')]],
    ['expired', [event('requires_action'), event('expired')]],
    ['disputed', [captured(), event('disputed')]],
    ['captured', [captured(), event('disputed'), event('dispute_closed')]],
    ['held', [event('held'), event('awaiting_funds')]],
    ['held', [captured(), event('held')]],
    ['held', [event('held'), event('held'), event('released')]],
    ['captured', [event('held'), event('released'), captured()]],
    ['awaiting_funds', [event('awaiting_funds'), event('held'), event('released')]],
    ['disputed', [captured(), event('held'), event('disputed')]],
  ] as const)('is %s after its facts (quality, Payments)', (state, events) => {
    expect(stateOf(...events)).toBe(state)
  })

  it('without a capture counts no refund as its end', () => {
    expect(paymentStanding([refunded(100), event('requires_action')])).toEqual({
      state: 'requires_action',
      capturedMinor: 0,
      refundedMinor: 100,
    })
  })
})

describe('payments whose end is not known (PAY-5)', () => {
  it('are open, and pending once the payer is done', () => {
    expect(paymentStates.filter(isOpenPayment)).toEqual(openPaymentStates)
    expect(paymentStates.filter(isPendingPayment)).toEqual(['awaiting_funds', 'processing', 'authorized', 'held'])
  })
})
