import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { inOneTransaction } from '#db/one-transaction.ts'
import { afterSaleStories } from './demo-shop/after-sale-stories.ts'
import { deskStories } from './demo-shop/desk-stories.ts'
import { orderStories } from './demo-shop/order-stories.ts'
import { productionStories } from './demo-shop/production-stories.ts'
import { openShop } from './demo-shop/shop.ts'
import { tell } from './demo-shop/timeline.ts'
import { workCalendar } from './demo-shop/work-calendar.ts'
import { openPast } from './past.ts'

/** When the customers registered: before everything else. */
const registeredDaysBack = 25

const retryMs = 1000

const stories = [...orderStories, ...productionStories, ...afterSaleStories, ...deskStories]

/**
 * Fills an installation without orders with a shop at work, by the product's own services and a clock
 * that was set back. One transaction, so that a stopped process leaves nothing and the next start begins
 * again; of several servers one fills it. Returns false if there are orders already.
 */
export async function seedShop(deps: Deps, stopped: AbortSignal = new AbortController().signal): Promise<boolean> {
  while (!(await hasOrders(deps.db))) {
    if (await fillUnlessLocked(deps, stopped)) return true

    // Another server fills it, or the database has not noticed yet that it was killed.
    await pause(retryMs, undefined, { signal: stopped, ref: false })
  }
  return false
}

async function fillUnlessLocked(deps: Deps, stopped: AbortSignal): Promise<boolean> {
  return inOneTransaction(deps.db, async (one, trx) => {
    // The connection has nothing to do while files are analysed.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    if (!(await isFirst(trx)) || (await hasOrders(one))) return false

    const calendar = workCalendar(deps.config.timeZone, deps.clock())
    const past = await openPast(deps, one, stopped)
    try {
      past.moveTo(calendar.daysBack(registeredDaysBack, '10:00'))
      await tell(await openShop(past, calendar), stories)
    } finally {
      await past.close()
    }
    return true
  })
}

async function isFirst(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('demo shop')) as "isLocked"`.execute(trx)
  return rows[0]?.isLocked === true
}

async function hasOrders(db: Db): Promise<boolean> {
  const order = await db.selectFrom('customer_order').select('id').limit(1).executeTakeFirst()
  return order !== undefined
}
