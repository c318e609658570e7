import { submitCheckout } from '@cotation/api/src/features/checkout/submit.service.ts'
import { aLedgerCustomer, funded } from '@cotation/api/test/orders/ledger.ts'
import { manyCheckouts } from '@cotation/api/test/orders/order-rush.ts'
import { at, perSecond, verdict } from './measures.ts'
import { insertedBy, openPeer } from './peer.ts'
import type { Shop } from './shop.ts'

const aim = 0.5
const connections = 20
const forMs = 4000
const rounds = 5
const most = 1500

/** Checkouts of several customers that are ready to be sent; each gives its order when it is called for. */
export async function preparedCheckouts({ app }: Shop, customers: number, each: number) {
  const waiting: (() => Promise<string>)[] = []
  for (let index = 0; index < customers; index += 1) {
    const customerId = await aLedgerCustomer(app.deps.db)
    await funded(app.deps.db, customerId, 1_000_000_000, new Date())
    const { submissions } = await manyCheckouts(app, each, { customerId })
    const customer = { customerId, language: 'fr' } as const
    const calls = submissions.map(
      (submission) => async () => (await submitCheckout(app.deps, customer, submission)).orderId,
    )
    calls.forEach((call, place) => {
      waiting.splice(Math.min(waiting.length, place * (index + 1)), 0, call)
    })
  }
  return waiting
}

/** Whole checkouts paid by balance, beside plain transactions of as many inserts on the same database, by turns. */
export async function measurePlacing(shop: Shop): Promise<void> {
  const waiting = await preparedCheckouts(shop, connections, Math.ceil((most * rounds) / connections))
  const next = async () => {
    const call = waiting.pop()
    if (call) await call()
    return call !== undefined
  }
  for (let index = 0; index < 50; index += 1) await next()
  const written = await insertedBy(shop.connectionString, next)
  const peer = await openPeer(shop.connectionString, written, connections)
  const plain = async () => {
    await peer.transaction()
    return true
  }
  await perSecond(connections, 1000, plain)
  const shares: number[] = []
  const [orders, inserts]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const [ours, theirs] = [await perSecond(connections, forMs, next), await perSecond(connections, forMs, plain)]
    orders.push(ours)
    inserts.push(theirs)
    shares.push(ours / theirs)
  }
  await peer.close()
  const share = at(shares, 0.5)
  console.log(
    `whole checkouts paid by balance: ${at(orders, 0.5).toFixed(0)} a second over ${connections} connections; transactions of ${written.length} inserts: ${at(inserts, 0.5).toFixed(0)} a second`,
  )
  console.log(
    `share ${(100 * share).toFixed(0)} % (${shares.map((one) => (100 * one).toFixed(0)).join(', ')}; aim ${100 * aim} % or more, ${verdict(share >= aim)})`,
  )
}
