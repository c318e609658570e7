import { randomUUID } from 'node:crypto'
import type { ErrorCode, OrderPaymentView } from '@cotation/contracts'
import type { OrderRow } from '#db/order-rows.ts'
import { reconcile } from '#features/payment/reconcile.service.ts'
import type { TestApp } from '#test/app.ts'
import type { Answer, Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { controlCards, payOnPage } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'
import { funded, posted } from './ledger.ts'
import { aPlacedOrder } from './orders.ts'

export interface Payer {
  customerId: string
  browser: Browser
  order: OrderRow
  orderId: string
  totalMinor: number
}

/** A customer with an unpaid order. */
export async function aPayer(
  app: TestApp,
  traits: { balanceMinor?: number; creditMinor?: number; totalMinor?: number } = {},
): Promise<Payer> {
  const { id: customerId } = await aCustomer(app, { accountType: 'enterprise' })
  const { balanceMinor = 0, creditMinor = 0, totalMinor } = traits
  if (balanceMinor > 0) await funded(app.deps.db, customerId, balanceMinor, app.clock.now)
  if (creditMinor > 0) await aCreditLimit(app, customerId, creditMinor)

  const order = await aPlacedOrder(app, customerId, totalMinor === undefined ? {} : { totalMinor })

  return {
    customerId,
    browser: await aBrowserOf(app, customerId),
    order,
    orderId: order.id,
    totalMinor: Number(order.total_minor),
  }
}

/** Grants a credit limit. */
export async function aCreditLimit(app: TestApp, customerId: string, limitMinor: number): Promise<void> {
  await app.deps.db
    .insertInto('ledger_account')
    .values({
      kind: 'credit',
      customer_id: customerId,
      currency: 'USD',
      normal_side: 'credit',
      floor_minor: -limitMinor,
      balance_minor: 0,
      created_at: app.clock.now,
    })
    .execute()
}

/** Settles purchases on credit. */
export const settled = (app: TestApp, customerId: string, amountMinor: number) =>
  posted(
    app.deps.db,
    {
      kind: 'credit-settled',
      customerId,
      lines: [
        { account: { kind: 'bank' }, amountMinor },
        { account: { kind: 'credit', customerId }, amountMinor: -amountMinor },
      ],
    },
    app.clock.now,
  )

type Way = {
  method: 'card' | 'bank_transfer' | 'balance' | 'credit' | 'agency'
  useBalance?: boolean
  bankCurrency?: 'EUR'
}

export const begin = (
  { browser, orderId }: Pick<Payer, 'browser' | 'orderId'>,
  body: Way,
): Promise<Answer<OrderPaymentView>> =>
  browser.call('POST /global/payment/order/{orderId}/begin', { params: { orderId }, body })

export const look = ({ browser, orderId }: Pick<Payer, 'browser' | 'orderId'>): Promise<Answer<OrderPaymentView>> =>
  browser.call('GET /global/payment/order/{orderId}', { params: { orderId } })

export const check = ({ browser, orderId }: Pick<Payer, 'browser' | 'orderId'>): Promise<Answer<OrderPaymentView>> =>
  browser.call('POST /global/payment/order/{orderId}/check', { params: { orderId } })

export const abandon = ({ browser, orderId }: Pick<Payer, 'browser' | 'orderId'>): Promise<Answer<OrderPaymentView>> =>
  browser.call('POST /global/payment/order/{orderId}/abandon', { params: { orderId } })

export const cancel = ({ browser, orderId }: Pick<Payer, 'browser' | 'orderId'>) =>
  browser.call('POST /global/order/{orderId}/cancel', { params: { orderId }, body: { reason: 'Plus besoin' } })

/** Waits for a payment result. */
export const resultIs = (payer: Pick<Payer, 'browser' | 'orderId'>, result: OrderPaymentView['result']) =>
  until(async () => {
    const { data } = await look(payer)
    return data.result === result ? data : undefined
  }, `the result "${result}"`)

/** Pays on the provider's page without waiting for the result. */
export async function payCard(
  app: TestApp,
  page: string | null | undefined,
  card: 'accepted' | 'declined' | 'pending-accepted' | 'pending-failed' = 'accepted',
): Promise<void> {
  if (!page) throw new Error('there is no page to pay on')
  await payOnPage(app.url, page, card)
}

/** An order that is paid by card. */
export async function aCardOrder(app: TestApp, traits: Parameters<typeof aPayer>[1] = {}): Promise<Payer> {
  const payer = await aPayer(app, traits)
  const { data } = await begin(payer, { method: 'card' })
  await payCard(app, data.redirectUrl)
  await resultIs(payer, 'paid')
  return payer
}

/** Settles all pending card payments now. */
export const settleCards = (app: TestApp) => controlCards(app, { settle: true })

/** Runs the reconciliation job now. */
export const reconcileNow = (app: TestApp) => reconcile(app.deps)

export async function walletOf(app: TestApp, customerId: string): Promise<number> {
  const row = await app.deps.db
    .selectFrom('ledger_account')
    .select('balance_minor')
    .where('kind', '=', 'wallet')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return Number(row?.balance_minor ?? 0)
}

export const orderStatus = async (app: TestApp, orderId: string) =>
  (await app.deps.db.selectFrom('customer_order').select('status').where('id', '=', orderId).executeTakeFirstOrThrow())
    .status

/** A refund requested by staff. */
export const refund = (staff: Browser, orderId: string, amountMinor: number, key: string = randomUUID()) =>
  staff.call('POST /global/staff/order/{orderId}/refund', {
    params: { orderId },
    body: { amountMinor, reason: 'Pièce rayée', key },
  })

export const codeOf = ({ error }: { error: { code: ErrorCode } }) => error.code
