import { loadavg } from 'node:os'
import { quantile, timed } from './orders/measures.ts'
import { type Buyer, createBuyers, type Product, startProduct, type Usage } from './revision/product.ts'
import { call, fillBasket, orderBasket, previewBasket } from './revision/purchase.ts'
import { checkOut, type Tree, workingTree } from './revision/tree.ts'

/**
 * The whole way to an order over HTTP, paid from the balance: project, line, page, export control,
 * addresses, two previews, submission; then its jobs (mail). Prints orders per second, latencies, CPU
 * time and statements per order. With a git revision as argument, the product of that revision runs
 * beside this one, in turns: `node bench/checkout.ts 29a332f6`.
 */
const clientCounts = [1, 8] as const
const rounds = 5
const roundMs = 5000
const warmUpOrders = 300

/** Below the limit of projects per hour. */
const ordersPerBuyer = 50
const buyerCount = 40

interface Round {
  orders: number
  seconds: number
  latenciesMs: number[]
  used: Usage
}

async function placeOrder(buyer: Buyer): Promise<void> {
  const basket = await fillBasket(buyer)
  await call(buyer, 'GET /global/account/shippingList', {})

  await previewBasket(buyer, basket, null)
  const priceKey = await previewBasket(buyer, basket, 'dhl')
  await orderBasket(buyer, basket, priceKey)
}

/** The clients take buyers in turn, so that no two of them share a balance. */
async function placeOrders(product: Product, clients: number, durationMs: number): Promise<Round> {
  const buyers = await createBuyers(product, buyerCount)
  await product.forgetLimits()
  const before = await product.usage()
  const startedAt = performance.now()
  const latenciesMs: number[] = []
  let begun = 0

  const client = async () => {
    while (performance.now() - startedAt < durationMs) {
      const buyer = buyers[begun++ % buyers.length]
      if (!buyer || begun > buyers.length * ordersPerBuyer) throw new Error('too few buyers')
      latenciesMs.push(await timed(() => placeOrder(buyer)))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - startedAt) / 1000

  await product.idle()
  const after = await product.usage()
  const used = {
    serverMs: after.serverMs - before.serverMs,
    databaseMs: after.databaseMs - before.databaseMs,
    statements: after.statements - before.statements,
  }
  return { orders: latenciesMs.length, seconds, latenciesMs, used }
}

const median = (values: readonly number[]) => quantile(values, 0.5)

const cpuMs = ({ used, orders }: Round) => (used.serverMs + used.databaseMs) / orders
const perSecond = ({ orders, seconds }: Round) => orders / seconds

/** Medians over the rounds. */
function report(name: string, clients: number, all: readonly Round[]): void {
  const perOrder = (part: keyof Usage) => median(all.map(({ used, orders }) => used[part] / orders)).toFixed(1)
  const latenciesMs = all.flatMap((round) => round.latenciesMs)
  console.log(
    `${name.padEnd(10)} ${clients} clients: ${median(all.map(perSecond)).toFixed(1)} orders a second, ` +
      `p50 ${quantile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${quantile(latenciesMs, 0.99).toFixed(0)} ms; per order ` +
      `${perOrder('serverMs')} ms of server, ${perOrder('databaseMs')} ms of database, ${perOrder('statements')} statements`,
  )
}

/** Medians of the ratios of rounds that ran one after the other, which saw the same machine. */
function compare(clients: number, before: readonly Round[], now: readonly Round[]): void {
  const ratio = (figure: (round: Round) => number) =>
    median(now.map((round, i) => figure(round) / figure(before[i] ?? round))).toFixed(2)
  const statements = ratio(({ used, orders }) => used.statements / orders)
  console.log(
    `${' '.repeat(10)} ${clients} clients: ${ratio(perSecond)} times the orders a second, ` +
      `${ratio(cpuMs)} times the CPU, ${statements} times the statements`,
  )
}

/** By a number of orders and not by time: a busy machine would measure the compiler otherwise. */
async function warmUp(product: Product): Promise<void> {
  for (let orders = 0; orders < warmUpOrders; ) orders += (await placeOrders(product, 8, roundMs)).orders
}

async function measure(trees: readonly Tree[]): Promise<void> {
  const products: Product[] = []
  try {
    for (const tree of trees) products.push(await startProduct(tree))
    for (const product of products) await warmUp(product)

    for (const clients of clientCounts) {
      const results = products.map((product): { product: Product; all: Round[] } => ({ product, all: [] }))
      for (let round = 0; round < rounds; round++)
        for (const { product, all } of results) all.push(await placeOrders(product, clients, roundMs))

      for (const { product, all } of results) report(product.tree.name, clients, all)
      const [before, now] = results
      if (before && now) compare(clients, before.all, now.all)
    }

    for (const product of products)
      console.log(`${product.tree.name.padEnd(10)} ${(await product.residentMb()).toFixed(0)} MB resident`)
  } finally {
    for (const product of products) await product.close()
  }
}

const revision = process.argv[2]
const earlier = revision === undefined ? [] : [await checkOut(revision)]
console.log(`load before: ${loadavg()[0]?.toFixed(1)}`)

try {
  await measure([...earlier, workingTree])
} finally {
  for (const tree of earlier) await tree.close()
}
