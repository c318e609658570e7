import { randomUUID } from 'node:crypto'
import { readConfig } from '#core/config.ts'
import { createJobs, type JobDefinition } from '#core/jobs.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { orderMailQueue } from '#features/order/order-mail.service.ts'
import { endSessionJob, type PaymentDeps } from '#features/payment/intent/settle-order.service.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { anOrderOf, ledgerTime } from './ledger.ts'

export interface PaymentDesk {
  deps: PaymentDeps
  close(): Promise<void>
}

/** The dependencies of payment services on a new database; enqueued jobs do not run. */
export async function aPaymentDesk(maxConnections = 20): Promise<PaymentDesk> {
  const url = await copyDatabase()
  const db = openDatabase(url, { maxConnections })
  const jobs = await createJobs(url, silentLog)
  const left = (name: string): JobDefinition<never> => ({ name, run: async () => undefined })
  await jobs.declare([left(orderMailQueue.name), left(endSessionJob)])

  return {
    deps: { db, jobs, clock: () => ledgerTime, config: readConfig({ DATABASE_URL: url, DEMO: 'off' }) },
    async close() {
      await jobs.stop()
      await db.destroy()
    },
  }
}

/** An order with a card payment that has a page at the provider. */
export async function aCardIntent(
  db: Db,
  customerId: string,
  totalMinor = 5000,
): Promise<{ orderId: string; intentId: string }> {
  const orderId = await anOrderOf(db, customerId, totalMinor)
  const { id: intentId } = await db
    .insertInto('payment_intent')
    .values({
      customer_id: customerId,
      order_id: orderId,
      reload_id: null,
      method: 'card',
      amount_minor: totalMinor,
      currency: 'USD',
      usd_minor: totalMinor,
      state: 'requires_action',
      provider_session: `cs_${randomUUID()}`,
      created_at: ledgerTime,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  return { orderId, intentId }
}
