import { randomUUID } from 'node:crypto'
import { recognisableEmail } from '@cotation/domain'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Db } from '#db/database.ts'
import { issueSession } from '#features/auth/session.service.ts'
import { keyIn, severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  aBrowserOf,
  aCustomer,
  aLoggedInBrowser,
  aPasswordCode,
  aSignUp,
  aStaffBrowser,
  goodPassword,
  type TestCustomer,
} from '#test/builders.ts'
import { aRequestedCost } from '#test/orders/additional-costs.ts'
import { aClaim, aDeliveredOrder, anAcceptedClaim } from '#test/orders/claims.ts'
import { funded, posted } from '#test/orders/ledger.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import {
  aCardOrder,
  aPayer,
  codeOf,
  expectSoundLedger,
  payCard,
  reconcileNow,
  refund,
  usePaymentApp,
  walletOf,
} from '#test/orders/payments.ts'
import { aDeletionKey, confirm, requestDeletion } from '#test/personal-data.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'
import { sendDeletionMail } from './deletion.service.ts'

const app = usePaymentApp(severalVisitors)

const view = async (browser: Browser) => (await browser.call('GET /global/account/deletion', {})).data
const linkOf = (key: string) => app.browser().call('POST /global/account/deletion/link', { body: { key } })
const renew = (key: string, givenUpMinor: number) =>
  app.browser().call('POST /global/account/deletion/link/renew', { body: { key, givenUpMinor } })
const kindsOf = (data: { obstacles: { kind: string }[] }) => data.obstacles.map(({ kind }) => kind)
const loginOf = ({ email, password }: TestCustomer) =>
  app.browser().call('POST /global/account/login', { body: { email, password } })

describe('the request to delete an account', () => {
  it('needs the right password, however recent the login', async () => {
    const customer = await aCustomer(app)
    const browser = await aLoggedInBrowser(app, customer)
    const request = (body: { email: string; password?: string }) =>
      browser.call('POST /global/account/deletion', { body })

    const missing = await request({ email: customer.email })
    expect(missing.error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'password' }] })
    expect((await request({ email: customer.email, password: 'Wrong-42' })).error.code).toBe('PASSWORD_WRONG')
    expect((await view(browser)).request).toBeNull()

    const { data } = await request({ email: customer.email.toUpperCase(), password: customer.password })
    expect(data.request).toEqual({
      requestedAt: app.clock.now.toISOString(),
      expiresAt: new Date(app.clock.now.getTime() + 86_400_000).toISOString(),
      givenUpMinor: 0,
    })
  })

  it('needs the own address typed again', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    const { error } = await browser.call('POST /global/account/deletion', {
      body: { email: 'other@example.com', password: customer.password },
    })
    expect(error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'email', code: 'EMAIL_NOT_YOURS' }] })
  })

  it('needs a sign-in of the last ten minutes if there is no password', async () => {
    const { id, email } = await aCustomer(app)
    await updateRows(app, 'customer', { id }, { password_hash: null })
    const browser = await aBrowserOf(app, id)
    app.clock.advance(601)
    const body = { email }
    expect(codeOf(await browser.call('POST /global/account/deletion', { body }))).toBe('PASSWORD_REQUIRED')

    browser.token = (await issueSession(app.deps.db, app.clock.now, id)).accessToken
    app.clock.advance(600)
    expect((await browser.call('POST /global/account/deletion', { body })).data.request).not.toBeNull()
  })

  it('is for activated accounts only (spec 4)', async () => {
    const customer = await aCustomer(app, { activated: false })
    expect(codeOf(await requestDeletion(await aBrowserOf(app, customer.id), customer))).toBe('NOT_ACTIVATED')
  })

  it('is cancelled from the account, and its link with it', async () => {
    const customer = await aCustomer(app)
    const { browser, key } = await aDeletionKey(app, customer)
    expect((await browser.call('DELETE /global/account/deletion', {})).data.request).toBeNull()
    expect(codeOf(await confirm(app.browser(), key))).toBe('DELETION_LINK_INVALID')
    expect((await loginOf(customer)).status).toBe(200)
  })

  it('loses its link when the password changes: the owner stops a stranger', async () => {
    const customer = await aCustomer(app)
    const { browser, key } = await aDeletionKey(app, customer)
    const code = await aPasswordCode(app, browser)
    const password = 'Quite-another-42'
    const change = { oldPassword: customer.password, password, confirmPassword: password, code }
    expect((await browser.call('PATCH /global/account/password', { body: change })).status).toBe(200)

    expect(codeOf(await confirm(app.browser(), key))).toBe('DELETION_LINK_INVALID')
    expect((await loginOf({ ...customer, password })).status).toBe(200)
  })

  it('replaces an earlier one, whose link ends (AUT-3)', async () => {
    const customer = await aCustomer(app)
    const first = await aDeletionKey(app, customer)
    app.clock.advance(1)
    const second = await aDeletionKey(app, customer, 2)
    expect(codeOf(await confirm(app.browser(), first.key))).toBe('DELETION_LINK_INVALID')
    expect((await confirm(app.browser(), second.key)).status).toBe(200)
  })

  it('is mailed again by a retry, and the older link says that the newest one works', async () => {
    const customer = await aCustomer(app)
    const { key: older } = await aDeletionKey(app, customer)
    app.clock.advance(1)
    await sendDeletionMail(app.deps, { customerId: customer.id })
    const mail = await app.mail(customer.email, 'account-deletion', 2)
    expect(mail.text).toContain('seul le lien du plus récent fonctionne')

    const { error } = await linkOf(older)
    expect(error).toMatchObject({ code: 'DELETION_LINK_INVALID' })
    expect(error.message).toContain('ouvrez le lien du plus récent')
    expect((await linkOf(keyIn(mail))).data).toMatchObject({ state: 'open' })
    expect((await confirm(app.browser(), keyIn(mail))).status).toBe(200)
  })
})

describe('the confirmation of a deletion', () => {
  it('works in any browser, ends all sessions and frees the address', async () => {
    const customer = await aCustomer(app)
    const elsewhere = await aLoggedInBrowser(app, customer)
    const { browser, key } = await aDeletionKey(app, customer)
    const unknown = await loginOf({ ...customer, email: 'nobody-at-all@example.com' })

    expect((await confirm(app.browser(), key)).data).toEqual({ state: 'deleted' })

    for (const ended of [browser, elsewhere]) {
      expect((await ended.call('GET /global/account/me', {})).status).toBe(401)
    }
    const { requestId: _, ...refusal } = (await loginOf(customer)).error
    expect(refusal).toEqual({ code: unknown.error.code, message: unknown.error.message })

    const visitor = app.browser()
    const body = await aSignUp(app, visitor, customer.email)
    expect((await visitor.call('POST /global/account/register', { body })).status).toBe(200)
    await app.mail(customer.email, 'activation')
    const shell = await rowOf(app, 'customer', { id: customer.id })
    expect(shell).toMatchObject({ email: `deleted ${customer.id}`, username: 'deleted', password_hash: null })
    expect(await rowsOf(app, 'customer', { email: customer.email })).toHaveLength(1)
  })

  it('repeated says that the account is deleted, and nothing else', async () => {
    const { key } = await aDeletionKey(app, await aCustomer(app))
    await confirm(app.browser(), key)
    await app.mails()

    expect((await confirm(app.browser(), key)).data).toEqual({ state: 'deleted' })
    expect((await linkOf(key)).data).toEqual({ state: 'deleted' })
  })

  it('is possible for 24 hours and not a second longer (PRI-3)', async () => {
    const early = await aDeletionKey(app, await aCustomer(app))
    const late = await aDeletionKey(app, await aCustomer(app))
    app.clock.advance(86_399)
    expect((await confirm(app.browser(), early.key)).status).toBe(200)

    app.clock.advance(1)
    const { error, status } = await confirm(app.browser(), late.key)
    expect(status).toBe(422)
    expect(error.code).toBe('DELETION_LINK_INVALID')
    expect(error.message).toContain('24\u00a0heures')
  })

  it('answers an unknown key like an expired one', async () => {
    for (const path of ['POST /global/account/deletion/link', 'POST /global/account/deletion/confirm'] as const)
      expect(codeOf(await app.browser().call(path, { body: { key: 'x'.repeat(43) } }))).toBe('DELETION_LINK_INVALID')
  })

  it('happens once for fifty parallel calls (AUT-3)', async () => {
    const customer = await aCustomer(app)
    await funded(app.deps.db, customer.id, 500, app.clock.now)
    const { key } = await aDeletionKey(app, customer, 1, 500)
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(app.browser(), key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))

    const postings = await rowsOf(app, 'ledger_transaction', { customer_id: customer.id, kind: 'balance-given-up' })
    expect(postings).toHaveLength(1)
  })

  it('is blocked by an order placed since the request, and works once it is closed', async () => {
    const customer = await aCustomer(app)
    const { key } = await aDeletionKey(app, customer)
    const order = await aPlacedOrder(app, customer.id)

    expect(codeOf(await confirm(app.browser(), key))).toBe('DELETION_BLOCKED')
    const { data } = await linkOf(key)
    expect(data).toMatchObject({
      state: 'open',
      obstacles: [{ kind: 'open-order', order: { id: order.id, number: order.number }, remedy: 'pay-or-cancel' }],
    })
    expect((await loginOf(customer)).status).toBe(200)

    await moveTo(app, order.id, 'cancelled')
    expect((await confirm(app.browser(), key)).status).toBe(200)
  })

  it('opened by a mail scanner changes nothing (AUT-4)', async () => {
    const customer = await aCustomer(app)
    const { browser, key } = await aDeletionKey(app, customer)
    expect((await linkOf(key)).data).toMatchObject({ state: 'open' })

    expect((await view(browser)).request).not.toBeNull()
    expect((await confirm(app.browser(), key)).status).toBe(200)
  })
})

describe('an order that is being placed while the account is deleted', () => {
  it('is refused, because its customer no longer exists', async () => {
    const customer = await aCustomer(app)
    const { key } = await aDeletionKey(app, customer)
    await confirm(app.browser(), key)
    await expect(aPlacedOrder(app, customer.id)).rejects.toMatchObject({ code: '40001' })
  })

  /** An order inserted while a deletion is not committed. */
  async function orderDuringDeletion(): Promise<string> {
    const { db } = app.deps
    const { id } = await aCustomer(app)
    const { id: _, ...placed } = await aPlacedOrder(app, id)
    const row = {
      ...placed,
      number: `${placed.number}-2`,
      submission_key: randomUUID(),
      total: JSON.stringify(placed.total),
      total_minor: Number(placed.total_minor),
      shipping_address: JSON.stringify(placed.shipping_address),
      billing_address: JSON.stringify(placed.billing_address),
      dates: JSON.stringify(placed.dates),
      entrust: null,
      export_declaration: null,
    }

    let placing = Promise.resolve('')
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('customer').select('id').where('id', '=', id).forUpdate().execute()
      await trx.updateTable('customer').set({ deleted_at: app.clock.now }).where('id', '=', id).execute()
      placing = db
        .insertInto('customer_order')
        .values(row)
        .execute()
        .then(
          () => 'placed',
          () => 'refused',
        )
      await until(() => isWaiting(db), 'the order to wait for the deletion')
    })
    return placing
  }

  async function isWaiting(db: Db): Promise<true | undefined> {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0 ? true : undefined
  }

  it('waits for the deletion and is refused; without the check it is placed (control)', async () => {
    const { db } = app.deps
    expect(await orderDuringDeletion()).toBe('refused')

    await sql`alter table customer_order disable trigger customer_order_of_customer`.execute(db)
    onTestFinished(async () => {
      await sql`alter table customer_order enable trigger customer_order_of_customer`.execute(db)
    })
    expect(await orderDuringDeletion()).toBe('placed')
  })
})

describe('what blocks a deletion', () => {
  it('is named with its order, paid or not', async () => {
    const payer = await aCardOrder(app)
    const unpaid = await aPlacedOrder(app, payer.customerId)

    const { email, obstacles } = await view(payer.browser)
    expect(obstacles.map(({ kind, order }) => [kind, order?.number])).toEqual([
      ['open-order', payer.order.number],
      ['open-order', unpaid.number],
    ])
    expect(codeOf(await requestDeletion(payer.browser, { email, password: goodPassword }))).toBe('DELETION_BLOCKED')
  })

  it('says what ends it, and when it ends by itself', async () => {
    const { id: customerId } = await aCustomer(app)
    const { catalogue } = await app.deps.catalogues.inForce()
    const completedAt = new Date(app.clock.now.getTime() + catalogue.loyalty.creditAfterDays * 86_400_000)
    const remedies = [
      ['awaiting_payment', 'pay-or-cancel', null],
      ['payment_pending', 'await-payment', null],
      ['in_review', 'cancel-or-receive', null],
      ['in_production', 'receive', null],
      ['delivered', 'confirm-receipt', completedAt.toISOString()],
    ] as const

    const { id, number } = await aPlacedOrder(app, customerId)
    const browser = await aBrowserOf(app, customerId)
    for (const [status, remedy, endsAt] of remedies) {
      const delivered_at = status === 'delivered' ? app.clock.now : null
      await updateRows(app, 'customer_order', { id }, { status, delivered_at })
      expect((await view(browser)).obstacles).toMatchObject([{ kind: 'open-order', id, number, remedy, endsAt }])
    }
    await updateRows(app, 'customer_order', { id }, { status: 'awaiting_payment', delivered_at: null })
  })

  it('names each claim of an order and each additional cost', async () => {
    const staff = await aStaffBrowser(app)
    const delivered = await aDeliveredOrder(app, (await aCustomer(app)).id)
    const asked = await aClaim(delivered)
    await staff.call('POST /global/staff/afterSale/{claimId}/question', {
      params: { claimId: asked.id },
      body: { text: 'Quel trou ?' },
    })
    app.clock.advance(1)
    const accepted = await anAcceptedClaim(staff, delivered)

    const { obstacles } = await view(delivered.browser)
    const claims = obstacles.filter(({ kind }) => kind === 'open-claim')
    expect(claims.map(({ id, number, order, remedy }) => [id, number, order?.number, remedy])).toEqual([
      [asked.id, null, delivered.order.number, 'answer'],
      [accepted.claim.id, accepted.workOrderNumber, delivered.order.number, 'order-after-sale'],
    ])

    const { browser, cost } = await aRequestedCost(app, staff)
    const costs = (await view(browser)).obstacles.filter(({ kind }) => kind === 'additional-cost')
    expect(costs).toEqual([
      {
        kind: 'additional-cost',
        id: cost.id,
        number: cost.number,
        order: { id: cost.orderId, number: cost.orderNumber },
        amountMinor: cost.totalMinor,
        receivedMinor: 0,
        remedy: 'pay-or-decline',
        endsAt: cost.deadline,
      },
    ])
  })

  it('includes credit owed and a dispute', async () => {
    const debtor = await aPayer(app, { creditMinor: 1_000_000 })
    await debtor.begin({ method: 'credit' })
    expect(kindsOf(await view(debtor.browser))).toContain('credit-owed')

    const disputed = await aCardOrder(app)
    await updateRows(app, 'payment_intent', { order_id: disputed.orderId }, { state: 'disputed' })
    const { obstacles } = await view(disputed.browser)
    expect(obstacles.find(({ kind }) => kind === 'dispute')).toMatchObject({
      number: disputed.order.number,
      order: { id: disputed.orderId },
      remedy: 'write',
    })
    await updateRows(app, 'payment_intent', { order_id: disputed.orderId }, { state: 'captured' })
  })

  it('includes a refund that the card provider has not confirmed', async () => {
    const staff = await aStaffBrowser(app)
    const { browser, order, orderId } = await aCardOrder(app)
    await controlCards(app, { switches: { trouble: 'fault' } })
    expect((await refund(staff, orderId, 100)).status).toBe(200)

    const { obstacles } = await view(browser)
    expect(obstacles.find(({ kind }) => kind === 'refund-pending')).toMatchObject({
      number: order.number,
      order: { id: orderId },
      amountMinor: 100,
      remedy: 'await-refund',
    })

    await controlCards(app, { switches: { trouble: 'none' } })
    app.clock.advance(3600)
    await reconcileNow(app)
    expect(kindsOf(await view(browser))).toEqual(['open-order'])
  })

  it('includes a reload that is not paid, then not spendable', async () => {
    const { id } = await aCustomer(app)
    await updateRows(app, 'customer', { id }, { is_recharge: true })
    const browser = await aBrowserOf(app, id)
    const reload = { amountUsd: 100, method: 'card', submissionKey: randomUUID() } as const
    const { data } = await browser.call('POST /global/account/balance/reload', { body: reload })
    expect((await view(browser)).obstacles).toMatchObject([
      { kind: 'open-payment', number: data.number, order: null, amountMinor: 100_00, remedy: 'pay-reload' },
    ])

    await payCard(app, data.redirectUrl)
    await until(async () => {
      const { obstacles } = await view(browser)
      return obstacles[0]?.kind === 'reload-pending' ? true : undefined
    }, 'the paid reload')
    expect((await view(browser)).obstacles).toMatchObject([
      { kind: 'reload-pending', number: data.number, amountMinor: 100_00, remedy: 'await-credit' },
    ])
  })
})

describe('a balance', () => {
  it('is refunded first or given up in writing, to the cent', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    await funded(app.deps.db, customer.id, 1234, app.clock.now)

    expect((await view(browser)).obstacles).toEqual([
      {
        kind: 'balance',
        id: expect.any(String),
        number: null,
        order: null,
        amountMinor: 1234,
        receivedMinor: 0,
        remedy: 'refund-or-give-up',
        endsAt: null,
      },
    ])
    expect(codeOf(await requestDeletion(browser, customer))).toBe('DELETION_BLOCKED')
    expect(codeOf(await requestDeletion(browser, customer, 1233))).toBe('BALANCE_CHANGED')
    expect(codeOf(await requestDeletion(browser, customer, 1235))).toBe('BALANCE_CHANGED')

    const { data } = await requestDeletion(browser, customer, 1234)
    expect(data).toMatchObject({ obstacles: [], request: { givenUpMinor: 1234 } })
    const key = keyIn(await app.mail(customer.email, 'account-deletion'))
    expect(await walletOf(app, customer.id)).toBe(1234)
    expect((await linkOf(key)).data).toMatchObject({
      maskedEmail: recognisableEmail(customer.email),
      balanceMinor: 1234,
      points: 0,
      obstacles: [],
    })

    expect((await confirm(app.browser(), key)).status).toBe(200)
    expect(await walletOf(app, customer.id)).toBe(0)
    const [posting] = await rowsOf(app, 'ledger_transaction', { customer_id: customer.id, kind: 'balance-given-up' })
    const entries = await rowsOf(app, 'ledger_entry', { transaction_id: String(posting?.id) })
    expect(entries.map(({ amount_minor }) => Number(amount_minor)).sort()).toEqual([-1234, 1234])
    await expectSoundLedger(app)
  })

  it('blocks the deletion again if it grew since the request, and nothing is lost', async () => {
    const customer = await aCustomer(app)
    await funded(app.deps.db, customer.id, 1000, app.clock.now)
    const { key } = await aDeletionKey(app, customer, 1, 1000)
    await funded(app.deps.db, customer.id, 1, app.clock.now)

    expect(codeOf(await confirm(app.browser(), key))).toBe('DELETION_BLOCKED')
    expect(await walletOf(app, customer.id)).toBe(1001)
  })

  it('is given up, if it grew, by a new request from the link, and the new mail confirms it', async () => {
    const customer = await aCustomer(app)
    await funded(app.deps.db, customer.id, 1000, app.clock.now)
    const { browser, key } = await aDeletionKey(app, customer, 1, 1000)
    expect(codeOf(await renew(key, 1000)), 'it has not grown').toBe('BALANCE_CHANGED')
    await funded(app.deps.db, customer.id, 1, app.clock.now)

    expect((await linkOf(key)).data).toMatchObject({
      balanceMinor: 1001,
      givenUpMinor: 1000,
      obstacles: [{ kind: 'balance', amountMinor: 1001 }],
    })
    expect(await view(browser)).toMatchObject({ balanceMinor: 1001, request: { givenUpMinor: 1000 } })
    expect(codeOf(await renew(key, 1000))).toBe('BALANCE_CHANGED')
    expect(codeOf(await renew('unknown', 1001))).toBe('DELETION_LINK_INVALID')

    app.clock.advance(3600)
    const expiresAt = new Date(app.clock.now.getTime() + 86_400_000).toISOString()
    expect((await renew(key, 1001)).data).toEqual({ expiresAt })
    expect(await view(browser)).toMatchObject({ obstacles: [], request: { givenUpMinor: 1001, expiresAt } })
    expect(await walletOf(app, customer.id)).toBe(1001)
    expect(codeOf(await renew(key, 1001)), 'a second press').toBe('DELETION_LINK_INVALID')
    expect(codeOf(await confirm(app.browser(), key))).toBe('DELETION_LINK_INVALID')

    const newKey = keyIn(await app.mail(customer.email, 'account-deletion', 2))
    expect((await confirm(app.browser(), newKey)).status).toBe(200)
    expect(await walletOf(app, customer.id)).toBe(0)
    await expectSoundLedger(app)
  })

  it('is not given up, if it grew, while something else blocks the deletion', async () => {
    const customer = await aCustomer(app)
    const { key } = await aDeletionKey(app, customer)
    await funded(app.deps.db, customer.id, 1000, app.clock.now)
    await aPlacedOrder(app, customer.id)

    expect(codeOf(await renew(key, 1000))).toBe('DELETION_BLOCKED')
    expect((await linkOf(key)).data).toMatchObject({ givenUpMinor: 0 })
  })

  it('is taken back with the account if it is in points', async () => {
    const customer = await aCustomer(app)
    const points = { kind: 'points', customerId: customer.id } as const
    await posted(app.deps.db, {
      kind: 'points-earned',
      customerId: customer.id,
      lines: [
        { account: { kind: 'points_issued' }, amountMinor: 70 },
        { account: points, amountMinor: -70 },
      ],
    })
    const { browser, key } = await aDeletionKey(app, customer)
    expect((await view(browser)).points).toBe(70)
    expect((await linkOf(key)).data).toMatchObject({ points: 70 })
    await confirm(app.browser(), key)
    const [account] = await rowsOf(app, 'ledger_account', { customer_id: customer.id, kind: 'points' })
    expect(Number(account?.balance_minor)).toBe(0)
  })
})

describe('a deleted customer', () => {
  it('is unknown to staff', async () => {
    const customer = await aCustomer(app, { accountType: 'enterprise' })
    const { key } = await aDeletionKey(app, customer)
    await confirm(app.browser(), key)
    const staff = await aStaffBrowser(app)
    const params = { customerId: customer.id }
    const answers = [
      await staff.call('PATCH /global/staff/customer/{customerId}', { params, body: { isRecharge: true } }),
      await staff.call('POST /global/staff/customer/{customerId}/credit', {
        params,
        body: { limitMinor: 100, reason: 'Test' },
      }),
      await staff.call('DELETE /global/staff/customer/{customerId}/manager', { params, body: { reason: 'Test' } }),
    ]
    expect(answers.map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  })
})
