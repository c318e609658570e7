import type { ReferralRefusal } from '@cotation/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aBasket, aCheckout, anAddress, aPlacedOrder } from '#test/orders/orders.ts'
import { aCardOrder, Payer, reconcileNow, refund } from '#test/orders/payments.ts'
import {
  aFriendOf,
  aPurchase,
  aReferrer,
  complete,
  friendStates,
  referralCoupons,
  rewardAfter,
} from '#test/referrals.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { useApp } from '#test/use-app.ts'
import { reviewFriend, rewardReferrers, welcomeFriend } from './referral.service.ts'

const app = useApp()

afterEach(async () => expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([]))

const totalOf = async (id: string) => Number((await rowOf(app, 'customer_order', { id })).total_minor)

/** A referrer whose friend has completed a first order. */
async function aSuccess() {
  const referrer = await aReferrer(app)
  const friend = await aFriendOf(app, referrer)
  const orderId = await aPurchase(app, friend.id)
  await complete(app, orderId)
  return { referrer, friend, orderId }
}

describe('the coupon of an invited friend (spec 9)', () => {
  it('takes 10 % off the goods of the first purchase, at most USD 200', async () => {
    const friend = await aFriendOf(app, await aReferrer(app))
    const [coupon] = await referralCoupons(app, friend.id)
    expect(coupon).toMatchObject({
      coupon: { type: 'percent', percent: 10, capUsd: 200 },
      expires_at: null,
      first_order_only: true,
    })

    const { browser, basket } = await aBasket(app, friend.id)
    const { view } = await aCheckout(browser, { ...basket, couponId: coupon?.id ?? null })
    const goodsMinor = view.total?.goodsMinor ?? 0
    expect(view.total?.discountMinor).toBe(Math.round(goodsMinor / 10))
    expect(view.coupons.map(({ description }) => description.replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual([
      '10 % de remise sur les pièces, au plus 200 $US, sur la première commande',
    ])
  })

  it('is issued once, after the activation, however often the news come', async () => {
    const referrer = await aReferrer(app)
    const friend = await aCustomer(app, { activated: false })
    const news = { customerId: friend.id, code: referrer.code, at: app.clock.now.toISOString() }
    await welcomeFriend(app.deps, news)
    expect(await referralCoupons(app, friend.id)).toEqual([])
    expect(await friendStates(referrer)).toEqual([])

    await updateRows(app, 'customer', { id: friend.id }, { activated_at: app.clock.now })
    await Promise.all(Array.from({ length: 5 }, () => welcomeFriend(app.deps, news)))
    expect(await referralCoupons(app, friend.id)).toHaveLength(1)
    expect(await friendStates(referrer)).toEqual(['signed-up'])
  })

  it('cannot be used after another order, and comes back if that one is cancelled', async () => {
    const friend = await aFriendOf(app, await aReferrer(app))
    const [coupon] = await referralCoupons(app, friend.id)
    const firstId = await aPurchase(app, friend.id)
    await expect(aPurchase(app, friend.id, coupon?.id ?? null)).rejects.toThrow('COUPON_UNUSABLE')

    const staff = await aStaffBrowser(app)
    const browser = await aBrowserOf(app, friend.id)
    const list = () => browser.call('GET /global/account/promoCodeList', { query: {} })
    expect((await list()).data.coupons).toMatchObject([{ state: 'not-first', status: 'inactive' }])

    const cancelled = { params: { orderId: firstId }, body: { reason: 'Doublon' } }
    await staff.call('POST /global/staff/order/{orderId}/cancel', cancelled)
    expect((await rowOf(app, 'customer_order', { id: firstId })).status).toBe('refunded')
    expect((await list()).data.coupons).toMatchObject([{ state: 'active' }])
    await aPurchase(app, friend.id, coupon?.id ?? null)
  })
})

describe('the reward of a referrer (spec 9)', () => {
  it('is a coupon without expiry, 14 days after the first order of the friend was completed', async () => {
    const { referrer, friend, orderId } = await aSuccess()
    expect(await friendStates(referrer)).toEqual(['ordered'])

    await rewardAfter(app, 13)
    expect(await referralCoupons(app, referrer.id)).toEqual([])

    await rewardAfter(app, 1)
    expect(await referralCoupons(app, referrer.id)).toMatchObject([
      { coupon: { type: 'percent', percent: 10, capUsd: 200 }, expires_at: null, first_order_only: false },
    ])
    expect(await rowOf(app, 'referral', { friend_id: friend.id })).toMatchObject({
      state: 'rewarded',
      order_id: orderId,
    })
    expect(await friendStates(referrer)).toEqual(['rewarded'])

    const { data } = await (await referrer.browser()).call('GET /global/account/referral', {})
    expect(data).toMatchObject({ successful: 1, rewards: [{ state: 'active' }] })
    const mail = await app.mail(referrer.email, 'referral-reward')
    expect(mail.text).toContain(data.rewards[0]?.code)
  })

  it('is issued once by ten servers at the same time, and not again for a second order', async () => {
    const { referrer, friend } = await aSuccess()
    app.clock.advance(15 * 86_400)
    await Promise.all(Array.from({ length: 10 }, () => rewardReferrers(app.deps)))
    expect(await referralCoupons(app, referrer.id)).toHaveLength(1)

    await complete(app, await aPurchase(app, friend.id))
    await rewardAfter(app, 15)
    expect(await referralCoupons(app, referrer.id)).toHaveLength(1)
    await app.mails()
    expect((await app.mails()).filter(({ to }) => to === referrer.email)).toHaveLength(1)
  })

  it('does not come for a first order that was cancelled, but for the next', async () => {
    const referrer = await aReferrer(app)
    const friend = await aFriendOf(app, referrer)
    const cancelledId = await aPurchase(app, friend.id)
    const staff = await aStaffBrowser(app)
    const body = { reason: 'Doublon' }
    await staff.call('POST /global/staff/order/{orderId}/cancel', { params: { orderId: cancelledId }, body })
    expect(await friendStates(referrer)).toEqual(['signed-up'])

    await complete(app, await aPurchase(app, friend.id))
    await rewardAfter(app, 14)
    expect(await referralCoupons(app, referrer.id)).toHaveLength(1)
  })

  it('is voided by a full refund before it is issued, not by a partial one', async () => {
    const { referrer, orderId } = await aSuccess()
    const kept = await aSuccess()
    const staff = await aStaffBrowser(app)
    await refund(staff, orderId, await totalOf(orderId))
    await refund(staff, kept.orderId, 100)

    await rewardAfter(app, 14)
    expect(await referralCoupons(app, referrer.id)).toEqual([])
    expect(await friendStates(referrer)).toEqual(['not-eligible'])
    expect(await referralCoupons(app, kept.referrer.id)).toHaveLength(1)
  })

  it('is withdrawn by a full refund if it is unused, and stays used if it was', async () => {
    const unused = await aSuccess()
    const used = await aSuccess()
    await rewardAfter(app, 14)

    const [reward] = await referralCoupons(app, used.referrer.id)
    const { order_id: usedFor } = await useReward(used.referrer.id, reward?.id ?? '')

    const staff = await aStaffBrowser(app)
    for (const { orderId } of [unused, used]) await refund(staff, orderId, await totalOf(orderId))

    const stateOf = async (referrer: typeof used.referrer) =>
      (await (await referrer.browser()).call('GET /global/account/referral', {})).data
    expect(await stateOf(unused.referrer)).toMatchObject({ successful: 0, rewards: [{ state: 'withdrawn' }] })
    expect(await stateOf(used.referrer)).toMatchObject({ successful: 0, rewards: [{ state: 'used' }] })

    // The coupon of a cancelled order comes back; this one no longer counts.
    const cancelled = { params: { orderId: String(usedFor) }, body: { reason: 'Doublon' } }
    await staff.call('POST /global/staff/order/{orderId}/cancel', cancelled)
    expect(await stateOf(used.referrer)).toMatchObject({ rewards: [{ state: 'withdrawn' }] })
  })

  async function useReward(customerId: string, couponId: string) {
    await funded(app.deps.db, customerId, 1_000_000_00, app.clock.now)
    await aPurchase(app, customerId, couponId)
    return rowOf(app, 'coupon', { id: couponId })
  }

  it('never survives a refund that comes at the same moment', async () => {
    const staff = await aStaffBrowser(app)
    for (let round = 0; round < 4; round++) {
      const { referrer, orderId } = await aSuccess()
      const totalMinor = await totalOf(orderId)
      app.clock.advance(14 * 86_400)
      staff.token = (await aStaffBrowser(app)).token
      await Promise.all([rewardReferrers(app.deps), refund(staff, orderId, totalMinor)])

      const coupons = await referralCoupons(app, referrer.id)
      expect(coupons.filter(({ withdrawn_at }) => withdrawn_at === null)).toEqual([])
    }
  })
})

describe('a friend who is the referrer', () => {
  const refusalOf = async (friend: { email: string }) => {
    const staff = await aStaffBrowser(app, 'customer-success')
    const { data } = await staff.call('GET /global/staff/referral/refused', { query: {} })
    return data.referrals.find(({ friend: { email } }) => email === friend.email)
  }

  it('gets no coupon with the device and the mailbox of the referrer; only staff see why', async () => {
    const referrer = await aReferrer(app)
    const friend = await aCustomer(app, { email: referrer.email.replace('@', '+2@') })
    for (const customer_id of [referrer.id, friend.id])
      await app.deps.db
        .insertInto('known_device')
        .values({ device_hash: Buffer.alloc(32, referrer.id), customer_id, last_used_at: app.clock.now })
        .execute()
    await welcomeFriend(app.deps, { customerId: friend.id, code: referrer.code, at: app.clock.now.toISOString() })

    expect(await referralCoupons(app, friend.id)).toEqual([])
    expect(await refusalOf(friend)).toMatchObject({
      referrer: { email: referrer.email },
      reasons: ['device', 'mailbox'],
      orderNumber: null,
    })
    expect(await friendStates(referrer)).toEqual(['not-eligible'])
    const { data } = await (await referrer.browser()).call('GET /global/account/referral/friends', { query: {} })
    expect(JSON.stringify(data)).not.toMatch(/device|mailbox/)
  })

  it('is listed for staff by referrer, or with all others', async () => {
    const refusedFriend = async (reasons: ReferralRefusal[]) => {
      const referrer = await aReferrer(app)
      const friend = await aFriendOf(app, referrer)
      const decided = { state: 'refused', reasons, decided_at: app.clock.now } as const
      await updateRows(app, 'referral', { friend_id: friend.id }, decided)
      return { referrer, friend }
    }
    const { referrer, friend } = await refusedFriend(['card'])
    const { referrer: other } = await refusedFriend(['phone'])
    await aFriendOf(app, referrer)

    const staff = await aStaffBrowser(app, 'customer-success')
    const { data } = await staff.call('GET /global/staff/referral/refused', { query: { referrerId: referrer.id } })
    expect(data).toMatchObject({ referrals: [{ friend: { email: friend.email }, reasons: ['card'] }], total: 1 })

    const { data: all } = await staff.call('GET /global/staff/referral/refused', { query: { pageSize: 100 } })
    const referrers = all.referrals.map(({ referrer: { customerId } }) => customerId)
    expect(referrers).toEqual(expect.arrayContaining([referrer.id, other.id]))
  })

  it('loses the coupon at checkout with the phone number of the referrer', async () => {
    const referrer = await aReferrer(app)
    await updateRows(app, 'customer', { id: referrer.id }, { phone_code: '+33', phone: '06 12 34 56 78' })
    const friend = await aFriendOf(app, referrer)
    const [coupon] = await referralCoupons(app, friend.id)
    await expect(aPurchase(app, friend.id, coupon?.id ?? null)).rejects.toThrow('COUPON_UNUSABLE')
    expect(await rowOf(app, 'referral', { friend_id: friend.id })).toMatchObject({
      state: 'refused',
      reasons: ['phone'],
    })
  })

  it('keeps the coupon with the address of the referrer alone, and loses it with the VAT number', async () => {
    const referrer = await aReferrer(app)
    const friend = await aFriendOf(app, referrer)
    const state = async () => (await rowOf(app, 'referral', { friend_id: friend.id })).state
    await anAddress(app, friend.id)
    const addressId = await anAddress(app, referrer.id)
    await updateRows(app, 'address', { id: addressId }, { phone: '698765432', line1: '12, Rue des LILAS' })
    await reviewFriend(app.deps, friend.id)
    expect(await state()).toBe('open')

    for (const customerId of [friend.id, referrer.id])
      await anAddress(app, customerId, 'billing', { vat_number: 'FR 40 303265045' })
    await updateRows(app, 'address', { customer_id: referrer.id }, { phone: '698765432' })
    await reviewFriend(app.deps, friend.id)
    expect(await rowOf(app, 'referral', { friend_id: friend.id })).toMatchObject({ reasons: ['vat-number', 'address'] })
  })

  it('brings no reward after paying with the card of the referrer, which the provider recognises', async () => {
    await controlCards(app, { switches: { fingerprint: 'card-of-zoe' } })
    const own = await aCardOrder(app)
    const { data } = await own.browser.call('GET /global/account/referral', {})
    const friend = await aFriendOf(app, { code: data.code })
    const { id } = await insertFriendOrder(friend.id)
    await controlCards(app, { switches: { fingerprint: null } })

    // The provider's message does not name the card; the check after the capture does.
    app.clock.advance(601)
    await reconcileNow(app)
    expect(await rowsOf(app, 'card_fingerprint', { fingerprint: 'card-of-zoe' })).toHaveLength(2)

    await complete(app, id)
    await rewardAfter(app, 14)
    expect(await referralCoupons(app, own.customerId)).toEqual([])
    expect(await refusalOf(friend)).toMatchObject({ reasons: expect.arrayContaining(['card']) })
  })

  async function insertFriendOrder(friendId: string) {
    const order = await aPlacedOrder(app, friendId)
    const payer = new Payer(app, await aBrowserOf(app, friendId), friendId, order)
    await payer.payByCard()
    await payer.resultIs('paid')
    return order
  }
})
