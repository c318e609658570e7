import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Db, openDatabase } from '#db/database.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { rewardInvitedFriend } from '#src/money/invite-reward.ts'
import { startTime } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { atOnce, funded, pointsEarned } from '#test/orders/ledger.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aBasket, aCheckout, aPlacedOrder } from '#test/orders/orders.ts'
import { OrderPayer, pointsOf, refund } from '#test/orders/payments.ts'
import { aPicture } from '#test/pictures.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { exchangePoints } from './exchange.service.ts'
import { startMonth } from './level.service.ts'
import { expirePoints } from './loyalty.service.ts'

const app = useApp()
let staff: Browser

beforeAll(async () => {
  staff = await aStaffBrowser(app)
})

const exchange = 'POST /global/loyalty/exchange'

async function aMember() {
  app.clock.now = new Date(startTime)
  const { id } = await aCustomer(app)
  const browser = await aBrowserOf(app, id)
  return {
    id,
    browser,
    /** Moves the clock; a session does not live as long. */
    async travelTo(time: string) {
      app.clock.now = new Date(time)
      browser.token = (await aBrowserOf(app, id)).token
    },
    view: async () => (await browser.call('GET /global/loyalty', {})).data,
    exchange: (offerId: string, submissionKey: string = randomUUID()) =>
      browser.call(exchange, { body: { offerId, submissionKey } }),
    claim: (taskId: string) => browser.call('POST /global/loyalty/task/{taskId}', { params: { taskId } }),
  }
}

type Member = Awaited<ReturnType<typeof aMember>>

const deliver = async (orderId: string) => {
  for (const status of ['in_review', 'in_production', 'quality_check', 'shipped', 'delivered'] as const)
    await moveTo(app, orderId, status)
}

/** An order paid by the balance and delivered. */
async function aDeliveredOrder({ id, browser }: Member, totalMinor: number, points: number): Promise<string> {
  await funded(app.deps.db, id, totalMinor, app.clock.now)
  const order = await aPlacedOrder(app, id, { totalMinor })
  await updateRows(app, 'customer_order', { id: order.id }, { points })
  await new OrderPayer(browser, order.id).begin({ method: 'balance' })
  await deliver(order.id)
  return order.id
}

async function aCompletedOrder(member: Member, totalMinor: number, points = 0): Promise<string> {
  const orderId = await aDeliveredOrder(member, totalMinor, points)
  await member.browser.call('POST /global/order/{orderId}/receive', { params: { orderId } })
  await app.mails()
  return orderId
}

const expectSound = async () => expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])

describe('points', () => {
  it('are shown as coming until the order completes, then with the day on which they expire', async () => {
    const member = await aMember()
    const orderId = await aDeliveredOrder(member, 100_00, 100)
    expect((await member.view()).points).toEqual({ balance: 0, coming: 100, waiting: 0, expiring: [] })

    await refund(staff, orderId, 50_00)
    expect((await member.view()).points.coming).toBe(50)

    await member.browser.call('POST /global/order/{orderId}/receive', { params: { orderId } })
    expect((await member.view()).points).toEqual({
      balance: 50,
      coming: 0,
      waiting: 0,
      expiring: [{ points: 50, lastDay: '2027-12-31' }],
    })
    await expectSound()
  })

  it('expire by the job at the end of the year after they were earned', async () => {
    const member = await aMember()
    await pointsEarned(app.deps.db, member.id, 40, { now: app.clock.now })
    await member.travelTo('2027-12-31T23:59:59Z')
    await expirePoints(app.deps)
    expect((await member.view()).points.balance).toBe(40)

    await member.travelTo('2028-01-01T00:00:00Z')
    await expirePoints(app.deps)
    await expirePoints(app.deps)
    expect((await member.view()).points).toMatchObject({ balance: 0, expiring: [] })
    await expectSound()
  })

  it('stop exchanges while they are owed, and rewards wait', async () => {
    const member = await aMember()
    const orderId = await aCompletedOrder(member, 300_00, 300)
    const { data } = await member.exchange('ex-5')
    await updateRows(app, 'coupon', { id: data.coupon.id }, { expires_at: app.clock.now })
    await refund(staff, orderId, 300_00)

    expect((await member.claim('verify-email')).status).toBe(200)
    const { points, offers, tasks } = await member.view()
    expect(points).toMatchObject({ balance: -250, waiting: 30 })
    expect(offers.map(({ refusal }) => refusal)).toContain('owed')
    expect(tasks.find(({ id }) => id === 'verify-email')?.state).toBe('done')
    expect((await member.exchange('ex-5')).error.code).toBe('POINTS_OWED')
    await expectSound()
  })
})

describe('the exchange of points', () => {
  it('takes the points and issues a coupon for 90 days, once per submission', async () => {
    const member = await aMember()
    await pointsEarned(app.deps.db, member.id, 600, { now: app.clock.now })
    const key = randomUUID()
    const first = await member.exchange('ex-5', key)
    const again = await member.exchange('ex-5', key)

    expect(first.data).toMatchObject({
      coupon: {
        coupon: { type: 'amount', usd: 5, minGoodsUsd: 50 },
        state: 'active',
        expiresAt: new Date(app.clock.now.getTime() + 90 * 86_400_000).toISOString(),
      },
      loyalty: { points: { balance: 350 } },
    })
    expect(again.data.coupon.id).toBe(first.data.coupon.id)
    expect(await pointsOf(app, member.id)).toBe(350)
    expect((await member.exchange('ex-10')).error.code).toBe('POINTS_TOO_LOW')
    expect((await member.exchange('ex-none')).error.code).toBe('NOT_FOUND')
    await expectSound()
  })

  it('respects the limit of a month, which starts again on the 1st (UTC)', async () => {
    const member = await aMember()
    await pointsEarned(app.deps.db, member.id, 5000, { now: app.clock.now })
    await member.travelTo('2026-03-31T23:59:00Z')
    const ship = async () => (await member.view()).offers.find(({ id }) => id === 'ex-ship')

    expect((await member.exchange('ex-ship')).status).toBe(200)
    expect(await ship()).toMatchObject({ leftThisMonth: 0, refusal: 'limit' })
    expect((await member.exchange('ex-ship')).error.code).toBe('EXCHANGE_LIMIT')

    await member.travelTo('2026-04-01T00:00:00Z')
    expect(await ship()).toMatchObject({ leftThisMonth: 1, refusal: null })
    expect((await member.exchange('ex-ship')).status).toBe(200)
    await expectSound()
  })

  const rush = async (db: Db, customerId: string) => {
    const outcomes = await atOnce(200, 40, () =>
      exchangePoints({ ...app.deps, db }, { customerId, offerId: 'ex-5', submissionKey: randomUUID() }, 'fr').catch(
        String,
      ),
    )
    const refusals = outcomes.filter((outcome) => typeof outcome === 'string')
    return { exchanged: outcomes.length - refusals.length, reasons: [...new Set(refusals)] }
  }

  it('gives exactly 3 coupons to 200 parallel requests with points for 3', async () => {
    const member = await aMember()
    await pointsEarned(app.deps.db, member.id, 3 * 250 + 249, { now: app.clock.now })
    const db = openDatabase(app.deps.config.databaseUrl ?? '', { maxConnections: 40 })
    onTestFinished(() => db.destroy())

    expect(await rush(db, member.id)).toEqual({ exchanged: 3, reasons: ['AppError: POINTS_TOO_LOW'] })
    expect(await pointsOf(app, member.id)).toBe(249)
    expect(await rowsOf(app, 'coupon', { customer_id: member.id })).toHaveLength(3)
    await expectSound()
  })

  it('is used at checkout: shipping and express coupons too, and a refused one says why', async () => {
    const member = await aMember()
    await pointsEarned(app.deps.db, member.id, 2000, { now: app.clock.now })
    await funded(app.deps.db, member.id, 1000_00, app.clock.now)
    const { data: shipping } = await member.exchange('ex-ship')
    const { data: express } = await member.exchange('ex-express')
    const { browser, basket } = await aBasket(app, member.id)
    await updateRows(
      app,
      'coupon',
      { id: shipping.coupon.id },
      {
        coupon: JSON.stringify({ type: 'shipping', usd: 15, minGoodsUsd: 0 }),
      },
    )

    const refused = await aCheckout(browser, { ...basket, couponId: express.coupon.id })
    expect(refused.view.refusals).toMatchObject([{ code: 'coupon-without-express', field: 'coupon' }])

    const { view, body } = await aCheckout(browser, { ...basket, couponId: shipping.coupon.id })
    expect(view.total?.shipping.discountMinor).toBeGreaterThan(0)
    expect((await browser.call('POST /global/checkout/submit', { body })).status).toBe(200)
    await expectSound()
  })
})

describe('the level of a member', () => {
  it('rises when an order completes, and its discount and multiplier apply at checkout', async () => {
    const member = await aMember()
    const { browser, basket, lines } = await aBasket(app, member.id)
    const [line] = lines
    if (!line) throw new Error('the project has no line')
    const params = { projectId: basket.projectId }
    // For fewer parts, express is not earlier than standard.
    const changes = [{ lineId: line.id, configuration: { ...line.configuration, quantity: 20, lead: 'express' } }]
    const express = await browser.send('PATCH /global/project/{projectId}/lines', { params, body: { changes } })
    expect(express.status).toBe(200)
    const before = await aCheckout(browser, basket)
    expect(before.view.total).not.toHaveProperty('levelDiscount')

    await aCompletedOrder(member, 300_00)
    expect((await member.view()).level).toMatchObject({ id: 'bronze', spendMinor: 300_00, orders: 1 })
    await aCompletedOrder(member, 200_00)
    expect((await member.view()).level).toMatchObject({ id: 'silver', spendMinor: 500_00, orders: 2 })
    expect((await browser.call('GET /global/account/me', {})).data.member).toEqual({ level: 'silver' })

    const after = await aCheckout(browser, basket)
    const { total } = after.view
    expect(total?.levelDiscount).toMatchObject({ level: 'silver', percent: 5 })
    expect(total?.points).toBeGreaterThan(before.view.total?.points ?? 0)

    const stale = { ...after.body, acceptedPriceKey: before.body.acceptedPriceKey }
    expect((await browser.call('POST /global/checkout/submit', { body: stale })).error.code).toBe('PRICE_CHANGED')
    await expectSound()
  })

  it('counts neither refunds nor orders of more than a year ago, and falls by one step a month', async () => {
    const member = await aMember()
    await aCompletedOrder(member, 2400_00)
    for (let i = 0; i < 3; i++) await aCompletedOrder(member, 50_00)
    const last = await aCompletedOrder(member, 50_00)
    expect((await member.view()).level).toMatchObject({ id: 'gold', spendMinor: 2600_00, orders: 5 })

    await refund(staff, last, 50_00)
    expect((await member.view()).level).toMatchObject({ id: 'gold', spendMinor: 2550_00, orders: 4 })

    await member.travelTo('2026-04-01T00:00:00Z')
    await startMonth(app.deps)
    expect((await member.view()).level.id).toBe('silver')
    await startMonth(app.deps)
    expect((await member.view()).level.id).toBe('silver')

    await member.travelTo('2027-04-01T00:00:00Z')
    await startMonth(app.deps)
    expect((await member.view()).level).toMatchObject({ id: 'bronze', orders: 0 })
    await expectSound()
  })

  it('puts members without a manager on a list for staff from platinum on', async () => {
    const member = await aMember()
    await aCompletedOrder(member, 100_00)
    const listed = async () =>
      (await staff.call('GET /global/staff/loyalty/without-manager', { query: {} })).data.members
    expect(await listed()).toEqual([])

    await updateRows(app, 'loyalty_member', { customer_id: member.id }, { level: 'platinum' })
    expect(await listed()).toMatchObject([{ customerId: member.id, level: 'platinum' }])

    const { email } = await rowOf(app, 'staff_member', { role: 'administrator' })
    const params = { customerId: member.id }
    const body = { email, reason: 'Niveau Platine' }
    await staff.call('POST /global/staff/customer/{customerId}/manager', { params, body })
    expect(await listed()).toEqual([])
  })
})

describe('the first of the month', () => {
  it('issues the coupons of the level once, however many servers run and are killed', async () => {
    const { db } = app.deps
    const members = await Promise.all(Array.from({ length: 6 }, () => aCustomer(app)))
    const buyer = await aMember()
    await aCompletedOrder(buyer, 600_00)
    await aCompletedOrder(buyer, 100_00)
    const quiet = members.map(({ id }) => id)
    for (const id of quiet)
      await sql`insert into loyalty_member (customer_id, month) values (${id}, '2026-03')`.execute(db)

    // In the first 40 changes, every third coupon and every fourth member fails in its transaction.
    await sql`create sequence planted_abort`.execute(db)
    await sql`create function abort_sometimes() returns trigger language plpgsql as $$
      declare change bigint := nextval('planted_abort');
      begin
        if change <= 40 and change % tg_argv[0]::int = 0 then raise exception 'killed'; end if;
        return new;
      end $$`.execute(db)
    await sql`create trigger planted before insert on coupon for each row execute function abort_sometimes(3)`.execute(
      db,
    )
    await sql`create trigger planted before update on loyalty_member
      for each row execute function abort_sometimes(4)`.execute(db)
    onTestFinished(async () => {
      await sql`drop function abort_sometimes cascade`.execute(db)
      await sql`drop sequence planted_abort`.execute(db)
    })

    app.clock.now = new Date('2026-04-01T00:00:00Z')
    const reasons: string[] = []
    for (let round = 0; round < 8; round++) {
      const runs = await Promise.allSettled(Array.from({ length: 10 }, () => startMonth(app.deps)))
      reasons.push(...runs.flatMap((run) => (run.status === 'rejected' ? [String(run.reason)] : [])))
    }

    expect([...new Set(reasons)]).toEqual(['error: killed'])
    const coupons = await rowsOf(app, 'coupon', { customer_id: buyer.id })
    expect(coupons.map(({ source }) => source).sort()).toEqual(['monthly:2026-04:0', 'monthly:2026-04:1'])
    for (const coupon of coupons) expect(coupon.expires_at).toEqual(new Date('2026-05-01T00:00:00Z'))
    for (const id of quiet) {
      expect(await rowsOf(app, 'coupon', { customer_id: id })).toEqual([])
      expect((await rowOf(app, 'loyalty_member', { customer_id: id })).month).toBe('2026-04')
    }
    await expectSound()
  })

  it('gives a new member no coupon before the next month', async () => {
    const member = await aMember()
    await aCompletedOrder(member, 100_00)
    await startMonth(app.deps)
    expect(await rowsOf(app, 'coupon', { customer_id: member.id })).toEqual([])
  })
})

describe('tasks', () => {
  const taskOf = async (member: Member, taskId: string) => (await member.view()).tasks.find(({ id }) => id === taskId)

  it('show their progress and are rewarded once', async () => {
    const member = await aMember()
    expect(await taskOf(member, 'profile')).toMatchObject({ state: 'open', progress: { done: 1, of: 5 } })
    expect((await member.claim('profile')).error.code).toBe('TASK_NOT_DONE')

    const body = {
      company: 'Atelier',
      phoneCode: '+33',
      phone: '612345678',
      title: 'buyer',
      industry: 'other',
    } as const
    await member.browser.call('PATCH /global/account/me', { body })
    expect(await taskOf(member, 'profile')).toMatchObject({ state: 'claimable', progress: { done: 5, of: 5 } })

    const browsers = await Promise.all(Array.from({ length: 6 }, () => aBrowserOf(app, member.id)))
    const params = { taskId: 'profile' }
    const answers = await Promise.all(
      browsers.map((browser) => browser.call('POST /global/loyalty/task/{taskId}', { params })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(['TASK_CLAIMED']))
    expect(await taskOf(member, 'profile')).toMatchObject({ state: 'done' })
    expect(await pointsOf(app, member.id)).toBe(50)
    expect((await member.claim('no-such-task')).error.code).toBe('NOT_FOUND')
    await expectSound()
  })

  it('are open again in the next month if they are monthly', async () => {
    const member = await aMember()
    await aDeliveredOrder(member, 100_00, 0)
    await sql`update customer_order set total = jsonb_set(total, '{goodsMinor}', '5000')
      where customer_id = ${member.id}`.execute(app.deps.db)
    expect(await taskOf(member, 'monthly-order')).toMatchObject({ state: 'claimable' })
    expect(await taskOf(member, 'monthly-two-technologies')).toMatchObject({ progress: { done: 1, of: 2 } })
    expect((await member.claim('monthly-order')).status).toBe(200)
    expect(await taskOf(member, 'monthly-order')).toMatchObject({ state: 'done' })

    await member.travelTo('2026-04-01T00:00:00Z')
    expect(await taskOf(member, 'monthly-order')).toMatchObject({ state: 'open', progress: { done: 0, of: 1 } })
    expect(await taskOf(member, 'first-upload')).toMatchObject({ state: 'claimable' })
    await expectSound()
  })

  it('list a reload only for accounts that may reload', async () => {
    const member = await aMember()
    expect(await taskOf(member, 'reload')).toBeUndefined()
    expect((await member.claim('reload')).error.code).toBe('TASK_NOT_DONE')

    await updateRows(app, 'customer', { id: member.id }, { is_recharge: true })
    expect(await taskOf(member, 'reload')).toMatchObject({ state: 'open', progress: { done: 0, of: 1 } })
  })

  it('reward each review and each review with a photo, which only the customer and staff see', async () => {
    const member = await aMember()
    const orderId = await aDeliveredOrder(member, 100_00, 0)
    const params = { orderId }
    const addPhoto = async (browser: Browser, bytes: Uint8Array) => {
      const form = new FormData()
      form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'part.png')
      const path = `/gateway/global/order/${orderId}/review/photo`
      const response = await browser.fetch(path, { method: 'POST', body: form })
      return { status: response.status, body: (await response.json()) as { code?: string } }
    }
    const picture = await aPicture({ format: 'png' })
    expect((await addPhoto(member.browser, picture)).body.code).toBe('REVIEW_MISSING')

    const review = { stars: 5, workmanship: 4, product: 3, service: 2, logistics: 1, comment: '' }
    await member.browser.call('POST /global/order/{orderId}/review', { params, body: review })
    expect(await taskOf(member, 'review')).toMatchObject({ state: 'claimable', claimable: 1, maxPerMonth: 10 })
    expect(await taskOf(member, 'review-photo')).toMatchObject({ state: 'open' })

    expect((await addPhoto(member.browser, Buffer.from('<svg/>'))).body.code).toBe('IMAGE_UNSUPPORTED')
    for (let i = 0; i < 5; i++) expect((await addPhoto(member.browser, picture)).status).toBe(200)
    expect((await addPhoto(member.browser, picture)).body.code).toBe('TOO_MANY_PHOTOS')

    const { data: order } = await member.browser.call('GET /global/order/{orderId}', { params })
    expect(order.review?.photoIds).toHaveLength(5)
    expect(order.can.addPhoto).toBe(false)
    const photo = `order/${orderId}/review/photo/${order.review?.photoIds[0]}`
    const stranger = await aMember()
    const own = await member.browser.fetch(`/gateway/global/${photo}`)
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await staff.fetch(`/gateway/global/staff/${photo}`)).status).toBe(200)
    expect((await stranger.browser.fetch(`/gateway/global/${photo}`)).status).toBe(404)

    expect((await member.claim('review')).status).toBe(200)
    expect((await member.claim('review-photo')).status).toBe(200)
    expect((await member.claim('review')).error.code).toBe('TASK_CLAIMED')
    expect(await pointsOf(app, member.id)).toBe(50)
    await expectSound()
  })

  it('reward an invited friend once per order, twenty times a month at most, and no company', async () => {
    const member = await aMember()
    const { id: company } = await aCustomer(app, { accountType: 'enterprise' })
    const invited = (referrerId: string, friendOrderId: string) =>
      app.deps.db
        .transaction()
        .execute((trx) => rewardInvitedFriend(app.deps, trx, { referrerId, friendOrderId }, app.clock.now))

    const orderId = randomUUID()
    expect(await Promise.all(Array.from({ length: 4 }, () => invited(member.id, orderId)))).toContain(true)
    expect(await pointsOf(app, member.id)).toBe(100)
    for (let i = 0; i < 25; i++) await invited(member.id, randomUUID())
    expect(await pointsOf(app, member.id)).toBe(2000)
    expect(await taskOf(member, 'invite')).toMatchObject({ state: 'limit', rewardedThisMonth: 20 })
    expect(await invited(company, randomUUID())).toBe(false)
    await expectSound()
  })
})
