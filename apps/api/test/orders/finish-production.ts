import type { TestApp } from '#test/app.ts'
import { rowsOf, updateRows } from '#test/rows.ts'

/** All pieces of an order are made, inspected and wait to be packed, as reports would leave them. */
export async function finishProduction(app: TestApp, orderId: string): Promise<void> {
  for (const { id: lineId, quantity } of await rowsOf(app, 'order_line', { order_id: orderId })) {
    for (const { id: runId } of await rowsOf(app, 'production_run', { line_id: lineId, cause: 'order' })) {
      await updateRows(app, 'production_run', { id: runId }, { quantity })
      await updateRows(app, 'production_step', { run_id: runId }, { state: 'done', quantity, good: quantity })
      await updateRows(app, 'production_step', { run_id: runId, operation: 'packing' }, { state: 'ready', good: 0 })
    }
  }
}
