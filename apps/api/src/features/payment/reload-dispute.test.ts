import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, useStaff } from '#test/builders.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { codeOf, OrderPayer, payCard, usePaymentApp, walletOf } from '#test/orders/payments.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { controlCards } from '#test/servers/card-provider.ts'
import { until } from '#test/until.ts'
import { creditDueReloads } from './reload.service.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

/** A customer with a reload of 100 dollars by card; credited unless it is still pending. */
async function aReload({ isCredited = true } = {}) {
  const { id: customerId, email } = await aCustomer(app)
  await updateRows(app, 'customer', { id: customerId }, { is_recharge: true })
  const browser = await aBrowserOf(app, customerId)
  const body = { amountUsd: 100, method: 'card', submissionKey: randomUUID() } as const
  const { data } = await browser.call('POST /global/account/balance/reload', { body })
  await payCard(app, data.redirectUrl)
  await stateIs(browser, data.id, 'pending')

  if (isCredited) {
    app.clock.advance(300)
    await creditDueReloads(app.deps)
  }

  const { id: intentId } = await rowOf(app, 'payment_intent', { reload_id: data.id })
  const { event_id } = await rowOf(app, 'payment_event', { intent_id: intentId, type: 'captured' })
  const payment = event_id.replace('captured:', '')
  return { customerId, email, browser, reloadId: data.id, number: data.number, payment }
}

const stateIs = (browser: Browser, reloadId: string, state: string) =>
  until(async () => {
    const params = { reloadId }
    const { data } = await browser.call('GET /global/account/balance/reload/{reloadId}', { params })
    return data.state === state ? data : undefined
  }, `the state "${state}"`)

/** An order that the balance has paid. */
async function anOrderFromBalance(
  { customerId, browser }: { customerId: string; browser: Browser },
  totalMinor: number,
) {
  const order = await aPlacedOrder(app, customerId, { totalMinor })
  const { data } = await new OrderPayer(browser, order.id).begin({ method: 'balance' })
  expect(data.result).toBe('paid')
  return order
}

const review = (orderId: string) =>
  staff.call('POST /global/staff/order/{orderId}/move', { params: { orderId }, body: { to: 'in_review' } })

const disputeOf = async (number: string) => {
  const { data } = await staff.call('GET /global/staff/dispute', {})
  return data.disputes.find(({ reloadNumber }) => reloadNumber === number)
}

describe('a disputed reload', () => {
  it('freezes what is left of it until the dispute is won', async () => {
    const { customerId, email, browser, reloadId, number, payment } = await aReload()
    await controlCards(app, { dispute: payment })
    await stateIs(browser, reloadId, 'disputed')

    expect(await walletOf(app, customerId)).toBe(0)
    expect(await disputeOf(number)).toMatchObject({ disputedMinor: 10_000, frozenMinor: 10_000, outcome: null })
    const again = { amountUsd: 100, method: 'card', submissionKey: randomUUID() } as const
    const refused = await browser.call('POST /global/account/balance/reload', { body: again })
    expect(codeOf(refused)).toBe('RELOAD_NOT_ALLOWED')
    const { text } = await app.mail(email, 'reload-disputed')
    expect(plain(text)).toContain('100,00 $US de votre solde sont bloqués')

    await controlCards(app, { closeDispute: payment })
    await stateIs(browser, reloadId, 'credited')
    expect(await walletOf(app, customerId)).toBe(10_000)
    expect(await disputeOf(number)).toBeUndefined()
    await app.mail(email, 'reload-dispute-won')
  })

  it('is not credited while it is disputed', async () => {
    const { customerId, browser, reloadId, payment } = await aReload({ isCredited: false })
    await controlCards(app, { dispute: payment })
    await stateIs(browser, reloadId, 'disputed')
    app.clock.advance(300)
    await creditDueReloads(app.deps)
    expect(await walletOf(app, customerId)).toBe(0)

    await controlCards(app, { closeDispute: payment })
    await until(async () => {
      await creditDueReloads(app.deps)
      return (await walletOf(app, customerId)) === 10_000 ? true : undefined
    }, 'the credit')
  })

  it('stops unshipped orders that were paid from it, until it is won', async () => {
    const reload = await aReload()
    const order = await anOrderFromBalance(reload, 60_00)
    await controlCards(app, { dispute: reload.payment })
    await app.mail(reload.email, 'reload-disputed')

    expect(await disputeOf(reload.number)).toMatchObject({ frozenMinor: 40_00, stoppedOrders: [order.number] })
    expect(codeOf(await review(order.id))).toBe('ORDER_STOPPED')
    const stoppedAt = async () => {
      const { data } = await staff.call('GET /global/staff/order/{orderId}', { params: { orderId: order.id } })
      return data.stoppedAt
    }
    expect(await stoppedAt()).toBe(app.clock.now.toISOString())

    await controlCards(app, { closeDispute: reload.payment })
    await app.mail(reload.email, 'reload-dispute-won')
    expect(await stoppedAt()).toBeNull()
    expect((await review(order.id)).data.status).toBe('in_review')
    expect(await walletOf(app, reload.customerId)).toBe(40_00)
  })

  it('lets nobody spend other balance while a part of it is spent, until staff release the account', async () => {
    const reload = await aReload()
    const first = await anOrderFromBalance(reload, 60_00)
    await controlCards(app, { dispute: reload.payment })
    await app.mail(reload.email, 'reload-disputed')
    await new OrderPayer(reload.browser, first.id).cancel()
    expect(await walletOf(app, reload.customerId)).toBe(60_00)

    const other = await aPlacedOrder(app, reload.customerId, { totalMinor: 50_00 })
    const payer = new OrderPayer(reload.browser, other.id)
    expect(codeOf(await payer.begin({ method: 'balance' }))).toBe('BALANCE_BLOCKED')
    expect(codeOf(await payer.begin({ method: 'card', useBalance: true }))).toBe('BALANCE_BLOCKED')

    const { id = '' } = (await disputeOf(reload.number)) ?? {}
    const release = { params: { disputeId: id }, body: { reason: 'Client connu' } }
    expect((await staff.call('POST /global/staff/dispute/{disputeId}/release', release)).status).toBe(200)
    expect((await payer.begin({ method: 'balance' })).data.result).toBe('paid')
  })

  it('is taken from the balance when it is lost, and keeps the orders stopped', async () => {
    const reload = await aReload()
    const order = await anOrderFromBalance(reload, 60_00)
    await controlCards(app, { dispute: reload.payment })
    await app.mail(reload.email, 'reload-disputed')
    await controlCards(app, { loseDispute: reload.payment })
    await app.mail(reload.email, 'reload-dispute-lost')

    expect(await walletOf(app, reload.customerId)).toBe(0)
    expect(await disputeOf(reload.number)).toMatchObject({ outcome: 'lost', stoppedOrders: [order.number] })
    expect(codeOf(await review(order.id))).toBe('ORDER_STOPPED')
  })
})
