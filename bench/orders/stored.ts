import { getHome } from '@cotation/api/src/features/home/home.service.ts'
import { listOrderHistory } from '@cotation/api/src/features/order/order-list.service.ts'
import { getOrderView } from '@cotation/api/src/features/order/order-view.service.ts'
import { withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'
import { quantile, timed, verdict } from './measures.ts'
import { preparedCheckouts } from './placing.ts'
import type { BenchDatabase, Shop } from './shop.ts'

const maxRatio = 1.2
const few = 1000
const many = 1_000_000

/** Enough that a few pauses of the machine do not make up the slowest hundredth. */
const reads = 6000
const checkoutsPerShop = 3000
const ordersPerCustomer = 50
const ledgerTables = ['ledger_transaction', 'ledger_entry']

/**
 * Statements that copy one placed order: 50 per customer, spread over two years. Their JSON is
 * short, but everything that is searched or sorted is realistic.
 */
const fill = (orders: number) => [
  // The postings inserted here are complete: the ledger's triggers need not check and apply them.
  ...ledgerTables.map((table) => `alter table ${table} disable trigger user`),
  `create temp table template as select * from customer_order limit 1`,
  `insert into customer (id, email, username, account_type, language, created_at)
    select md5('customer ' || n)::uuid, 'filled-' || n || '@example.com', 'Filled', 'personal', 'fr', now()
    from generate_series(1, ${Math.ceil(orders / ordersPerCustomer)}) n`,
  `insert into ledger_account (kind, customer_id, currency, normal_side, floor_minor, balance_minor, created_at)
    select 'wallet', md5('customer ' || n)::uuid, 'USD', 'credit', 0, 0, now()
    from generate_series(1, ${Math.ceil(orders / ordersPerCustomer)}) n`,
  `insert into customer_order (id, number, customer_id, submission_key, status, language, catalogue_version, total, total_minor,
      currency, points, shipping_address, billing_address, carrier, freight_account, dates, po_number, comment, placed_at, paid_at,
      closed_at)
    select md5('order ' || n)::uuid, 'F-' || n, md5('customer ' || (1 + n % ${Math.ceil(orders / ordersPerCustomer)}))::uuid,
      gen_random_uuid(), 'completed', 'fr', t.catalogue_version, '{}', 5000, 'USD', 10, '{}', '{}', 'dhl', '', t.dates, 'PO-' || n, '',
      now() - n * interval '63 seconds', now(), now()
    from generate_series(1, ${orders}) n, template t`,
  `insert into order_line (order_id, position, line_id, upload_id, name, ordered, quantity, unit_minor, goods_minor, services_minor,
      discount_minor, total_minor, comment)
    select md5('order ' || n)::uuid, 1, null, (select upload_id from order_line limit 1), 'part-' || n || '.stl', '{}', 10, 500, 5000, 0, 0, 5000, ''
    from generate_series(1, ${orders}) n`,
  `insert into order_event (order_id, at, from_status, to_status, actor, reason)
    select md5('order ' || n)::uuid, now(), null, 'awaiting_payment', 'customer', '' from generate_series(1, ${orders}) n`,
  `insert into payment_intent (id, customer_id, order_id, method, amount_minor, currency, usd_minor, state, captured_minor, created_at)
    select md5('intent ' || n)::uuid, md5('customer ' || (1 + n % ${Math.ceil(orders / ordersPerCustomer)}))::uuid,
      md5('order ' || n)::uuid, 'balance', 5000, 'USD', 5000, 'captured', 5000, now() from generate_series(1, ${orders}) n`,
  `insert into payment_event (intent_id, provider, event_id, type, amount_minor, currency, detail, received_at)
    select md5('intent ' || n)::uuid, 'balance', 'filled ' || n, 'captured', 5000, 'USD', '{}', now()
    from generate_series(1, ${orders}) n`,
  `insert into ledger_transaction (id, kind, idempotency_key, customer_id, order_id, created_at)
    select md5('posting ' || n)::uuid, 'payment', 'filled ' || n, null, md5('order ' || n)::uuid, now() from generate_series(1, ${orders}) n`,
  `insert into ledger_entry (transaction_id, account_id, currency, amount_minor)
    select md5('posting ' || n)::uuid, (select id from ledger_account where kind = side.kind and currency = 'USD' and customer_id is null),
      'USD', side.minor
    from generate_series(1, ${orders}) n, (values ('sales', -5000), ('card', 5000)) side (kind, minor)`,
  ...ledgerTables.map((table) => `alter table ${table} enable trigger user`),
  `vacuum analyze`,
]

interface Reader {
  customerId: string
  orderIds: string[]
}

/** A shop with many copied orders, and one customer with 50 that were really placed. */
async function openShopWith(database: BenchDatabase, name: string, orders: number) {
  const shop = await database.openShop(name)
  const checkouts = await preparedCheckouts(shop, 1, ordersPerCustomer)
  const orderIds: string[] = []
  for (let index = 0; index < ordersPerCustomer; index++) orderIds.push((await checkouts.pop()?.()) ?? '')

  const customerId = await withPlainClient(shop.connectionString, async (client) => {
    for (const statement of fill(orders)) await client.query(statement)
    const { rows } = await client.query('select customer_id from customer_order where id = $1', [orderIds[0]])
    return String(rows[0]?.customer_id)
  })
  const buyers = await preparedCheckouts(shop, 20, Math.ceil((checkoutsPerShop + 100) / 20))

  return { shop, checkouts: buyers, reader: { customerId, orderIds } }
}

const works = {
  'user home': ({ app }: Shop, { customerId }: Reader) => getHome(app.deps, customerId, 'fr'),
  'order history': ({ app }: Shop, { customerId }: Reader) =>
    listOrderHistory(app.deps, customerId, { page: 1, pageSize: 20 }),
  'order detail': ({ app }: Shop, { customerId, orderIds }: Reader, turn: number) =>
    getOrderView(app.deps, orderIds[turn % orderIds.length] ?? '', { customerId }, 'fr'),
} as const

/**
 * The 99th percentile with a million stored orders compared to a thousand. The calls alternate, so
 * that both see the same machine.
 */
export async function measureStored(database: BenchDatabase): Promise<void> {
  const small = await openShopWith(database, 'shop_few', few)
  const large = await openShopWith(database, 'shop_many', many)
  const report = (what: string, [small, large]: [number[], number[]]) => {
    const smallMs = quantile(small, 0.99)
    const largeMs = quantile(large, 0.99)
    const medians = `median ${quantile(small, 0.5).toFixed(1)} and ${quantile(large, 0.5).toFixed(1)} ms`
    console.log(
      `${what.padEnd(14)} p99 ${smallMs.toFixed(1)} ms of ${few} orders, ${largeMs.toFixed(1)} ms of ${many}: ` +
        `${(largeMs / smallMs).toFixed(2)} times (${medians}; aim at most ${maxRatio}, ${verdict(largeMs <= maxRatio * smallMs)})`,
    )
  }

  for (const [what, work] of Object.entries(works)) {
    const times: [number[], number[]] = [[], []]
    for (let turn = -50; turn < reads; turn++)
      for (const [index, { shop, reader }] of [small, large].entries()) {
        const ms = await timed(() => work(shop, reader, Math.abs(turn)))
        if (turn >= 0) times[index]?.push(ms)
      }
    report(what, times)
  }

  const times: [number[], number[]] = [[], []]
  for (let turn = -50; turn < checkoutsPerShop; turn++)
    for (const [index, { checkouts }] of [small, large].entries()) {
      const ms = await timed(async () => checkouts.pop()?.())
      if (turn >= 0) times[index]?.push(ms)
    }

  report('checkout', times)
}
