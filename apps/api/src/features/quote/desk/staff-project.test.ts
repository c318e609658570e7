import { expect, it } from 'vitest'
import { meshKey, partKey } from '#features/upload/records/storage-keys.ts'
import { severalVisitors } from '#test/app.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, aVisitor, useStaff } from '#test/builders.ts'
import { answerExportControl } from '#test/orders/orders.ts'
import { addStoredLines, anUploadOf, aProject, aQuotedProject, removeLines } from '#test/quote/quotes.ts'
import { insertRow, rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

const get = 'GET /global/staff/project/{projectId}'
const clear = 'POST /global/staff/project/{projectId}/export-control'
const contentType = 'application/octet-stream'

async function aCustomersProject() {
  const { id: customerId } = await aCustomer(app)
  await updateRows(app, 'customer', { id: customerId }, { company: 'Atelier Martin' })
  const browser = await aBrowserOf(app, customerId)
  const { projectId, line } = await aQuotedProject(app, browser)
  return { customerId, browser, projectId, line, params: { projectId } }
}

async function exportTasks(): Promise<string[]> {
  const { data } = await staff.call('GET /global/staff/today', { query: { kind: 'export-control' } })
  return data.tasks.map(({ targetId }) => targetId)
}

it('shows a project with its customer, its parts in words, and their prices', async () => {
  const { customerId, line, params } = await aCustomersProject()
  const { data } = await staff.call(get, { params })

  expect(data.customer).toMatchObject({
    id: customerId,
    company: 'Atelier Martin',
    email: expect.stringContaining('@'),
  })
  expect(data.exportControl).toEqual({ standing: 'unanswered', answer: null, answeredAt: null, clearance: null })
  expect(data.lines).toMatchObject([
    { line: { id: line.id, price: { linePrice: line.price?.linePrice } }, isCleared: false },
  ])
  expect(data.lines[0]?.description.material).not.toBe('')
})

it('clears the parts that a member has reviewed, which ends the task, and lets the customer order', async () => {
  const { browser, projectId, line, params } = await aCustomersProject()
  await answerExportControl(browser, projectId, 'unknown')
  expect(await exportTasks()).toContain(projectId)
  expect((await staff.call(get, { params })).data.exportControl).toMatchObject({
    standing: 'in-review',
    clearance: null,
  })

  const manager = await aStaffBrowser(app, 'account-manager')
  const body = { reason: 'Hors des listes', uploadIds: [line.upload.id] }
  expect((await manager.call(clear, { params, body })).data.standing).toBe('clear')

  const { data } = await staff.call(get, { params })
  expect(data.exportControl).toMatchObject({
    standing: 'clear',
    answer: 'unknown',
    clearance: { by: expect.stringMatching(/./), reason: 'Hors des listes' },
  })
  expect(data.lines.map(({ isCleared }) => isCleared)).toEqual([true])
  expect(await exportTasks()).not.toContain(projectId)
})

it('clears nothing if the customer has added a part that was not reviewed', async () => {
  const { browser, projectId, line, params } = await aCustomersProject()
  await answerExportControl(browser, projectId, 'yes')
  await addStoredLines(browser, projectId, [await anUploadOf(app, browser, { name: 'new.stl' })])

  const refused = await staff.call(clear, { params, body: { reason: 'Vu', uploadIds: [line.upload.id] } })
  expect(refused).toMatchObject({ status: 409, error: { code: 'EXPORT_PARTS_CHANGED' } })
  expect((await staff.call(get, { params })).data.exportControl).toMatchObject({
    standing: 'in-review',
    clearance: null,
  })
})

it('sends a file that cannot be read, and records the download', async () => {
  const { id: customerId } = await aCustomer(app)
  const browser = await aBrowserOf(app, customerId)
  const uploadId = await anUploadOf(app, browser, { name: 'pièce.step' })
  await updateRows(app, 'upload', { id: uploadId }, { state: 'failed', analysis_id: null })
  const { sha256 } = await rowOf(app, 'upload', { id: uploadId })
  await app.deps.files.put(partKey(String(sha256)), Buffer.from('not a solid'), { contentType })
  const { id: projectId } = await aProject(browser)
  const now = app.clock.now
  const line = { position: 0, name: 'pièce.step', created_at: now, updated_at: now }
  await insertRow(app.deps.db, 'quote_line', { ...line, project_id: projectId, upload_id: uploadId })

  const { data } = await staff.call(get, { params: { projectId } })
  expect(data.lines).toMatchObject([{ line: { upload: { id: uploadId, state: 'failed' } } }])
  const file = await staff.fetch(`/gateway/global/staff/project/${projectId}/file/${uploadId}`)
  expect(await file.text()).toBe('not a solid')
  expect(await rowsOf(app, 'audit_entry', { subject_id: uploadId })).toMatchObject([
    { action: 'file.downloaded', customer_id: customerId, after: { projectId } },
  ])
})

it('sends meshes and files of the project only', async () => {
  const first = await aCustomersProject()
  const second = await aCustomersProject()
  const { analysis_id } = await rowOf(app, 'upload', { id: first.line.upload.id })
  await app.deps.files.put(meshKey(String(analysis_id), 0), Buffer.from('mesh'), { contentType })
  const base = `/gateway/global/staff/project/${first.projectId}`

  expect(await (await staff.fetch(`${base}/line/${first.line.id}/mesh`)).text()).toBe('mesh')
  expect((await staff.fetch(`${base}/line/${second.line.id}/mesh`)).status).toBe(404)
  expect((await staff.fetch(`${base}/file/${second.line.upload.id}`)).status).toBe(404)
})

it('shows a visitor’s project without a customer, and no removed part or project', async () => {
  const visitor = await aVisitor(app)
  const { projectId, line } = await aQuotedProject(app, visitor)
  const params = { projectId }
  expect((await staff.call(get, { params })).data.customer).toBeNull()

  await removeLines(visitor, projectId, [line.id])
  expect((await staff.call(get, { params })).data.lines).toEqual([])
  await visitor.call('DELETE /global/project/{projectId}', { params })
  expect((await staff.call(get, { params })).status).toBe(404)
})
