import { randomUUID } from 'node:crypto'
import { type CardChoice, noSwitches } from '@cotation/card-simulator'
import type { ErrorCode, OrderPaymentView, OrderView } from '@cotation/contracts'
import type { OrderStatus, PaymentState } from '@cotation/domain'
import { afterEach, beforeEach, expect } from 'vitest'
import type { OrderRow } from '#db/order-rows.ts'
import { reconcile } from '#features/payment/reconcile.service.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import type { TestApp } from '#test/app.ts'
import type { Answer, Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { controlCards, payOnPage } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'
import { useApp } from '#test/use-app.ts'
import { funded, posted } from './ledger.ts'
import { aBasket, aCheckout, aCoupon, aPlacedOrder } from './orders.ts'

type Way = {
  method: 'card' | 'bank_transfer' | 'balance' | 'credit' | 'agency'
  useBalance?: boolean
  bankCurrency?: 'EUR'
}

/** Starts each test without faults of the card provider; checks the whole ledger after it. */
export function usePaymentApp(...settings: Parameters<typeof useApp>): TestApp {
  const app = useApp(...settings)
  beforeEach(() => controlCards(app, { switches: noSwitches }))
  afterEach(() => expectSoundLedger(app))
  return app
}

export async function expectSoundLedger(app: TestApp): Promise<void> {
  expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])
}

/** A browser that pays an order, which may belong to another customer. */
export class OrderPayer {
  browser: Browser
  readonly orderId: string

  constructor(browser: Browser, orderId: string) {
    this.browser = browser
    this.orderId = orderId
  }

  begin(body: Way): Promise<Answer<OrderPaymentView>> {
    return this.browser.call('POST /global/payment/order/{orderId}/begin', { params: { orderId: this.orderId }, body })
  }

  view(): Promise<Answer<OrderPaymentView>> {
    return this.browser.call('GET /global/payment/order/{orderId}', { params: { orderId: this.orderId } })
  }

  check(): Promise<Answer<OrderPaymentView>> {
    return this.browser.call('POST /global/payment/order/{orderId}/check', { params: { orderId: this.orderId } })
  }

  abandon(): Promise<Answer<OrderPaymentView>> {
    return this.browser.call('POST /global/payment/order/{orderId}/abandon', { params: { orderId: this.orderId } })
  }

  cancel(): Promise<Answer<OrderView>> {
    const input = { params: { orderId: this.orderId }, body: { reason: 'Plus besoin' } }
    return this.browser.call('POST /global/order/{orderId}/cancel', input)
  }

  /** Waits until the payments of the order satisfy a condition. */
  seen(condition: (view: OrderPaymentView) => boolean, what: string): Promise<OrderPaymentView> {
    return until(async () => {
      const { data } = await this.view()
      return condition(data) ? data : undefined
    }, what)
  }

  resultIs(result: OrderPaymentView['result']): Promise<OrderPaymentView> {
    return this.seen((view) => view.result === result, `the result "${result}"`)
  }

  /** Waits for the state of the first payment. */
  stateIs(state: PaymentState): Promise<OrderPaymentView> {
    return this.seen(({ payments }) => payments[0]?.state === state, `the state "${state}"`)
  }
}

/** A customer with an unpaid order. */
export class Payer extends OrderPayer {
  readonly app: TestApp
  readonly customerId: string
  readonly order: OrderRow
  readonly totalMinor: number

  constructor(app: TestApp, browser: Browser, customerId: string, order: OrderRow) {
    super(browser, order.id)
    this.app = app
    this.customerId = customerId
    this.order = order
    this.totalMinor = Number(order.total_minor)
  }

  wallet(): Promise<number> {
    return walletOf(this.app, this.customerId)
  }

  status(): Promise<OrderStatus> {
    return orderStatus(this.app, this.orderId)
  }

  /** Waits for the status of the order. */
  statusIs(status: OrderStatus): Promise<true> {
    return until(async () => ((await this.status()) === status ? true : undefined), `the status "${status}"`)
  }

  /** Opens the provider's page and pays on it, without waiting for the result. */
  async payByCard(card?: CardChoice): Promise<void> {
    await payCard(this.app, (await this.begin({ method: 'card' })).data.redirectUrl, card)
  }
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

  return new Payer(app, await aBrowserOf(app, customerId), customerId, order)
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

/** Pays on the provider's page without waiting for the result. */
export async function payCard(
  app: TestApp,
  page: string | null | undefined,
  card: CardChoice = 'accepted',
): Promise<void> {
  if (!page) throw new Error('there is no page to pay on')
  await payOnPage(app.url, page, card)
}

/** An order that is paid by card. */
export async function aCardOrder(app: TestApp, traits: Parameters<typeof aPayer>[1] = {}): Promise<Payer> {
  const payer = await aPayer(app, traits)
  await payer.payByCard()
  await payer.resultIs('paid')
  return payer
}

/** An order with a coupon, paid from a balance of `balanceMinor`. */
export async function aCouponOrder(app: TestApp, balanceMinor: number) {
  const { id: customerId } = await aCustomer(app)
  await funded(app.deps.db, customerId, balanceMinor, app.clock.now)

  const couponId = await aCoupon(app, customerId)
  const { browser, basket } = await aBasket(app, customerId)
  const { view, body } = await aCheckout(browser, { ...basket, couponId })
  const { data } = await browser.call('POST /global/checkout/submit', { body })

  return {
    customerId,
    payer: new OrderPayer(browser, data.orderId),
    orderId: data.orderId,
    totalMinor: view.total?.totalMinor ?? 0,
    couponOrder: async () => (await rowOf(app, 'coupon', { id: couponId })).order_id,
  }
}

/** Settles all pending card payments now. */
export const settleCards = (app: TestApp) => controlCards(app, { settle: true })

/** Runs the reconciliation job now. */
export const reconcileNow = (app: TestApp) => reconcile(app.deps)

export const walletOf = (app: TestApp, customerId: string) => accountBalance(app, 'wallet', customerId)

export const pointsOf = (app: TestApp, customerId: string) => accountBalance(app, 'points', customerId)

async function accountBalance(app: TestApp, kind: 'wallet' | 'points', customer_id: string): Promise<number> {
  const [account] = await rowsOf(app, 'ledger_account', { kind, customer_id })
  return Number(account?.balance_minor ?? 0)
}

export const orderStatus = async (app: TestApp, id: string) => (await rowOf(app, 'customer_order', { id })).status

/** A refund requested by staff. */
export const refund = (staff: Browser, orderId: string, amountMinor: number, key: string = randomUUID()) =>
  staff.call('POST /global/staff/order/{orderId}/refund', {
    params: { orderId },
    body: { amountMinor, reason: 'Pièce rayée', key },
  })

export const codeOf = ({ error }: { error: { code: ErrorCode } }) => error.code
