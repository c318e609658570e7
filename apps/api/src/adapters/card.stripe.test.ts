import { randomUUID } from 'node:crypto'
import { noSwitches } from '@cotation/card-simulator'
import { paymentStanding } from '@cotation/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payOnPage, startCardProvider, type TestCardProvider } from '#test/servers/card-provider.ts'
import { startWebhookReceiver, type TestWebhookReceiver } from '#test/servers/webhook-receiver.ts'
import { until } from '#test/until.ts'
import { createStripeCards } from './card.stripe.ts'
import { type BeginCard, type CardEvent, type CardGateway, CardProviderError, type CardSession } from './card.ts'

const now = new Date('2026-03-02T09:00:00Z')
let provider: TestCardProvider
let hook: TestWebhookReceiver
let cards: CardGateway

beforeAll(async () => {
  provider = await startCardProvider({ clock: () => now })
  hook = await startWebhookReceiver()
  provider.webhookUrl = hook.url
  cards = gateway()
})

afterAll(async () => {
  await provider.close()
  await hook.close()
})

beforeEach(async () => {
  hook.received = []
  hook.status = 200
  await provider.control({ switches: { ...noSwitches, settleSeconds: 3600 } })
})

const gateway = (options: { timeoutMs?: number; retries?: number } = {}) =>
  createStripeCards({ ...provider.secrets, api: () => new URL(provider.url), clock: () => now, ...options })

const aRequest = (changes: Partial<BeginCard> = {}): BeginCard => ({
  intentId: randomUUID(),
  amountMinor: 123_45,
  description: 'C-10001',
  successUrl: 'http://localhost:8080/manufacture/checkout/success?order=1',
  cancelUrl: 'http://localhost:8080/manufacture/checkout/payment?order=1&cancelled=1',
  expiresAt: new Date(now.getTime() + 24 * 3600 * 1000),
  language: 'fr',
  ...changes,
})

async function aPaid(amountMinor = 123_45): Promise<CardSession & { intentId: string; paymentId: string }> {
  const request = aRequest({ amountMinor })
  const session = await cards.begin(request)
  await payOnPage(provider.url, session.url, 'accepted')
  const [captured] = await cards.fetch(session.sessionId)
  return { ...session, intentId: request.intentId, paymentId: captured?.id.replace('captured:', '') ?? '' }
}

/** What a query says about a session, except the card, which webhooks do not name. */
const fetchFacts = async (sessionId: string): Promise<CardEvent[]> =>
  (await cards.fetch(sessionId)).map(({ cardFingerprint: _card, ...fact }) => fact)

/** The facts in all webhooks so far, parsed as the product does. */
const webhookFacts = (): CardEvent[] =>
  hook.received.flatMap(({ raw, signature }) => cards.parseWebhook(raw, signature))
const untilReceived = (count: number) =>
  until(async () => (hook.received.length >= count ? webhookFacts() : undefined), `${count} webhooks`)

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe('a card payment', () => {
  it('has one page if it is started twice (PAY-2)', async () => {
    const request = aRequest()
    const first = await cards.begin(request)
    expect(first.url).toContain(first.sessionId)
    expect(await cards.begin(request)).toEqual(first)
    expect(await Promise.all([cards.begin(request), cards.begin(request)])).toEqual([first, first])
  })

  it('has the same page if it is started again in another language', async () => {
    const request = aRequest({ language: 'fr' })
    const first = await cards.begin(request)
    expect(await cards.begin({ ...request, language: 'en' })).toEqual(first)
  })

  it('is refused permanently if it is started again with another amount', async () => {
    const request = aRequest()
    await cards.begin(request)
    const error = await refusal(cards.begin({ ...request, amountMinor: 1_00 }))
    expect(error).toBeInstanceOf(CardProviderError)
    expect(error).toMatchObject({ temporary: false })
  })

  it('has no facts until it is captured, even after a declined card', async () => {
    const request = aRequest()
    const session = await cards.begin(request)

    expect(await cards.fetch(session.sessionId)).toEqual([])
    expect(await payOnPage(provider.url, session.url, 'declined')).toContain('declined')
    expect(await cards.fetch(session.sessionId)).toEqual([])
    expect(await payOnPage(provider.url, session.url, 'accepted')).toBe(request.successUrl)

    const captured = {
      id: expect.stringMatching(/^captured:pi_/),
      type: 'captured',
      amountMinor: 123_45,
      currency: 'USD',
      intentId: request.intentId,
      sessionId: session.sessionId,
    }
    const fetched = await fetchFacts(session.sessionId)

    expect(fetched).toEqual([captured])
    expect(await untilReceived(1)).toEqual(fetched)
  })

  it('names its card, the same for every payment with it', async () => {
    await provider.control({ switches: { fingerprint: 'Xt5EWLLDS7FJjR1c' } })
    const paid = [await aPaid(), await aPaid()]
    for (const { sessionId } of paid)
      expect(await cards.fetch(sessionId)).toMatchObject([{ cardFingerprint: 'Xt5EWLLDS7FJjR1c' }])

    // Their webhooks must not arrive during the next test.
    await untilReceived(2)
  })

  it.each([
    ['pending-accepted', 'captured', 123_45],
    ['pending-failed', 'failed', 0],
  ] as const)('is processing with the card %s, then %s', async (card, outcome, amountMinor) => {
    const { intentId, ...request } = aRequest()
    const session = await cards.begin({ intentId, ...request })
    await payOnPage(provider.url, session.url, card)

    const { sessionId } = session
    const about = { currency: 'USD', intentId, sessionId }
    const pending = [{ id: `processing:${sessionId}`, type: 'processing', amountMinor: 0, ...about }]

    expect(await cards.fetch(session.sessionId)).toEqual(pending)
    expect(await untilReceived(1)).toEqual(pending)

    await provider.control({ settle: true })

    const fetched = await fetchFacts(session.sessionId)
    expect(fetched).toEqual([{ id: expect.stringMatching(`^${outcome}:pi_`), type: outcome, amountMinor, ...about }])
    expect(await untilReceived(2)).toEqual([...pending, ...fetched])
  })

  it('settles automatically after a while', async () => {
    await provider.control({ switches: { settleSeconds: 0 } })
    const session = await cards.begin(aRequest())
    await payOnPage(provider.url, session.url, 'pending-accepted')
    const facts = await untilReceived(2)
    expect(facts.map(({ type }) => type)).toEqual(['processing', 'captured'])
  })

  it('can be expired once and cannot be paid afterwards', async () => {
    const { intentId, ...request } = aRequest()
    const session = await cards.begin({ intentId, ...request })
    const { sessionId } = session
    const expired = [
      { id: `expired:${sessionId}`, type: 'expired', amountMinor: 0, currency: 'USD', intentId, sessionId },
    ]

    expect(await cards.expire(session.sessionId)).toEqual(expired)
    expect(await cards.expire(session.sessionId)).toEqual(expired)

    await payOnPage(provider.url, session.url, 'accepted')
    expect(await cards.fetch(session.sessionId)).toEqual(expired)
    expect(await untilReceived(1)).toEqual(expired)
  })

  it('stays paid if it is expired a moment later', async () => {
    const { sessionId } = await aPaid()
    expect(await cards.expire(sessionId)).toMatchObject([{ type: 'captured', amountMinor: 123_45 }])

    // Its webhook must not arrive during the next test.
    await untilReceived(1)
  })

  it('expires at the provider if it is unpaid', async () => {
    let time = now
    const late = await startCardProvider({ clock: () => time })
    late.webhookUrl = hook.url

    const { secrets } = late
    const lateCards = createStripeCards({ ...secrets, api: () => new URL(late.url), clock: () => time })
    const session = await lateCards.begin(aRequest())

    time = new Date(now.getTime() + 24 * 3600 * 1000)

    const { raw, signature } = await until(async () => hook.received[0], 'the webhook')
    expect(lateCards.parseWebhook(raw, signature)).toMatchObject([{ id: `expired:${session.sessionId}` }])
    expect(await lateCards.fetch(session.sessionId)).toMatchObject([{ type: 'expired' }])

    await late.close()
  })

  it('fails permanently for an unknown session', async () => {
    expect(await refusal(cards.fetch('cs_test_unknown'))).toMatchObject({ name: 'CardProviderError', temporary: false })
  })
})

describe('a card refund', () => {
  it('can be partial, is idempotent, and never exceeds the payment (PAY-9)', async () => {
    const { sessionId, intentId, paymentId } = await aPaid(100_00)
    const first = { refundId: randomUUID(), sessionId, amountMinor: 30_00 }
    const facts = await cards.refund(first)

    expect(facts).toEqual([
      {
        id: expect.stringMatching(/^refunded:re_/),
        type: 'refunded',
        amountMinor: 30_00,
        currency: 'USD',
        intentId,
        refundId: first.refundId,
        captureId: `captured:${paymentId}`,
      },
    ])
    expect(await cards.refund(first)).toEqual(facts)
    expect(await Promise.all([cards.refund(first), cards.refund(first)])).toEqual([facts, facts])

    const tooMuch = { refundId: randomUUID(), sessionId, amountMinor: 70_01 }
    expect(await refusal(cards.refund(tooMuch))).toMatchObject({ name: 'CardProviderError', temporary: false })

    const rest = await cards.refund({ refundId: randomUUID(), sessionId, amountMinor: 70_00 })
    const fetched = await fetchFacts(sessionId)

    expect(paymentStanding(fetched)).toEqual({ state: 'refunded', capturedMinor: 100_00, refundedMinor: 100_00 })

    const byWebhook = await untilReceived(3)
    const byId = (facts: CardEvent[]) => [...facts].sort((a, b) => a.id.localeCompare(b.id))

    expect(byId(byWebhook)).toEqual(byId(fetched))
    expect(fetched).toEqual(expect.arrayContaining([...facts, ...rest]))
  })

  it('counts only once the provider has executed it', async () => {
    await provider.control({ switches: { slowRefunds: true } })

    const { sessionId } = await aPaid()
    const refund = { refundId: randomUUID(), sessionId, amountMinor: 5_00 }

    expect(await cards.refund(refund)).toEqual([])
    expect((await cards.fetch(sessionId)).map(({ type }) => type)).toEqual(['captured'])

    await provider.control({ settle: true })

    const done = await cards.refund(refund)
    expect(done).toMatchObject([{ type: 'refunded', amountMinor: 5_00 }])

    const facts = await untilReceived(3)
    expect(facts.filter(({ type }) => type === 'refunded')).toEqual(done)
  })

  it('is refused for an unpaid session', async () => {
    const { sessionId } = await cards.begin(aRequest())
    const refund = { refundId: randomUUID(), sessionId, amountMinor: 1 }
    expect(await refusal(cards.refund(refund))).toMatchObject({ name: 'CardProviderError', temporary: false })
  })
})

describe('a card dispute', () => {
  it('is matched by its capture, from webhooks and queries', async () => {
    const { sessionId, intentId, paymentId } = await aPaid()
    await provider.control({ dispute: paymentId })
    await provider.control({ closeDispute: paymentId })

    const facts = await untilReceived(3)
    const captureId = `captured:${paymentId}`

    expect(facts.slice(1).map(({ id }) => id.replace(/:.*/, ''))).toEqual(
      expect.arrayContaining(['disputed', 'dispute_closed']),
    )

    for (const fact of facts.slice(1)) expect(fact).toMatchObject({ captureId, intentId: null })

    const fetched = await fetchFacts(sessionId)
    expect(new Set(fetched.map(({ id }) => id))).toEqual(new Set(facts.map(({ id }) => id)))
    expect(fetched.every((fact) => fact.intentId === intentId)).toBe(true)
    expect(paymentStanding(fetched).state).toBe('captured')
  })

  it('refunds the money once if it is lost', async () => {
    const { sessionId, paymentId } = await aPaid()
    await provider.control({ dispute: paymentId })
    await provider.control({ loseDispute: paymentId })
    const facts = await untilReceived(3)
    expect(facts.at(-1)).toMatchObject({ type: 'refunded', why: 'dispute-lost', captureId: `captured:${paymentId}` })
    const standing = paymentStanding([...facts, ...(await cards.fetch(sessionId))])
    expect(standing).toMatchObject({ state: 'refunded', refundedMinor: standing.capturedMinor })
  })
})
