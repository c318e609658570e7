import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Db, openDatabase } from '#db/database.ts'
import { freePort, ProductProcess } from '#test/product-process.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { until } from '#test/until.ts'

let databaseUrl: string
let db: Db
let running: ProductProcess | undefined

beforeEach(async () => {
  databaseUrl = await copyDatabase()
  db = openDatabase(databaseUrl)
})

afterEach(async () => {
  await running?.stop()
  await db.destroy()
})

async function start(): Promise<ProductProcess> {
  const settings = { DATABASE_URL: databaseUrl, PORT: String(await freePort()), LOG_LEVEL: 'silent' }
  running = await ProductProcess.start('main', settings)
  await running.says('Demo coupon')
  return running
}

async function isBeingFilled(): Promise<true | undefined> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid::bigint = hashtext('demo shop')::bigint & 4294967295`.execute(db)
  return rows.length > 0 ? true : undefined
}

async function countOrders(): Promise<number> {
  const { count } = await db
    .selectFrom('customer_order')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

it('fills the shop of the demo at the next start if the first one is killed meanwhile, and only once', async () => {
  const first = await start()
  await until(isBeingFilled, 'the transaction that fills the shop')
  await first.stop('SIGKILL')
  expect(await countOrders()).toBe(0)

  const second = await start()
  await second.says('Demo shop:')
  const orders = await countOrders()
  expect(orders).toBeGreaterThan(20)
  await second.stop()

  const third = await start()
  await third.stop()
  running = undefined
  expect(third.stdout).not.toContain('Demo shop:')
  expect(await countOrders()).toBe(orders)
})
