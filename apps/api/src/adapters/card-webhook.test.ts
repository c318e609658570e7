import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createStripeCards } from './card.stripe.ts'
import { CardWebhookError } from './card.ts'

const now = new Date('2026-03-02T09:00:00Z')
const seconds = now.getTime() / 1000
const webhookSecret = 'whsec_own'
const cards = createStripeCards({ secretKey: 'sk_test_own', webhookSecret, api: () => null, clock: () => now })
const intentId = randomUUID()

const message = (changes: { type?: string; livemode?: boolean; object?: object } = {}) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    livemode: changes.livemode ?? false,
    type: changes.type ?? 'checkout.session.completed',
    data: {
      object: {
        id: 'cs_1',
        object: 'checkout.session',
        amount_total: 500,
        currency: 'usd',
        metadata: { intentId },
        payment_intent: 'pi_1',
        payment_status: 'paid',
        status: 'complete',
        ...changes.object,
      },
    },
  })

const mac = (text: string, at: number, secret = webhookSecret) =>
  createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
const signed = (text: string, at = seconds, secret = webhookSecret) => `t=${at},v1=${mac(text, at, secret)}`
const parse = (text: string, signature: string | undefined) => cards.parseWebhook(Buffer.from(text), signature)

describe('a webhook signature (PAY-4)', () => {
  it.each([-300, -1, 0, 1, 300])('is accepted %i seconds from now', (away) => {
    const at = seconds + away
    expect(parse(message(), signed(message(), at))).toEqual([
      { id: 'captured:pi_1', type: 'captured', amountMinor: 500, currency: 'USD', intentId, sessionId: 'cs_1' },
    ])
  })

  it('is accepted beside one of another scheme or of a replaced key', () => {
    const text = message()
    const other = mac(text, seconds, 'whsec_old')
    expect(parse(text, `t=${seconds},v1=${other},v1=${mac(text, seconds)},v0=${other}`)).toHaveLength(1)
  })

  const text = message()
  const good = mac(text, seconds)
  it.each([
    ['missing', text, undefined],
    ['empty', text, ''],
    ['without a time', text, `v1=${good}`],
    ['without a signature', text, `t=${seconds}`],
    ['of another secret', text, signed(text, seconds, 'whsec_other')],
    ['of another scheme alone', text, `t=${seconds},v0=${good}`],
    ['cut short', text, signed(text).slice(0, -1)],
    ['with another time than was signed', text, `t=${seconds + 1},v1=${good}`],
    ['with two times', text, `t=${seconds + 9},t=${seconds},v1=${good}`],
    ['with a time that is a number and more', text, `t=${seconds}x,v1=${good}`],
    ['301 seconds old', text, signed(text, seconds - 301)],
    ['301 seconds in the future', text, signed(text, seconds + 301)],
    ['ten years in the future', text, signed(text, seconds + 315_360_000)],
    ['over other bytes', text.replace('500', '501'), signed(text)],
    ['over bytes with a space more', `${text} `, signed(text)],
    ['over nothing', '', signed('')],
    ['over what is no JSON', '{', signed('{')],
  ])('%s is refused', (_case, body, signature) => {
    expect(() => parse(body, signature)).toThrow(CardWebhookError)
  })

  it('is refused without quoting the message', () => {
    try {
      parse(message(), signed(message(), seconds, 'whsec_other'))
    } catch (error) {
      expect(`${error} ${JSON.stringify(error)}`).not.toContain(intentId)
    }
    expect.assertions(1)
  })
})

describe('a valid message of another installation', () => {
  it.each([
    ['of live mode', message({ livemode: true })],
    ['of a shop that marks nothing', message({ object: { metadata: {} } })],
    ['of a shop with no metadata at all', message({ object: { metadata: null } })],
    ['of a shop that marks otherwise', message({ object: { metadata: { intentId: '12' } } })],
  ])('%s has no intent', (_case, text) => {
    expect(parse(text, signed(text))).toMatchObject([{ id: 'captured:pi_1', intentId: null }])
  })

  it.each(['payment_intent.payment_failed', 'charge.failed', 'customer.created', 'payment_intent.succeeded'])(
    '%s tells no fact',
    (type) => {
      const text = message({ type })
      expect(parse(text, signed(text))).toEqual([])
    },
  )
})

describe('a refund in a webhook', () => {
  const refund = { id: 're_1', object: 'refund', amount: 200, currency: 'usd', payment_intent: 'pi_1' }
  const factsOf = (type: string, object: object) => {
    const text = message({ type, object })
    return parse(text, signed(text))
  }

  it('counts once it has succeeded', () => {
    expect(factsOf('refund.created', { ...refund, status: 'pending' })).toEqual([])
    expect(factsOf('refund.updated', { ...refund, status: 'failed' })).toEqual([])
    expect(factsOf('refund.updated', { ...refund, status: 'succeeded' })).toMatchObject([
      { id: 'refunded:re_1', amountMinor: 200, intentId, captureId: 'captured:pi_1' },
    ])
  })

  it("is matched by its capture if it was made on the provider's site", () => {
    expect(factsOf('refund.created', { ...refund, status: 'succeeded', metadata: {} })).toMatchObject([
      { id: 'refunded:re_1', intentId: null, captureId: 'captured:pi_1' },
    ])
  })

  it('is the same fact in a message about its charge', () => {
    const charge = { id: 'ch_1', object: 'charge', refunds: { data: [{ ...refund, status: 'succeeded' }] } }
    expect(factsOf('charge.refunded', charge)).toMatchObject([{ id: 'refunded:re_1', amountMinor: 200, intentId }])
    expect(factsOf('charge.refunded', { ...charge, refunds: null })).toEqual([])
  })
})
