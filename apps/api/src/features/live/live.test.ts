import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { severalVisitors, startApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor, useStaff } from '#test/builders.ts'
import { LiveEvents } from '#test/live-events.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { aCompany, customerOf } from '#test/promises/customers.ts'
import { aReload } from '#test/promises/payment-samples.ts'
import { aProject } from '#test/quote/quotes.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

const post = (browser: Browser, path: string, body: object) =>
  browser.fetch(`/gateway/global/live${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

/** Opens a stream, of which the first event is read. */
async function follow(browser: Browser, body: object, path = ''): Promise<LiveEvents> {
  const response = await post(browser, path, body)
  if (!response.body || response.status !== 200) throw new Error(`no stream: ${response.status}`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')

  const events = new LiveEvents(response.body)
  expect(await events.next()).toEqual({ topic: null, revision: null })
  return events
}

const rename = (browser: Browser, projectId: string, name: string) =>
  browser.call('PATCH /global/project/{projectId}', { params: { projectId }, body: { name } })

it('reports a change of a project to its visitor, with the new revision', async () => {
  const visitor = await aVisitor(app)
  const { id, revision } = await aProject(visitor)
  const events = await follow(visitor, { projectIds: [id] })

  await rename(visitor, id, 'Support')

  expect(await events.next()).toEqual({ topic: `project:${id}`, revision: revision + 1 })
  await events.close()
})

it('reports changes that another server of the installation has made', async () => {
  const second = await startApp({ ...severalVisitors, DATABASE_URL: app.deps.config.databaseUrl ?? '' })
  const visitor = await aVisitor(app)
  const { id } = await aProject(visitor)
  const events = await follow(visitor, { projectIds: [id] })

  const elsewhere = Object.assign(second.browser(), { token: visitor.token })
  await rename(elsewhere, id, 'Ailleurs')

  expect(await events.next()).toMatchObject({ topic: `project:${id}` })
  await events.close()
  await second.close()
})

it('reports nothing about a change that was rolled back', async () => {
  const visitor = await aVisitor(app)
  const { id, revision } = await aProject(visitor)
  const events = await follow(visitor, { projectIds: [id] })

  const undone = app.deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('project').set({ revision: 1000 }).where('id', '=', id).execute()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await rename(visitor, id, 'Confirmé')

  expect(await events.next()).toEqual({ topic: `project:${id}`, revision: revision + 1 })
  await events.close()
})

it('reports nothing about projects that the stream does not follow', async () => {
  const visitor = await aVisitor(app)
  const followed = await aProject(visitor)
  const other = await aProject(visitor)
  const events = await follow(visitor, { projectIds: [followed.id] })

  await rename(visitor, other.id, 'Autre')
  await rename(visitor, followed.id, 'Suivi')

  expect(await events.next()).toMatchObject({ topic: `project:${followed.id}` })
  await events.close()
})

it('reports an order that staff move, to its customer and to the holder of its payment link', async () => {
  const { id: customerId } = await aCustomer(app)
  const browser = await aBrowserOf(app, customerId)
  const order = await anOrderIn(app, customerId)
  const { data: link } = await browser.call('POST /global/payment/order/{orderId}/link', {
    params: { orderId: order.id },
    body: {},
  })
  const ofCustomer = await follow(browser, { orderIds: [order.id] })
  const ofHolder = await follow(app.browser(), { key: link.key }, '/link')

  await staff.call('POST /global/staff/order/{orderId}/cancel', {
    params: { orderId: order.id },
    body: { reason: 'matière épuisée' },
  })

  expect(await ofCustomer.next()).toEqual({ topic: `order:${order.id}`, revision: null })
  expect(await ofHolder.next()).toEqual({ topic: 'link', revision: null })
  await Promise.all([ofCustomer.close(), ofHolder.close()])
})

it('reports a payment that is begun, and a payment of a reload', async () => {
  const browser = await aCompany(app)
  const customerId = await customerOf(app, browser)
  const order = await anOrderIn(app, customerId)
  const reload = await aReload(browser)
  const events = await follow(browser, { orderIds: [order.id], reloadIds: [reload.id] })

  await browser.call('POST /global/payment/order/{orderId}/begin', {
    params: { orderId: order.id },
    body: { method: 'bank_transfer', useBalance: false, bankCurrency: 'EUR' },
  })
  expect(await events.next()).toEqual({ topic: `order:${order.id}`, revision: null })

  await app.deps.db
    .updateTable('payment_intent')
    .set({ state: 'processing' })
    .where('reload_id', '=', reload.id)
    .execute()
  expect(await events.next()).toEqual({ topic: `reload:${reload.id}`, revision: null })
  await events.close()
})

it('refuses an order of another customer, and every order to a visitor', async () => {
  const { id: ownerId } = await aCustomer(app)
  const order = await anOrderIn(app, ownerId)
  const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
  const visitor = await aVisitor(app)

  for (const browser of [stranger, visitor]) {
    const response = await post(browser, '', { orderIds: [order.id] })
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
  }
})

it('refuses a request that names nothing', async () => {
  expect((await post(await aVisitor(app), '', {})).status).toBe(422)
})

it('refuses more than twelve streams of one caller, and opens another after one is closed', async () => {
  const visitor = await aVisitor(app)
  const { id } = await aProject(visitor)
  const open = []
  for (let i = 0; i < 12; i++) open.push(await follow(visitor, { projectIds: [id] }))

  const refused = await post(visitor, '', { projectIds: [id] })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])

  await open.shift()?.close()
  await expect
    .poll(async () => {
      const response = await post(visitor, '', { projectIds: [id] })
      await response.body?.cancel()
      return response.status
    })
    .toBe(200)

  for (const events of open) await events.close()
})

it('ends the streams when the database connection is lost, and opens new ones', async () => {
  const visitor = await aVisitor(app)
  const { id } = await aProject(visitor)
  const events = await follow(visitor, { projectIds: [id] })

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen change'`.execute(app.deps.db)
  expect(await events.next()).toBeUndefined()

  const reopened = await follow(visitor, { projectIds: [id] })
  await rename(visitor, id, 'Retour')
  expect(await reopened.next()).toMatchObject({ topic: `project:${id}` })
  await reopened.close()
})

it('answers busy while notifications do not arrive, so that pages poll', async () => {
  const deaf = await startApp(severalVisitors, (deps) => {
    deps.changes = { follow: () => Promise.reject(new Error('no notification arrived')), close: async () => undefined }
  })
  const visitor = await aVisitor(deaf)
  const { id } = await aProject(visitor)

  const response = await post(visitor, '', { projectIds: [id] })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  await deaf.close()
})

it('ends its streams when the server stops, so that the stop does not wait for them', async () => {
  const stopping = await startApp(severalVisitors)
  const visitor = await aVisitor(stopping)
  const { id } = await aProject(visitor)
  const events = await follow(visitor, { projectIds: [id] })

  const closed = stopping.close()
  expect(await events.next()).toBeUndefined()
  await closed
})
