import { createHmac, randomUUID } from 'node:crypto'
import { getSimulatorSecrets, type SimulatorSecrets } from '@cotation/card-simulator'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { severalVisitors, startApp } from '#test/app.ts'
import { aCustomer } from '#test/builders.ts'
import { aCardIntent } from '#test/orders/ledger.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
let secrets: SimulatorSecrets

beforeAll(async () => {
  secrets = await getSimulatorSecrets(app.deps.db, app.clock.now)
})

const now = () => Math.floor(app.clock.now.getTime() / 1000)
const signed = (payload: string, { at = now(), secret = secrets.webhookSecret } = {}) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`

const send = (payload: string | Buffer, signature: string | null, browser = app.browser()) =>
  browser.fetch('/gateway/webhook/card', {
    method: 'POST',
    body: typeof payload === 'string' ? payload : new Uint8Array(payload),
    headers: { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) },
  })

/** The events that the provider sends after a payment on its page. */
function paidMessage(
  intentId: string,
  change: { amount?: number; currency?: string; livemode?: boolean; payment?: string; session?: string } = {},
) {
  const { amount = 5000, currency = 'usd', livemode = false, payment = `pi_${randomUUID()}` } = change
  const { session = pageOf(intentId) } = change
  return JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode,
    created: now(),
    data: {
      object: {
        id: session,
        object: 'checkout.session',
        status: 'complete',
        payment_status: 'paid',
        payment_intent: payment,
        amount_total: amount,
        currency,
        metadata: { intentId },
      },
    },
  })
}

/** The page that we opened for a payment. */
const pageOf = (intentId: string) => `cs_${intentId}`

async function aPayment() {
  const payment = await aCardIntent(app.deps.db, (await aCustomer(app)).id)
  const { intentId } = payment
  await updateRows(app, 'payment_intent', { id: intentId }, { provider_session: pageOf(intentId) })
  return payment
}

async function stateOf({ intentId, orderId }: { intentId: string; orderId: string }) {
  const { state } = await rowOf(app, 'payment_intent', { id: intentId })

  const { status } = await rowOf(app, 'customer_order', { id: orderId })

  return { state, status }
}

const untouched = { state: 'requires_action', status: 'awaiting_payment' }

const events = async () =>
  Number(
    (
      await app.deps.db
        .selectFrom('payment_event')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('webhooks of the card provider', () => {
  it('counts a signed event once, however often it arrives (PAY-3)', async () => {
    const payment = await aPayment()
    const message = paidMessage(payment.intentId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(message, signed(message))))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await answers[0]?.json()).toEqual({ received: true })
    expect(await stateOf(payment)).toEqual({ state: 'captured', status: 'paid' })
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('ignores an event of another page than the one that we opened for the payment', async () => {
    const payment = await aPayment()
    const foreign = paidMessage(payment.intentId, { session: 'cs_other' })
    expect((await send(foreign, signed(foreign))).status).toBe(200)
    expect(await stateOf(payment)).toEqual(untouched)

    const own = paidMessage(payment.intentId)
    expect((await send(own, signed(own))).status).toBe(200)
    expect(await stateOf(payment)).toEqual({ state: 'captured', status: 'paid' })
  })

  it('refuses forged, altered, old, future and unsigned events without any effect (PAY-4)', async () => {
    const payment = await aPayment()
    const message = paidMessage(payment.intentId)
    const before = await events()
    const bad: [string, string | null][] = [
      [message, null],
      [message, ''],
      [message, 'nonsense'],
      [message, signed(message, { secret: 'whsec_another' })],
      [message, signed(message, { secret: '' })],
      [message, signed(message, { at: now() - 301 })],
      [message, signed(message, { at: now() + 301 })],
      [message, signed(message).replace(/^t=\d+/, `t=${now() - 1}`)],
      [message, signed(message).replace('v1=', 'v0=')],
      [message, `t=${now()},v1=${'0'.repeat(64)}`],
      [message.replace('5000', '5001'), signed(message)],
      [`${message} `, signed(message)],
      ['', signed(message)],
      ['{', signed('')],
    ]

    for (const [body, signature] of bad) {
      const answer = await send(body, signature)
      expect({ signature, status: answer.status, body: await answer.json() }).toMatchObject({
        status: 400,
        body: { code: 'WEBHOOK_INVALID' },
      })
    }

    expect(await events()).toBe(before)
    expect(await stateOf(payment)).toEqual(untouched)
  })

  it('refuses an event with any byte of it or character of its signature changed (PAY-4)', async () => {
    const payment = await aPayment()
    const message = paidMessage(payment.intentId)
    const good = signed(message)
    const before = await events()

    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: message.length - 1 }),
        fc.integer({ min: 1, max: 127 }),
        fc.boolean(),
        async (at, bits, inBody) => {
          const bytes = Buffer.from(message)
          bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at)
          const place = good.indexOf('v1=') + 3 + (at % 64)
          const digit = ((Number.parseInt(good[place] ?? '0', 16) + 1 + (bits % 15)) % 16).toString(16)
          const signature = good.slice(0, place) + digit + good.slice(place + 1)
          const answer = inBody ? await send(bytes, good) : await send(message, signature)
          expect(answer.status).toBe(400)
        },
      ),
      { numRuns: 150 },
    )

    expect(await events()).toBe(before)
    expect((await send(message, good)).status).toBe(200)
  })

  it('acknowledges and ignores events of another environment or an unknown payment (PAY-4)', async () => {
    const payment = await aPayment()
    const before = await events()

    for (const message of [
      paidMessage(payment.intentId, { livemode: true }),
      paidMessage(randomUUID()),
      paidMessage('of another shop'),
      JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.created', livemode: false, data: { object: {} } }),
    ])
      expect((await send(message, signed(message))).status).toBe(200)

    expect(await events()).toBe(before)
    expect(await stateOf(payment)).toEqual(untouched)
  })

  it.each([
    ['amount', { amount: 1 }],
    ['amount', { amount: 500_000 }],
    ['currency', { currency: 'eur' }],
  ])('holds a signed event with another %s for staff and does not pay the order (PAY-4)', async (_, change) => {
    const payment = await aPayment()
    const message = paidMessage(payment.intentId, change)
    expect((await send(message, signed(message))).status).toBe(200)
    expect(await stateOf(payment)).toEqual({ state: 'held', status: 'payment_pending' })
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('does not read a body that is too large', async () => {
    const message = paidMessage(randomUUID()) + ' '.repeat(300 * 1024)
    expect((await send(message, signed(message))).status).toBe(413)
  })

  it('ignores a network after a hundred refusals within a minute, but not other networks', async () => {
    const attacker = app.browser()
    const payment = await aPayment()
    const message = paidMessage(payment.intentId)
    for (let count = 0; count < 100; count++) expect((await send(message, 'forged', attacker)).status).toBe(400)

    expect((await send(message, 'forged', attacker)).status).toBe(429)
    expect((await send(message, signed(message))).status).toBe(200)

    app.clock.advance(60)
    expect((await send(message, 'forged', attacker)).status).toBe(400)
  })

  it('reaches the right state for hundreds of concurrent, repeated and shuffled events (PAY-3)', async () => {
    const payments: Awaited<ReturnType<typeof aPayment>>[] = []
    while (payments.length < 40) payments.push(await aPayment())

    const messages = payments.flatMap(({ intentId }, index) => {
      const payment = `pi_${randomUUID()}`
      const paid = paidMessage(intentId, { payment })
      const pending = JSON.parse(paid)
      pending.data.object.payment_status = 'unpaid'
      const failed = { ...pending, type: 'checkout.session.async_payment_failed' }
      const last = index % 2 === 0 ? paid : JSON.stringify(failed)
      return [JSON.stringify(pending), last].flatMap((message) => [message, message, message, message, message])
    })
    const keys = fc.sample(fc.integer(), { seed: 3, numRuns: messages.length })
    const shuffled = messages
      .map((message, index) => ({ message, key: keys[index] ?? 0 }))
      .sort((a, b) => a.key - b.key)
    const browser = app.browser()
    const work = [...shuffled]
    const sender = async () => {
      for (let next = work.pop(); next; next = work.pop())
        expect((await send(next.message, signed(next.message), browser)).status).toBe(200)
    }

    await Promise.all(Array.from({ length: 12 }, sender))

    const states = await Promise.all(payments.map(stateOf))
    expect(states).toEqual(
      payments.map((_, index) =>
        index % 2 === 0 ? { state: 'captured', status: 'paid' } : { state: 'failed', status: 'awaiting_payment' },
      ),
    )
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('answers NOT_FOUND if this installation accepts no cards', async () => {
    const without = await startApp({ PAYMENT_SIMULATOR: 'off' })
    try {
      const answer = await without.browser().fetch('/gateway/webhook/card', { method: 'POST', body: '{}' })
      expect(answer.status).toBe(404)
    } finally {
      await without.close()
    }
  })
})
