import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { staffListRoutes } from '@cotation/contracts'
import { type StaffListKey, staffRights } from '@cotation/domain'
import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../apps/api/src/db/database.ts'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { readStaffList } from '../apps/api/src/features/staff-list/staff-list.service.ts'
import { quantile, timed, verdict } from './orders/measures.ts'

/**
 * The lists of the back office in a shop with a million orders, which SQL generates: the time of a
 * page with its count, for typical filters, sorts and searches. Beside each, the ratio to a bare
 * `select` of as many rows by an index in the same run, because other programs share the machine.
 * Arguments: orders, rounds.
 */
const orderCount = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 30)
const aimMs = 100
const now = new Date('2026-11-18T12:00:00Z')

interface Case {
  list: StaffListKey
  name: string
  query: Record<string, string>
}

const cases: readonly Case[] = [
  { list: 'orders', name: 'newest', query: {} },
  { list: 'orders', name: 'by total', query: { sort: '-totalUsd' } },
  { list: 'orders', name: 'by days late', query: { sort: '-daysLate' } },
  { list: 'orders', name: 'in production', query: { status: 'in:in_production' } },
  { list: 'orders', name: 'in production, oldest', query: { status: 'in:in_production', sort: 'placedAt' } },
  { list: 'orders', name: 'open, oldest', query: { status: 'in:paid,in_review,in_production', sort: 'placedAt' } },
  { list: 'orders', name: 'late', query: { daysLate: 'gte:1', sort: 'dueDay' } },
  { list: 'orders', name: 'of the last week', query: { placedAt: 'last:7' } },
  { list: 'orders', name: 'to one country', query: { country: 'is:JP' } },
  { list: 'orders', name: 'of one company', query: { company: 'contains:Atelier 4711' } },
  { list: 'orders', name: 'by milling', query: { processes: 'in:milling' } },
  { list: 'orders', name: 'stopped', query: { isStopped: 'is:yes' } },
  { list: 'orders', name: 'search of a number', query: { search: '-765432' } },
  { list: 'orders', name: 'search of an address', query: { search: 'buyer-4711@' } },
  { list: 'orders', name: 'search without a match', query: { search: 'zzzzzz' } },
  { list: 'customers', name: 'newest', query: {} },
  { list: 'customers', name: 'by company', query: { sort: 'company' } },
  { list: 'customers', name: 'search', query: { search: 'atelier 4711' } },
  { list: 'customers', name: 'of one manager', query: { manager: 'contains:Lea' } },
  { list: 'claims', name: 'newest', query: {} },
  { list: 'claims', name: 'open', query: { state: 'in:open,question' } },
  { list: 'additional-costs', name: 'newest', query: {} },
  { list: 'claims', name: 'search of an order', query: { search: '-765432' } },
  { list: 'mails', name: 'newest', query: {} },
  { list: 'mails', name: 'search of an address', query: { search: 'buyer-4711@' } },
  { list: 'mails', name: 'search without a match', query: { search: 'zzzzzz' } },
  { list: 'additional-costs', name: 'requested', query: { state: 'in:requested' } },
]

const dataDir = await mkdtemp(join(tmpdir(), 'cotation-bench-lists-'))
const server = await startEmbeddedPostgres({ name: 'cotation', dataDir })
try {
  await migrate(server.connectionString)
  // Generating takes longer than the product allows a statement.
  const writer = openDatabase(server.connectionString, { isPooled: true, answerTimeoutMs: 3_600_000 })
  const made = await timed(() => fill(writer))
  await writer.destroy()
  console.info(`${orderCount} orders made in ${(made / 1000).toFixed(0)} s; load ${loadavg()[0]?.toFixed(1)}`)

  const db = openDatabase(server.connectionString)
  await measure(db)
  await db.destroy()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function fill(db: Db): Promise<void> {
  const customers = Math.max(100, Math.floor(orderCount / 10))
  const statements = [
    sql`insert into catalogue_version (version, content, content_hash, author, created_at)
      values ('2026-01-01.1', '{}', sha256('bench'), 'bench', ${now})`,
    sql`insert into staff_member (name, email, role, created_at)
      select (array['Lea', 'Noe', 'Zoe'])[i], 'manager-' || i || '@example.com', 'account-manager', ${now}
      from generate_series(1, 3) i`,
    sql`insert into customer (email, username, account_type, language, company, first_name, last_name, created_at,
        activated_at, manager_id)
      select 'buyer-' || i || '@example.com', 'buyer' || i, 'enterprise', 'fr',
        case when i % 3 = 0 then '' else 'Atelier ' || i end, 'Ada', 'Martin ' || i,
        ${now}::timestamptz - i * interval '7 minutes', ${now},
        case when i % 50 = 0 then (select id from staff_member where name = 'Lea') end
      from generate_series(1, ${customers}::int) i`,
    sql`create temporary table buyer as select id, row_number() over (order by email) as place from customer`,
    sql`create index on buyer (place)`,
    sql`insert into upload (customer_id, purpose, name, bytes, state, created_at, last_used_at)
      select id, 'part', 'block.stl', 100, 'done', ${now}, ${now} from customer limit 1`,
    // Most orders are finished; the open ones are the newest, as in a shop that runs for years.
    sql`insert into customer_order (number, customer_id, submission_key, status, language, catalogue_version, total,
        total_minor, currency, points, shipping_address, billing_address, carrier, freight_account, dates, po_number,
        comment, placed_at, paid_at, closed_at)
      select 'C-26-' || i, buyer.id, gen_random_uuid(), status, 'fr', '2026-01-01.1',
        jsonb_build_object('display', jsonb_build_object('currency', 'EUR', 'totalMinor', i % 90000 + 1)),
        i % 90000 + 1, 'EUR', 0, address, address, (array['dhl', 'fedex', 'sf'])[i % 3 + 1], '',
        jsonb_build_object('ship', to_char(placed + interval '6 days', 'YYYY-MM-DD'),
          'deliveryLatest', to_char(placed + interval '10 days', 'YYYY-MM-DD')),
        case when i % 4 = 0 then 'PO-' || i else '' end, '', placed, placed,
        case when status = 'completed' then placed end
      from generate_series(1, ${orderCount}::int) i
      cross join lateral (select ${now}::timestamptz - (${orderCount}::int - i) * interval '1 minute' as placed) times
      cross join lateral (select case when i < ${orderCount}::int * 0.97 then 'completed'
        else (array['paid', 'in_review', 'in_production', 'quality_check', 'shipped', 'delivered'])[i % 6 + 1] end
        as status) states
      cross join lateral (select jsonb_build_object('country', (array['FR', 'DE', 'US', 'JP'])[i % 4 + 1],
        'city', 'Paris', 'line1', '12 rue des Lilas') as address) addresses
      join buyer on buyer.place = i % ${customers}::int + 1`,
    sql`insert into order_line (order_id, position, upload_id, name, ordered, quantity, unit_minor, goods_minor,
        services_minor, discount_minor, total_minor, comment)
      select o.id, 1, (select id from upload limit 1), 'block-' || o.number || '.stl',
        jsonb_build_object('price', jsonb_build_object('process', (array['sla', 'milling', 'sls', 'mjf'])
          [o.total_minor % 4 + 1])), 5, 1, 1, 0, 0, 1, ''
      from customer_order o`,
    sql`insert into after_sale_claim (customer_id, order_id, submission_key, state, reason, opened_at)
      select customer_id, id, gen_random_uuid(), case when total_minor % 40 = 0 then 'open' else 'rejected' end,
        'surface', placed_at
      from customer_order where total_minor % 20 = 0`,
    sql`insert into additional_cost (number, order_id, customer_id, request_key, reason, explanation, state, language,
        currency, net_minor, tax_minor, total_minor, deadline, created_at)
      select 'A-' || number, id, customer_id, gen_random_uuid(), 'geometry', 'x',
        case when total_minor % 400 = 0 then 'requested' else 'paid' end, 'fr', 'EUR', 100, 0, 100,
        placed_at + interval '7 days', placed_at
      from customer_order where total_minor % 50 = 0`,
    sql`insert into mail_record (mail_id, kind, recipient, subject, text, html, language, state, has_secret, mailed_at)
      select 'm-' || number, 'order-paid', 'buyer-' || (total_minor % ${customers}::int) || '@example.com',
        'Commande ' || number, '', '', 'fr', 'sent', false, placed_at
      from customer_order`,
  ]
  // One connection, because temporary tables belong to it. Indexes are made after the rows: to keep the
  // trigrams of each row up to date takes most of the time.
  await db.connection().execute(async (connection) => {
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('customer', 'customer_order', 'order_line', 'mail_record') and indexdef not like 'CREATE UNIQUE%'`.execute(
      connection,
    )
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(connection)
    for (const statement of statements) await statement.execute(connection)
    for (const { definition } of indexes) await sql.raw(definition).execute(connection)
  })
  await sql`vacuum analyze`.execute(db)
}

async function measure(db: Db): Promise<void> {
  const bare = () =>
    sql`select id, number, status, placed_at from customer_order order by placed_at desc, id desc limit 51`.execute(db)
  let isMet = true
  console.info('list              case                       median ms   p95 ms   × bare')

  for (const { list, name, query } of cases) {
    const parsed = staffListRoutes[list].list.query.parse(query)
    const deps = { db, clock: () => now, config: { timeZone: 'Europe/Paris' } }
    const read = () => readStaffList(deps, list, parsed, { staffRights })
    // The first calls fill caches and decide on plans.
    for (let warm = 0; warm < 3; warm++) await read()

    const listMs: number[] = []
    const bareMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      listMs.push(await timed(read))
      bareMs.push(await timed(bare))
    }

    const p95 = quantile(listMs, 0.95)
    if (p95 > aimMs) isMet = false
    const ratio = quantile(listMs, 0.5) / quantile(bareMs, 0.5)
    const figures = [quantile(listMs, 0.5), p95].map((ms) => ms.toFixed(1).padStart(9))
    console.info(`${list.padEnd(18)}${name.padEnd(26)}${figures.join('')}${ratio.toFixed(1).padStart(9)}`)
  }
  console.info(`p95 under ${aimMs} ms: ${verdict(isMet)}`)
}
