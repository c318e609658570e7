import { orderHistory } from '@cotation/api/src/features/order/list/order-list.service.ts'
import { getOrderView } from '@cotation/api/src/features/order/view/order-view.service.ts'
import { withPlainClient } from '@cotation/api/test/orders/plain-postgres.ts'
import { at, timed, verdict } from './measures.ts'
import { preparedCheckouts } from './placing.ts'
import type { Place, Shop } from './shop.ts'

const aim = 1.2
const few = 1000
const many = 1_000_000

/** So many that a handful of moments in which the machine stood still are not the slowest hundredth. */
const reads = 6000
const checkoutsEach = 3000
const ordersOfCustomer = 50
const ledger = ['ledger_transaction', 'ledger_entry']

/**
 * Orders of other customers, made by the database itself from one that was placed: 50 for each customer, spread over two years. Their
 * documents are short, everything that is searched and sorted by is as it would be.
 */
const fill = (orders: number) => [
  // Postings are made whole here: the ledger need not check and apply each of them.
  ...ledger.map((table) => `alter table ${table} disable trigger user`),
  `create temp table template as select * from customer_order limit 1`,
  `insert into customer (id, email, username, account_type, language, created_at)
    select md5('customer ' || n)::uuid, 'filled-' || n || '@example.com', 'Filled', 'personal', 'fr', now()
    from generate_series(1, ${Math.ceil(orders / ordersOfCustomer)}) n`,
  `insert into ledger_account (kind, customer_id, currency, normal_side, floor_minor, balance_minor, created_at)
    select 'wallet', md5('customer ' || n)::uuid, 'USD', 'credit', 0, 0, now()
    from generate_series(1, ${Math.ceil(orders / ordersOfCustomer)}) n`,
  `insert into customer_order (id, number, customer_id, submission_key, status, language, catalogue_version, total, total_minor,
      currency, points, shipping_address, billing_address, carrier, freight_account, dates, po_number, comment, placed_at, paid_at)
    select md5('order ' || n)::uuid, 'F-' || n, md5('customer ' || (1 + n % ${Math.ceil(orders / ordersOfCustomer)}))::uuid,
      gen_random_uuid(), 'completed', 'fr', t.catalogue_version, '{}', 5000, 'USD', 10, '{}', '{}', 'dhl', '', t.dates, 'PO-' || n, '',
      now() - n * interval '63 seconds', now()
    from generate_series(1, ${orders}) n, template t`,
  `insert into order_line (order_id, position, line_id, upload_id, name, ordered, quantity, unit_minor, goods_minor, services_minor,
      discount_minor, total_minor, comment)
    select md5('order ' || n)::uuid, 1, null, (select upload_id from order_line limit 1), 'part-' || n || '.stl', '{}', 10, 500, 5000, 0, 0, 5000, ''
    from generate_series(1, ${orders}) n`,
  `insert into order_event (order_id, at, from_status, to_status, actor, reason)
    select md5('order ' || n)::uuid, now(), null, 'awaiting_payment', 'customer', '' from generate_series(1, ${orders}) n`,
  `insert into payment_intent (id, customer_id, order_id, method, amount_minor, currency, usd_minor, state, captured_minor, created_at)
    select md5('intent ' || n)::uuid, md5('customer ' || (1 + n % ${Math.ceil(orders / ordersOfCustomer)}))::uuid,
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
  ...ledger.map((table) => `alter table ${table} enable trigger user`),
  `vacuum analyze`,
]

interface Reader {
  customerId: string
  orderIds: string[]
}

/** A shop with so many orders of others, and one customer with 50 that were really placed. */
async function aShopWith(place: Place, name: string, orders: number) {
  const shop = await place.open(name)
  const checkouts = await preparedCheckouts(shop, 1, ordersOfCustomer)
  const orderIds: string[] = []
  for (let index = 0; index < ordersOfCustomer; index++) orderIds.push((await checkouts.pop()?.()) ?? '')

  const customerId = await withPlainClient(shop.connectionString, async (client) => {
    for (const statement of fill(orders)) await client.query(statement)
    const { rows } = await client.query('select customer_id from customer_order where id = $1', [orderIds[0]])
    return String(rows[0]?.customer_id)
  })
  const buyers = await preparedCheckouts(shop, 20, Math.ceil((checkoutsEach + 100) / 20))

  return { shop, checkouts: buyers, reader: { customerId, orderIds } }
}

const works = {
  'order history': ({ app }: Shop, { customerId }: Reader) =>
    orderHistory(app.deps, customerId, { page: 1, pageSize: 20 }),
  'order detail': ({ app }: Shop, { customerId, orderIds }: Reader, turn: number) =>
    getOrderView(app.deps, orderIds[turn % orderIds.length] ?? '', { customerId }, 'fr'),
} as const

/** The slowest of a hundred calls with a million stored orders beside a thousand, asked by turns: both feel the same machine. */
export async function measureStored(place: Place): Promise<void> {
  const small = await aShopWith(place, 'shop_few', few)
  const large = await aShopWith(place, 'shop_many', many)
  const report = (what: string, times: [number[], number[]]) => {
    const less = at(times[0], 0.99)
    const more = at(times[1], 0.99)
    console.log(
      `${what.padEnd(14)} p99 ${less.toFixed(1)} ms of ${few} orders, ${more.toFixed(1)} ms of ${many}: ${(more / less).toFixed(2)} times (median ${at(times[0], 0.5).toFixed(1)} and ${at(times[1], 0.5).toFixed(1)} ms; aim at most ${aim}, ${verdict(more <= aim * less)})`,
    )
  }
  for (const [what, work] of Object.entries(works)) {
    const times: [number[], number[]] = [[], []]
    for (let turn = -50; turn < reads; turn++)
      for (const [place, { shop, reader }] of [small, large].entries()) {
        const ms = await timed(() => work(shop, reader, Math.abs(turn)))
        if (turn >= 0) times[place]?.push(ms)
      }
    report(what, times)
  }

  const times: [number[], number[]] = [[], []]
  for (let turn = -50; turn < checkoutsEach; turn++)
    for (const [place, { checkouts }] of [small, large].entries()) {
      const ms = await timed(async () => checkouts.pop()?.())
      if (turn >= 0) times[place]?.push(ms)
    }

  report('checkout', times)
}
