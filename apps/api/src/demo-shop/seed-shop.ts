import { sql } from 'kysely'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { inOneTransaction } from '#db/one-transaction.ts'
import { afterSaleStories } from './after-sale-stories.ts'
import { deskStories } from './desk-stories.ts'
import { orderStories } from './order-stories.ts'
import { openPast } from './past.ts'
import { productionStories } from './production-stories.ts'
import { openShop } from './shop.ts'
import { tell } from './timeline.ts'
import { workCalendar } from './work-calendar.ts'

/** When the customers registered: before everything else. */
const registeredDaysBack = 25

const stories = [...orderStories, ...productionStories, ...afterSaleStories, ...deskStories]

/**
 * Fills an installation without orders with a shop at work, by the product's own services and a clock
 * that was set back. One transaction, so that a stopped process leaves nothing and the next start begins
 * again; of several servers one fills it. Returns false if there are orders already.
 */
export async function seedShop(deps: Deps, stopped: AbortSignal = new AbortController().signal): Promise<boolean> {
  if (await hasOrders(deps.db)) return false

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

/** Another server that fills the shop at the same time is not waited for. */
async function isFirst(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('demo shop')) as "isLocked"`.execute(trx)
  return rows[0]?.isLocked === true
}

async function hasOrders(db: Db): Promise<boolean> {
  const order = await db.selectFrom('customer_order').select('id').limit(1).executeTakeFirst()
  return order !== undefined
}
