import type { CheckIn } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

export async function findLastCheckIn(db: Db | Trx, customerId: string): Promise<CheckIn | undefined> {
  return db
    .selectFrom('check_in')
    .select(['day', 'time_zone as timeZone', 'at', 'streak'])
    .where('customer_id', '=', customerId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The check-ins of a month ("2026-03") of the customer's calendar: days, and points with bonus. */
export async function getMonthOfCheckIns(
  db: Db | Trx,
  customerId: string,
  month: string,
): Promise<{ days: number; points: number }> {
  const { rows } = await sql<{ days: number; points: number }>`
    select (select count(*)::int from check_in
        where customer_id = ${customerId} and day >= ${`${month}-01`}::date
          and day < ${`${month}-01`}::date + interval '1 month') as days,
      (select coalesce(sum(points), 0)::int from point_reward
        where customer_id = ${customerId} and task = 'check-in' and month = ${month}) as points`.execute(db)
  return rows[0] ?? { days: 0, points: 0 }
}

/** Returns false if the customer has checked in on that day. */
export async function insertCheckIn(
  trx: Trx,
  customerId: string,
  { day, timeZone, at, streak, points }: CheckIn & { points: number },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('check_in')
    .values({ customer_id: customerId, day, time_zone: timeZone, at, streak, points })
    .onConflict((conflict) => conflict.columns(['customer_id', 'day']).doNothing())
    .returning('day')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateNextCheckIn(trx: Trx, customerId: string, at: Date): Promise<void> {
  await trx.updateTable('loyalty_member').set({ next_check_in_at: at }).where('customer_id', '=', customerId).execute()
}
