import { openStepStates } from '@cotation/domain'
import type { Trx } from '#db/database.ts'

/** When the last open run of each order is due (ISO), by order. */
export async function listLastDueDays(trx: Trx, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('production_run')
    .select('order_id')
    .select(({ fn }) => fn.max('due_day').as('dueDay'))
    .where('order_id', 'in', orderIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('production_step')
          .select('production_step.id')
          .whereRef('production_step.run_id', '=', 'production_run.id')
          .where('production_step.state', 'in', openStepStates),
      ),
    )
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ order_id, dueDay }) => [order_id, dueDay]))
}
