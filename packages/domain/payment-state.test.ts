import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isOpenPayment,
  isPendingPayment,
  isUnpaidPayment,
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

/** Unique by id, because two messages with the same id carry the same fact. */
const facts = fc.uniqueArray(anEvent, { selector: ({ id }) => id, maxLength: 12 })

const factsAndDeliveries = facts.chain((known) =>
  fc.record({
    known: fc.constant(known),
    repeated: known.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...known), { maxLength: 40 }),
    sortKeys: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
  }),
)

describe('the state of a payment', () => {
  it('does not depend on the sequence or repetition of its events (PAY-3)', () => {
    fc.assert(
      fc.property(factsAndDeliveries, ({ known, repeated, sortKeys }) => {
        const shuffled = [...known, ...repeated]
          .map((one, index) => ({ one, key: sortKeys[index] ?? 0 }))
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

  it('is no longer open after a capture, unless it is held for review', () => {
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
  ] as const)('becomes %s after its events (quality, Payments)', (state, events) => {
    expect(stateOf(...events)).toBe(state)
  })

  it('is not refunded without a capture', () => {
    expect(paymentStanding([refunded(100), event('requires_action')])).toEqual({
      state: 'requires_action',
      capturedMinor: 0,
      refundedMinor: 100,
    })
  })
})

describe('payments without a final state (PAY-5)', () => {
  it('lists the open states, and the pending ones that need nothing from the payer', () => {
    expect(paymentStates.filter(isOpenPayment)).toEqual(openPaymentStates)
    expect(paymentStates.filter(isPendingPayment)).toEqual(['awaiting_funds', 'processing', 'authorized', 'held'])
    expect(paymentStates.filter(isUnpaidPayment)).toEqual(['created', 'requires_action', 'awaiting_funds'])
  })
})
