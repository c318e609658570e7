import { expect, it } from 'vitest'
import { meshKey, partKey } from '#features/upload/records/storage-keys.ts'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, useStaff } from '#test/builders.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { anUploadOf } from '#test/quote/quotes.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

const store = (sha256: string, content: string) =>
  app.deps.files.put(partKey(sha256), Buffer.from(content), { contentType: 'application/octet-stream' })

/** An order with a stored model and a stored drawing. */
async function anOrderWithDrawing() {
  const { id: customerId } = await aCustomer(app)
  const browser = await aBrowserOf(app, customerId)
  const order = await anOrderIn(app, customerId, 'paid')
  const line = await rowOf(app, 'order_line', { order_id: order.id })
  const part = await rowOf(app, 'upload', { id: line.upload_id })
  await store(String(part.sha256), 'the model')

  const drawingId = await anUploadOf(app, browser, { purpose: 'attachment', name: 'plan é.pdf' })
  await updateRows(app, 'upload', { id: drawingId }, { sha256: part.sha256 })
  const attachments = [{ uploadId: drawingId, name: 'plan é.pdf' }]
  const ordered = JSON.stringify({ ...line.ordered, attachments })
  await updateRows(app, 'order_line', { id: line.id }, { ordered })

  return { customerId, orderId: order.id, lineId: line.id, partId: part.id, partName: part.name, drawingId }
}

const download = (browser: Browser, orderId: string, uploadId: string) =>
  browser.fetch(`/gateway/global/staff/order/${orderId}/file/${uploadId}`)

it('lists the model of each line and its drawings', async () => {
  const { orderId, lineId, partId, partName, drawingId } = await anOrderWithDrawing()
  const { data } = await staff.call('GET /global/staff/order/{orderId}/file', { params: { orderId } })

  expect(data.files).toEqual([
    { uploadId: partId, name: partName, purpose: 'part', lineId, lineName: expect.any(String), bytes: 1000 },
    {
      uploadId: drawingId,
      name: 'plan é.pdf',
      purpose: 'attachment',
      lineId,
      lineName: expect.any(String),
      bytes: 1000,
    },
  ])
})

it('sends the files as the customer sent them, and records each download', async () => {
  const { orderId, partId, drawingId } = await anOrderWithDrawing()

  const model = await download(staff, orderId, partId)
  expect(await model.text()).toBe('the model')
  const drawing = await download(staff, orderId, drawingId)
  expect(drawing.headers.get('content-disposition')).toContain('plan%20%C3%A9.pdf')
  expect(await drawing.text()).toBe('the model')

  const entries = await rowsOf(app, 'audit_entry', { action: 'file.downloaded' })
  expect(entries.map(({ subject_kind, subject_id }) => [subject_kind, subject_id])).toEqual([
    ['file', partId],
    ['file', drawingId],
  ])
})

it('shows a drawing, recorded once a day however often the screen reads it, and no other file', async () => {
  const { customerId, orderId, partId, drawingId } = await anOrderWithDrawing()
  const show = (uploadId: string) => staff.fetch(`/gateway/global/staff/order/${orderId}/drawing/${uploadId}`)

  expect(await (await show(drawingId)).text()).toBe('the model')
  expect((await show(drawingId)).status).toBe(200)
  expect((await show(partId)).status).toBe(404)

  expect(await rowsOf(app, 'audit_entry', { subject_id: drawingId })).toMatchObject([
    { action: 'file.viewed', customer_id: customerId },
  ])
})

it('sends the mesh of a line, and only of a line of the order', async () => {
  const first = await anOrderWithDrawing()
  const second = await anOrderWithDrawing()
  const { analysis_id } = await rowOf(app, 'upload', { id: first.partId })
  const contentType = 'application/octet-stream'
  await app.deps.files.put(meshKey(String(analysis_id), 0), Buffer.from('mesh'), { contentType })

  const mesh = await staff.fetch(`/gateway/global/staff/order/${first.orderId}/line/${first.lineId}/mesh`)
  expect(await mesh.text()).toBe('mesh')
  const other = await staff.fetch(`/gateway/global/staff/order/${first.orderId}/line/${second.lineId}/mesh`)
  expect(other.status).toBe(404)
})

it('refuses a file of another order, and one that retention has removed', async () => {
  const first = await anOrderWithDrawing()
  const second = await anOrderWithDrawing()

  expect((await download(staff, first.orderId, second.drawingId)).status).toBe(404)
  await updateRows(app, 'upload', { id: first.drawingId }, { state: 'expired' })
  expect((await download(staff, first.orderId, first.drawingId)).status).toBe(404)

  const { data } = await staff.call('GET /global/staff/order/{orderId}/file', { params: { orderId: first.orderId } })
  expect(data.files.map(({ bytes }) => bytes)).toEqual([1000, null])
})

it.each(['pro-forma', 'invoice', 'packing-list'] as const)('sends the %s of an order to staff', async (kind) => {
  const { id: customerId } = await aCustomer(app)
  const { id: orderId } = await anOrderIn(app, customerId, 'shipped')

  const answer = await staff.fetch(`/gateway/global/staff/order/${orderId}/document/${kind}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
  expect(await rowsOf(app, 'audit_entry', { subject_id: orderId })).toMatchObject([
    { action: 'file.downloaded', customer_id: customerId, after: { document: kind } },
  ])
})
