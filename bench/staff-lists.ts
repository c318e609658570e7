import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { staffListRoutes } from '@cotation/contracts'
import { type StaffListKey, staffListKeys, staffLists, staffRights } from '@cotation/domain'
import { startEmbeddedPostgres } from '@cotation/embedded-postgres'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../apps/api/src/db/database.ts'
import { readStaffList } from '../apps/api/src/features/staff-list/staff-list.service.ts'
import { fillShop } from './lists/fill.ts'
import { quantile, timed, verdict } from './orders/measures.ts'

/**
 * The lists of the back office in a shop with a million orders, which SQL generates: the time of a
 * page with its count, of each list its first page, one near its end and searches, and typical filters
 * and sorts. Beside each, the ratio to a bare `select` of as many rows by an index in the same run,
 * because other programs share the machine. Ends with 1 if a list misses the aim.
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

/** A text for each list that few of its rows contain. */
const searches: Readonly<Record<StaffListKey, string>> = {
  orders: `-${Math.floor(orderCount * 0.765)}`,
  customers: 'ATÉLIER 47',
  claims: `-${Math.floor(orderCount / 200) * 100}`,
  'additional-costs': `-${Math.floor(orderCount / 200) * 100}`,
  mails: 'buyer-471@',
  'expert-questions': 'pièce-471',
  production: `block-C-26-${orderCount - 47}`,
  trays: 'P100471',
  proposals: 'BENCH-471',
  audit: 'motif 471 ',
  'security-events': 'buyer-471@',
}

const cases: readonly Case[] = [
  ...staffListKeys.flatMap((list) => [
    { list, name: 'first page', query: {} },
    { list, name: 'search', query: { search: searches[list] } },
    { list, name: 'search without a match', query: { search: 'zzzzzz' } },
  ]),
  { list: 'orders', name: 'by total', query: { sort: '-totalUsd' } },
  { list: 'orders', name: 'by days late', query: { sort: '-daysLate' } },
  { list: 'orders', name: 'by age', query: { sort: '-ageDays' } },
  { list: 'orders', name: 'old', query: { ageDays: 'gte:30', sort: 'dueDay' } },
  { list: 'orders', name: 'in production', query: { status: 'in:in_production' } },
  { list: 'orders', name: 'in production, oldest', query: { status: 'in:in_production', sort: 'placedAt' } },
  { list: 'orders', name: 'open, oldest', query: { status: 'in:paid,in_review,in_production', sort: 'placedAt' } },
  { list: 'orders', name: 'late', query: { daysLate: 'gte:1', sort: 'dueDay' } },
  { list: 'orders', name: 'of the last week', query: { placedAt: 'last:7' } },
  { list: 'orders', name: 'to one country', query: { country: 'is:JP' } },
  { list: 'orders', name: 'of one company', query: { company: 'contains:Atelier 471' } },
  { list: 'orders', name: 'by milling', query: { processes: 'in:milling' } },
  { list: 'orders', name: 'stopped', query: { isStopped: 'is:yes' } },
  { list: 'orders', name: 'search of an address', query: { search: 'buyer-471@' } },
  { list: 'customers', name: 'by company', query: { sort: 'company' } },
  { list: 'customers', name: 'of one manager', query: { manager: 'contains:Lea' } },
  { list: 'claims', name: 'open', query: { state: 'in:open,question' } },
  { list: 'additional-costs', name: 'requested', query: { state: 'in:requested' } },
  { list: 'mails', name: 'refused', query: { state: 'in:refused' } },
  { list: 'expert-questions', name: 'asked', query: { state: 'in:asked' } },
  { list: 'expert-questions', name: 'newest', query: { sort: '-askedAt' } },
  { list: 'production', name: 'of one station', query: { station: 'in:mill3' } },
  { list: 'production', name: 'ready', query: { state: 'in:ready', stepDay: 'within:3' } },
  { list: 'production', name: 'late', query: { isLate: 'is:yes' } },
  { list: 'production', name: 'held', query: { isHeld: 'is:yes' } },
  { list: 'trays', name: 'open', query: { state: 'in:open' } },
  { list: 'trays', name: 'by fill', query: { sort: '-fill' } },
  { list: 'proposals', name: 'open', query: { state: 'in:open' } },
  { list: 'audit', name: 'by action', query: { action: 'in:order.moved' } },
  { list: 'audit', name: 'by rare action', query: { action: 'in:role.made,role.removed' } },
  { list: 'audit', name: 'of one kind', query: { subjectKind: 'in:role' } },
  { list: 'audit', name: 'of one customer', query: { customer: 'contains:Martin 47' } },
  { list: 'audit', name: 'of some days', query: { at: 'between:2026-03-02,2026-03-04' } },
  { list: 'security-events', name: 'failed logins', query: { event: 'in:login-failed' } },
  { list: 'security-events', name: 'of one network', query: { network: 'is:network-47' } },
  { list: 'security-events', name: 'of some days', query: { at: 'between:2026-10-02,2026-10-04' } },
]

const dataDir = await mkdtemp(join(tmpdir(), 'cotation-bench-lists-'))
const server = await startEmbeddedPostgres({ name: 'cotation', dataDir })
try {
  const made = await timed(() => fillShop(server.connectionString, orderCount, now))
  console.info(`${orderCount} orders made in ${(made / 1000).toFixed(0)} s; load ${loadavg()[0]?.toFixed(1)}`)

  const db = openDatabase(server.connectionString)
  process.exitCode = (await measure(db)) ? 0 : 1
  await db.destroy()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Whether every list meets the aim. */
async function measure(db: Db): Promise<boolean> {
  const bare = () =>
    sql`select id, number, status, placed_at from customer_order order by placed_at desc, id desc limit 51`.execute(db)
  const read = (list: StaffListKey, query: Record<string, string>) => {
    const deps = { db, clock: () => now, config: { timeZone: 'Europe/Paris' } }
    return readStaffList(deps, list, staffListRoutes[list].list.query.parse(query), { staffRights })
  }
  const deep: Case[] = []
  for (const list of staffListKeys)
    deep.push({ list, name: 'deep page', query: { cursor: await deepCursor(list, read) } })

  let isMet = true
  console.info('list              case                       median ms   p95 ms   × bare')
  for (const { list, name, query } of [...cases, ...deep]) {
    // The first calls fill caches and decide on plans.
    for (let warm = 0; warm < 3; warm++) await read(list, query)

    const listMs: number[] = []
    const bareMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      listMs.push(await timed(() => read(list, query)))
      bareMs.push(await timed(bare))
    }

    const p95 = quantile(listMs, 0.95)
    if (p95 > aimMs) isMet = false
    const ratio = quantile(listMs, 0.5) / quantile(bareMs, 0.5)
    const figures = [quantile(listMs, 0.5), p95].map((ms) => ms.toFixed(1).padStart(9))
    console.info(`${list.padEnd(18)}${name.padEnd(26)}${figures.join('')}${ratio.toFixed(1).padStart(9)}`)
  }
  console.info(`p95 under ${aimMs} ms: ${verdict(isMet)}`)
  return isMet
}

/** A cursor near the end of a list: the one of its second page in the opposite sort, reversed. */
async function deepCursor(
  list: StaffListKey,
  read: (list: StaffListKey, query: Record<string, string>) => Promise<{ next: string | null }>,
): Promise<string> {
  const { defaultSort } = staffLists[list]
  const opposite = defaultSort.startsWith('-') ? defaultSort.slice(1) : `-${defaultSort}`
  const { next } = await read(list, { sort: opposite })
  if (next === null) throw new Error(`"${list}" has one page only`)

  const [, ...values] = JSON.parse(Buffer.from(next, 'base64url').toString()) as [string, ...unknown[]]
  return Buffer.from(JSON.stringify([defaultSort, ...values])).toString('base64url')
}
