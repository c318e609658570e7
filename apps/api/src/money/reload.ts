import type { ReloadView } from '@cotation/contracts'
import { isOpenPayment, isPendingPayment } from '@cotation/domain'
import { sql } from 'kysely'
import type { Config } from '#core/config.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow, ReloadRow } from '#db/order-rows.ts'
import { paymentViewOf } from './payment-view.ts'

/** Staff allow each customer to reload the balance, or not. Nobody reloads while a dispute is unsettled. */
export async function mayReload(db: Db | Trx, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('is_recharge')
    .where('id', '=', customerId)
    .where(({ not, exists }) => not(exists(unsettledDisputes(db, customerId).select('id'))))
    .executeTakeFirst()
  return row?.is_recharge === true
}

/** Disputes of a customer's reloads that are open or lost, until staff lift their consequences. */
const unsettledDisputes = (db: Db | Trx, customerId: string) =>
  db
    .selectFrom('reload_dispute')
    .where('reload_dispute.customer_id', '=', customerId)
    .where('released_at', 'is', null)
    .where(({ eb, or }) => or([eb('outcome', 'is', null), eb('outcome', '=', 'lost')]))

/**
 * Whether the balance must not be spent: a reload is disputed and a part of it was already spent, so what
 * comes to the balance now belongs to the card holder who disputes it.
 */
export const hasBlockingDispute = (customerId: string) => sql<boolean>`exists (
  select from reload_dispute where customer_id = ${customerId} and released_at is null
  and outcome is distinct from 'won' and frozen_minor < disputed_minor)`

/** `hasBlockingDispute` as a query of its own. */
export async function isBalanceBlocked(db: Db | Trx, customerId: string): Promise<boolean> {
  const row = await db.selectNoFrom(hasBlockingDispute(customerId).as('isBlocked')).executeTakeFirst()
  return row?.isBlocked === true
}

/**
 * What a customer's paid reloads add to the balance soon, in US cents. The account `wallet_pending` does not
 * say it: it also holds disputed and reserved money.
 */
export async function readPendingReloads(db: Db | Trx, customerId: string): Promise<number> {
  const row = await db
    .selectFrom('reload')
    .innerJoin('payment_intent as intent', 'intent.reload_id', 'reload.id')
    .select(({ fn }) => fn.sum('reload.amount_minor').as('minor'))
    .where('reload.customer_id', '=', customerId)
    .where('reload.paid_at', 'is not', null)
    .where('reload.credited_at', 'is', null)
    .where('intent.state', '=', 'captured')
    .executeTakeFirst()
  return Number(row?.minor ?? 0)
}

/** The state of the payment until it is paid, then the state of the reload itself. */
export function reloadStateOf(reload: ReloadRow, intent: PaymentIntentRow | null): ReloadView['state'] {
  if (intent?.state === 'refunded') return 'returned'
  if (intent?.state === 'disputed') return 'disputed'
  if (reload.credited_at !== null) return 'credited'
  if (reload.paid_at !== null) return 'pending'
  if (intent === null || intent.state === 'awaiting_funds') return 'unpaid'
  if (isPendingPayment(intent.state) || intent.state === 'captured') return 'paying'
  return isOpenPayment(intent.state) ? 'unpaid' : 'failed'
}

/** A reload as its owner sees it, with its newest payment. */
export function reloadViewOf(reload: ReloadRow, intent: PaymentIntentRow | null, config: Config): ReloadView {
  const state = reloadStateOf(reload, intent)
  return {
    id: reload.id,
    number: reload.number,
    amountMinor: Number(reload.amount_minor),
    method: intent?.method ?? 'card',
    state,
    createdAt: reload.created_at.toISOString(),
    availableAt: reload.available_at?.toISOString() ?? null,
    payment: intent && paymentViewOf(intent, config),
    redirectUrl: state === 'unpaid' ? (intent?.provider_url ?? null) : null,
  }
}
