import type { FriendState } from '@cotation/domain'
import { rewardReferrers, welcomeFriend } from '#features/referral/referral.service.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { aBrowserOf, aCustomer, type TestCustomer } from './builders.ts'
import { funded } from './orders/ledger.ts'
import { moveTo } from './orders/order-status.ts'
import { aBasket, aCheckout } from './orders/orders.ts'
import { rowsOf } from './rows.ts'

export interface Referrer extends TestCustomer {
  code: string
  /** Logs in again, because sessions end before rewards come. */
  browser(): Promise<Browser>
}

/** A customer with a referral code. */
export async function aReferrer(app: TestApp): Promise<Referrer> {
  const customer = await aCustomer(app)
  const browser = () => aBrowserOf(app, customer.id)
  const { data } = await (await browser()).call('GET /global/account/referral', {})
  return { ...customer, code: data.code, browser }
}

/** A customer who has just signed up with a code, with money to buy. */
export async function aFriendOf(app: TestApp, { code }: { code: string }, email?: string): Promise<TestCustomer> {
  const friend = await aCustomer(app, email === undefined ? {} : { email })
  await funded(app.deps.db, friend.id, 1_000_000_00, app.clock.now)
  await welcomeFriend(app.deps, { customerId: friend.id, code, at: app.clock.now.toISOString() })
  return friend
}

/** Coupons of a customer from the programme: the friend's own, or rewards. */
export async function referralCoupons(app: TestApp, customerId: string) {
  const coupons = await rowsOf(app, 'coupon', { customer_id: customerId })
  return coupons.filter(({ source }) => source.startsWith('referral'))
}

/** An order of a customer, paid from the balance. */
export async function aPurchase(app: TestApp, customerId: string, couponId: string | null = null): Promise<string> {
  const { browser, basket } = await aBasket(app, customerId)
  const { body } = await aCheckout(browser, { ...basket, couponId })
  const { data, error } = await browser.call('POST /global/checkout/submit', { body })
  if (!data) throw new Error(`the order was refused: ${error.code}`)
  return data.orderId
}

/** Makes, ships and completes a paid order. */
export async function complete(app: TestApp, orderId: string): Promise<void> {
  for (const status of ['in_review', 'in_production', 'quality_check', 'shipped', 'delivered', 'completed'] as const)
    await moveTo(app, orderId, status)
}

/** Lets days pass and runs the job that rewards. */
export async function rewardAfter(app: TestApp, days: number): Promise<void> {
  app.clock.advance(days * 86_400)
  await rewardReferrers(app.deps)
}

/** The states of the friends that a referrer sees, newest first. */
export async function friendStates(referrer: Referrer): Promise<FriendState[]> {
  const { data } = await (await referrer.browser()).call('GET /global/account/referral/friends', { query: {} })
  return data.friends.map(({ state }) => state)
}
