import { loadavg } from 'node:os'
import { quantile } from './orders/measures.ts'
import { type LargeShop, lineCount, openLargeShop } from './revision/large-shop.ts'
import { type Cost, measureCalls, medianCost } from './revision/measured.ts'
import { type Buyer, createBuyers, type Product, startProduct } from './revision/product.ts'
import { call, fillBasket, orderBasket, previewBasket } from './revision/purchase.ts'
import { checkOut, linkWebApp, type Tree, workingTree } from './revision/tree.ts'

/**
 * The routes that took most time, in a shop with a project of 200 lines, 1,000 movements of a balance,
 * 2,000 orders of a customer and 50,000 mails: milliseconds and CPU time of one call, and the memory
 * of the server after all of them. With a git revision as argument, the product of that revision runs
 * beside this one, in turns: `node bench/routes.ts 29a332f6`. Needs the built web app.
 */
const rounds = 5

interface Visit {
  product: Product
  shop: LargeShop
  round: number
}

interface Route {
  name: string
  calls: number
  /** Prepares one call; what it does itself is not measured. */
  prepare(visit: Visit, index: number): Promise<() => Promise<unknown>>
}

async function read(buyer: Buyer, path: string): Promise<void> {
  const answer = await buyer.browser.fetch(path, { headers: { 'accept-encoding': 'gzip, br' } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
}

const reading =
  (path: (visit: Visit, index: number) => string): Route['prepare'] =>
  async (visit, index) => {
    const address = path(visit, index)
    return () => read(visit.shop.buyer, address)
  }

const invoiceOf = (orderId: string) => `/gateway/global/order/${orderId}/document/invoice`
const invoicesPerRound = 10

const routes: Route[] = [
  { name: 'page shell', calls: 50, prepare: reading(() => '/manufacture/quote') },
  {
    name: `project, ${lineCount} lines`,
    calls: 10,
    prepare: reading(({ shop }) => `/gateway/global/project/${shop.projectId}`),
  },
  {
    name: `bulk edit, ${lineCount} lines`,
    calls: 3,
    async prepare({ shop, round }, index) {
      const quantity = 2 + 3 * round + index
      const changes = shop.lines.map(({ id, configuration }) => ({
        lineId: id,
        configuration: { ...configuration, quantity },
      }))
      const params = { projectId: shop.projectId }
      return () => call(shop.buyer, 'PATCH /global/project/{projectId}/lines', { params, body: { changes } })
    },
  },
  {
    name: 'balance movements',
    calls: 20,
    prepare: reading(() => '/gateway/global/account/balance/transactionList?page=1&pageSize=20'),
  },
  {
    name: 'order search',
    calls: 20,
    prepare: reading((_visit, index) => `/gateway/global/order?page=1&pageSize=20&search=PO-${index}`),
  },
  { name: 'mailbox', calls: 10, prepare: reading(() => '/gateway/mailbox') },
  {
    name: 'preview',
    calls: 20,
    async prepare({ shop }) {
      const basket = await fillBasket(shop.buyer)
      return () => previewBasket(shop.buyer, basket, 'dhl')
    },
  },
  {
    name: 'submit',
    calls: 20,
    async prepare({ shop }) {
      const basket = await fillBasket(shop.buyer)
      const priceKey = await previewBasket(shop.buyer, basket, 'dhl')
      return () => orderBasket(shop.buyer, basket, priceKey)
    },
  },
  {
    name: 'invoice PDF',
    calls: invoicesPerRound,
    prepare: reading(({ shop, round }, index) => invoiceOf(shop.paidOrderIds[round * invoicesPerRound + index] ?? '')),
  },
  {
    name: 'the same invoice again',
    calls: invoicesPerRound,
    prepare: reading(({ shop, round }, index) => invoiceOf(shop.paidOrderIds[round * invoicesPerRound + index] ?? '')),
  },
  {
    name: `quotation PDF, ${lineCount} lines`,
    calls: 1,
    async prepare({ shop, round }) {
      // A quotation of the same content would come from the cache.
      const params = { projectId: shop.projectId }
      await call(shop.buyer, 'PATCH /global/project/{projectId}', { params, body: { name: `Round ${round}` } })
      return () => read(shop.buyer, `/gateway/global/project/${shop.projectId}/quotation`)
    },
  },
]

async function measureRoute({ calls, prepare }: Route, visit: Visit): Promise<Cost> {
  await visit.product.forgetLimits()
  const prepared: (() => Promise<unknown>)[] = []
  for (let i = 0; i < calls; i++) prepared.push(await prepare(visit, i))

  return measureCalls(visit.product, prepared)
}

const cpuMs = ({ serverMs, databaseMs }: Cost) => serverMs + databaseMs
const column = (text: string) => text.padStart(26)

function costText({ ms, serverMs, databaseMs }: Cost): string {
  return `${ms.toFixed(1)} ms (${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)})`
}

/** Medians of the ratios of rounds that ran one after the other, which saw the same machine. */
function ratioText(before: readonly Cost[], now: readonly Cost[]): string {
  const ratio = (figure: (cost: Cost) => number) => {
    const ratios = now.map((cost, i) => figure(cost) / Math.max(0.1, figure(before[i] ?? cost)))
    return quantile(ratios, 0.5).toFixed(2)
  }
  return `${ratio(({ ms }) => ms)} of the time, ${ratio(cpuMs)} of the CPU`
}

async function measure(trees: readonly Tree[]): Promise<void> {
  const products: Product[] = []

  try {
    for (const tree of trees) products.push(await startProduct(tree))

    const visits: { product: Product; shop: LargeShop }[] = []
    for (const product of products) {
      const [buyer] = await createBuyers(product, 1)
      if (buyer) visits.push({ product, shop: await openLargeShop(product, buyer, (rounds + 1) * invoicesPerRound) })
    }

    console.log('Median time of a call (CPU of server + database)')
    console.log(' '.repeat(26) + products.map(({ tree }) => column(tree.name)).join(''))

    for (const route of routes) {
      const results = visits.map((visit): { visit: typeof visit; costs: Cost[] } => ({ visit, costs: [] }))
      for (let round = -1; round < rounds; round++)
        for (const { visit, costs } of results) {
          const cost = await measureRoute(route, { ...visit, round: round + 1 })
          if (round >= 0) costs.push(cost)
        }

      const [before, now] = results
      const ratio = before && now ? ratioText(before.costs, now.costs) : ''
      const figures = results.map(({ costs }) => column(costText(medianCost(costs))))
      console.log(`${route.name.padEnd(26)}${figures.join('')}   ${ratio}`)
    }

    const memory = await Promise.all(products.map((product) => product.residentMb()))
    console.log('resident memory'.padEnd(26) + memory.map((mb) => column(`${mb.toFixed(0)} MB`)).join(''))
  } finally {
    for (const product of products) await product.close()
  }
}

const revision = process.argv[2]
const earlier = revision === undefined ? [] : [await checkOut(revision)]
for (const tree of earlier) await linkWebApp(tree)
console.log(`load before: ${loadavg()[0]?.toFixed(1)}`)

try {
  await measure([...earlier, workingTree])
} finally {
  for (const tree of earlier) await tree.close()
}
