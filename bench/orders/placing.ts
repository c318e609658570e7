import { loadavg } from 'node:os'
import { submitCheckout } from '@cotation/api/src/features/checkout/submit.service.ts'
import { manyCheckouts } from '@cotation/api/test/orders/concurrent-checkouts.ts'
import { aLedgerCustomer, funded } from '@cotation/api/test/orders/ledger.ts'
import { withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'
import { perSecond, quantile, verdict } from './measures.ts'
import { insertedBy, openPeer } from './peer.ts'
import type { Shop } from './shop.ts'

const minShare = 0.5
const connections = 20
const roundMs = 4000
const rounds = 5
const maxOrdersPerRound = 1500

/**
 * Checkouts of several customers that are ready to be submitted, mixed; each returns its order's
 * id.
 */
export async function preparedCheckouts({ app }: Shop, customers: number, each: number) {
  const waiting: (() => Promise<string>)[] = []
  for (let index = 0; index < customers; index++) {
    const customerId = await aLedgerCustomer(app.deps.db)
    await funded(app.deps.db, customerId, 1_000_000_000, new Date())

    const { submissions } = await manyCheckouts(app, each, { customerId })
    const customer = { customerId, language: 'fr' } as const
    const calls = submissions.map(
      (submission) => async () => (await submitCheckout(app.deps, customer, submission)).orderId,
    )
    calls.forEach((call, position) => {
      waiting.splice(Math.min(waiting.length, position * (index + 1)), 0, call)
    })
  }

  return waiting
}

/**
 * Checkouts paid from the balance, alternating with plain transactions of as many inserts on the
 * same database.
 */
export async function measurePlacing(shop: Shop): Promise<void> {
  const waiting = await preparedCheckouts(
    shop,
    connections,
    Math.ceil((maxOrdersPerRound * (rounds + 1)) / connections),
  )
  const placeOrder = async () => {
    const call = waiting.pop()
    if (call) await call()
    return call !== undefined
  }
  const written = await insertedBy(shop.connectionString, placeOrder)
  const peer = await openPeer(shop.connectionString, written, connections)
  const inserts = (isPrepared: boolean) => async () => {
    await peer.transaction(isPrepared)
    return true
  }
  const works = { orders: placeOrder, plain: inserts(false), prepared: inserts(true) }
  const rates = { orders: [], plain: [], prepared: [] } as Record<keyof typeof works, number[]>

  for (const work of Object.values(works)) await perSecond(connections, roundMs, work)
  await withPlainClient(shop.connectionString, (client) => client.query('vacuum analyze'))

  for (let round = 0; round < rounds; round++)
    for (const name of ['orders', 'plain', 'prepared'] as const)
      rates[name].push(await perSecond(connections, roundMs, works[name]))

  await peer.close()

  const median = (values: readonly number[]) => quantile(values, 0.5)
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `whole checkouts paid by balance: ${median(rates.orders).toFixed(0)} a second over ${connections} connections (load ${load})`,
  )

  for (const name of ['plain', 'prepared'] as const) {
    const shares = rates.orders.map((orders, round) => orders / (rates[name][round] ?? 0))
    const share = median(shares)
    const percents = shares.map((one) => (100 * one).toFixed(0)).join(', ')
    console.log(
      `${name} transactions of ${written.length} inserts: ${median(rates[name]).toFixed(0)} a second; ` +
        `share ${(100 * share).toFixed(0)} % (${percents}; aim ${100 * minShare} % or more, ${verdict(share >= minShare)})`,
    )
  }
}
