import { randomUUID } from 'node:crypto'
import { noSwitches } from '@cotation/card-simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Db, openDatabase } from '#db/database.ts'
import { payOnPage, startCardProvider, type TestCardProvider } from '#test/servers/card-provider.ts'
import { startWebhookReceiver, type TestWebhookReceiver } from '#test/servers/webhook-receiver.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { until } from '#test/until.ts'
import { createStripeCards } from './card.stripe.ts'
import type { BeginCard, CardGateway } from './card.ts'

const now = new Date('2026-03-02T09:00:00Z')
let database: string
let db: Db
let provider: TestCardProvider
let hook: TestWebhookReceiver

beforeAll(async () => {
  database = await copyDatabase()
  db = openDatabase(database)
  provider = await startCardProvider({ clock: () => now, database })
  hook = await startWebhookReceiver()
  provider.webhookUrl = hook.url
})

afterAll(async () => {
  await provider.close()
  await hook.close()
  await db.destroy()
})

beforeEach(async () => {
  hook.received = []
  hook.status = 200
  await provider.control({ switches: noSwitches })
})

const cards = (options: { retries?: number; secretKey?: string; timeoutMs?: number } = {}): CardGateway =>
  createStripeCards({
    ...provider.secrets,
    api: () => new URL(provider.url),
    clock: () => now,
    timeoutMs: 60_000,
    retries: 0,
    ...options,
  })

/** Gives a hanging provider up soon. Only for calls that must fail: a busy machine is slow too. */
const impatientCards = () => cards({ timeoutMs: 300 })

const aRequest = (): BeginCard => ({
  intentId: randomUUID(),
  amountMinor: 50_00,
  description: 'C-10001',
  successUrl: 'http://localhost/success',
  cancelUrl: 'http://localhost/cancel',
  expiresAt: new Date(now.getTime() + 24 * 3600 * 1000),
  language: 'en',
})

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

async function countOf(kind: string, word: string): Promise<number> {
  const rows = await db.selectFrom('simulator_object').select('data').where('kind', '=', kind).execute()
  return rows.filter(({ data }) => JSON.stringify(data).includes(word)).length
}

const troubles = ['hang', 'too-many', 'fault', 'down'] as const

describe.each(troubles)('a card provider with the trouble %s', (trouble) => {
  it('gives a temporary error, and the retry creates one page (PAY-6)', async () => {
    const request = aRequest()
    await provider.control({ switches: { trouble } })
    expect(await refusal(impatientCards().begin(request))).toMatchObject({ name: 'CardProviderError', temporary: true })
    await provider.control({ switches: { trouble: 'none' } })
    const session = await cards().begin(request)
    expect(await countOf('session', request.intentId)).toBe(1)
    expect(await cards().fetch(session.sessionId)).toEqual([])
  })

  it('creates one refund despite the retry', async () => {
    const { sessionId, url } = await cards().begin(aRequest())
    await payOnPage(provider.url, url, 'accepted')

    const refund = { refundId: randomUUID(), sessionId, amountMinor: 20_00 }
    await provider.control({ switches: { trouble } })

    expect(await refusal(impatientCards().refund(refund))).toMatchObject({ temporary: true })

    await provider.control({ switches: { trouble: 'none' } })
    expect(await cards().refund(refund)).toMatchObject([{ amountMinor: 20_00 }])
    expect(await countOf('refund', refund.refundId)).toBe(1)
  })
})

describe('the Stripe adapter', () => {
  it.each(['hang', 'fault', 'down'] as const)('hides the trouble of a single request (%s)', async (trouble) => {
    const request = aRequest()
    await provider.control({ switches: { trouble, troubleCount: 1 } })
    const { sessionId } = await cards({ retries: 1, timeoutMs: 3_000 }).begin(request)
    expect(sessionId).toMatch(/^cs_test_/)
    expect(await countOf('session', request.intentId)).toBe(1)
  })

  it('finds a refund whose answer was lost after the provider forgot its key', async () => {
    const { sessionId, url } = await cards().begin(aRequest())
    await payOnPage(provider.url, url, 'accepted')
    const refund = { refundId: randomUUID(), sessionId, amountMinor: 20_00 }
    const facts = await cards().refund(refund)
    await db.deleteFrom('simulator_answer').execute()
    expect(await cards().refund(refund)).toEqual(facts)
    expect(await countOf('refund', refund.refundId)).toBe(1)
  })

  it('reports a wrong key as temporary', async () => {
    const error = await refusal(cards({ secretKey: 'sk_test_wrong' }).begin(aRequest()))
    expect(error).toMatchObject({ name: 'CardProviderError', temporary: true })
  })

  it('throws errors without keys, URLs or request data', async () => {
    await provider.control({ switches: { trouble: 'fault' } })
    const request = aRequest()
    const error = (await refusal(cards().begin(request))) as Error
    const words = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(words).not.toContain(provider.secrets.secretKey)
    expect(words).not.toContain(request.intentId)
  })
})

describe('webhooks of a faulty provider', () => {
  async function pay(): Promise<void> {
    const { url } = await cards().begin(aRequest())
    await payOnPage(provider.url, url, 'accepted')
  }
  const idsOf = () => hook.received.map(({ raw }) => (JSON.parse(raw.toString()) as { id: string }).id)

  it('are sent again until they are accepted', async () => {
    hook.status = 500
    await pay()
    await until(async () => (hook.received.length >= 2 ? true : undefined), 'a second try')
    hook.status = 200

    const taken = hook.received.length
    await until(async () => ((await countOf('delivery', 'evt_')) === 0 ? true : undefined), 'the end')

    expect(hook.received).toHaveLength(taken + 1)
    expect(new Set(idsOf()).size).toBe(1)
  })

  it('may come several times with the same bytes', async () => {
    await provider.control({ switches: { duplicates: 4 } })
    await pay()
    await until(async () => (hook.received.length === 5 ? true : undefined), 'five')
    expect(new Set(hook.received.map(({ raw }) => raw.toString())).size).toBe(1)
  })

  it('may come late and out of sequence', async () => {
    await provider.control({ switches: { delaySeconds: 0.4, disorder: true } })
    const session = await cards().begin(aRequest())
    await payOnPage(provider.url, session.url, 'pending-accepted')
    await provider.control({ settle: true })
    await until(async () => (hook.received.length === 2 ? true : undefined), 'both')
    const types = hook.received.map(({ raw }) => (JSON.parse(raw.toString()) as { type: string }).type)
    expect(types).toEqual(['checkout.session.async_payment_succeeded', 'checkout.session.completed'])
  })

  it('may be lost; a query finds the same facts', async () => {
    await provider.control({ switches: { loss: true } })
    const { sessionId, url } = await cards().begin(aRequest())
    await payOnPage(provider.url, url, 'accepted')
    expect(await cards().fetch(sessionId)).toMatchObject([{ type: 'captured', amountMinor: 50_00 }])
    expect(await countOf('delivery', sessionId)).toBe(0)
    expect(hook.received).toEqual([])
  })

  it('report the amount and currency that were charged, as a query does (PAY-4)', async () => {
    await provider.control({ switches: { amountOff: -1, currency: 'eur' } })
    const { sessionId, url } = await cards().begin(aRequest())
    await payOnPage(provider.url, url, 'accepted')
    const { raw, signature } = await until(async () => hook.received[0], 'the webhook')
    const facts = cards().parseWebhook(raw, signature)
    expect(facts).toMatchObject([{ type: 'captured', amountMinor: 49_99, currency: 'EUR' }])
    expect(await cards().fetch(sessionId)).toMatchObject(facts)
  })
})
