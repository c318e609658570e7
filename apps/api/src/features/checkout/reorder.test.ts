import { beforeEach, describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, type TestCustomer } from '#test/builders.ts'
import { aPublishedCatalogue } from '#test/catalogues.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()
let customer: TestCustomer

beforeEach(async () => {
  customer = await aCustomer(app)
})

const linesOf = (orderId: string) =>
  app.deps.db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
const expire = (uploadId: string) =>
  app.deps.db.updateTable('upload').set({ state: 'expired' }).where('id', '=', uploadId).execute()

async function reorder(orderId: string) {
  const browser = await aBrowserOf(app, customer.id)
  const answer = await browser.call('POST /global/order/{orderId}/reorder', { params: { orderId } })
  return { browser, ...answer }
}

describe('ordering again', () => {
  it('creates a project with the same parts, priced with the current catalogue', async () => {
    const order = await aPlacedOrder(app, customer.id, { parts: ['block', 'largerBlock'] })
    const version = await aPublishedCatalogue(app, '2026-03-02.88')
    const { browser, status, data } = await reorder(order.id)

    expect([status, data.lines, data.missing]).toEqual([200, 2, []])
    expect(data.projectId).not.toBe(order.project_id)

    const { data: looked } = await browser.call('GET /global/project/{projectId}', {
      params: { projectId: data.projectId },
      query: {},
    })
    const before = await linesOf(order.id)

    expect(looked.project).toMatchObject({ name: order.number, catalogueVersion: version })
    expect(
      looked.project?.lines.map(({ name, upload, configuration, status: now }) => [
        name,
        upload.id,
        configuration,
        now,
      ]),
    ).toEqual(before.map(({ name, upload_id, ordered }) => [name, upload_id, ordered.configuration, 'ready']))
    expect(looked.project?.lines[0]?.price?.catalogueVersion).toBe(version)
  })

  it('leaves out and lists parts whose files are deleted', async () => {
    const order = await aPlacedOrder(app, customer.id, { parts: ['block', 'largerBlock'] })
    const [first, second] = await linesOf(order.id)
    await expire(first?.upload_id ?? '')

    const { data } = await reorder(order.id)
    expect([data.lines, data.missing]).toEqual([1, [first?.name]])

    await expire(second?.upload_id ?? '')

    const gone = await reorder(order.id)
    expect([gone.status, gone.error.code]).toEqual([422, 'FILES_GONE'])
  })
})
