import { type ExportDeclaration, exportWording } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, goodPassword } from '#test/builders.ts'
import { aRequestedCost } from '#test/orders/additional-costs.ts'
import { aDeliveredOrder, anAcceptedClaim } from '#test/orders/claims.ts'
import { answerExportControl, aReadyProject } from '#test/orders/orders.ts'
import { aCardOrder, codeOf, usePaymentApp } from '#test/orders/payments.ts'
import { anExport, downloadExport } from '#test/personal-data.ts'
import { aStoredUpload, boxStl, ownedBy } from '#test/quote/stored-uploads.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { unzip } from '#test/zip.ts'
import { runExport, sweepExports } from './export.service.ts'

const app = usePaymentApp(severalVisitors)

const request = (browser: Browser, password: string | undefined = goodPassword) =>
  browser.call('POST /global/account/export', { body: password === undefined ? {} : { password } })

const ticketOf = (browser: Browser, exportId: string) =>
  browser.call('POST /global/account/export/{exportId}/ticket', { params: { exportId } })

async function storedExports(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.deps.files.list('exports/')) keys.push(key)
  return keys
}

const json = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(`data/${name}.json`)?.toString() ?? 'null')

/** The names of the files in a folder of an export. */
const namesIn = (files: ReadonlyMap<string, Buffer>, folder: string) =>
  [...files.keys()].filter((name) => name.startsWith(`${folder}/`))

const firstIn = (files: ReadonlyMap<string, Buffer>, folder: string) => files.get(namesIn(files, folder)[0] ?? '')

describe('an export', () => {
  it('contains data, tables, invoices and files of the customer, and of nobody else (PRI-4)', async () => {
    const neighbour = await aCardOrder(app)
    const payer = await aCardOrder(app)
    const { email } = await rowOf(app, 'customer', { id: payer.customerId })
    await updateRows(app, 'customer_order', { id: payer.orderId }, { po_number: '=1+1', comment: 'Soigné, "net"' })
    const bytes = boxStl(31, 17, 9)
    await aStoredUpload(app, ownedBy(payer.customerId), bytes, { name: 'a/b:c.stl' })

    const exportId = await anExport(payer.browser)
    const zip = await downloadExport(app, payer.browser, exportId)
    const files = unzip(zip)

    expect([...files.keys()].filter((name) => !name.startsWith('data/'))).toEqual([
      'LISEZ-MOI.txt',
      'tables/orders.csv',
      'tables/order-lines.csv',
      'tables/transactions.csv',
      expect.stringMatching(/^invoices\/.*\.pdf$/),
      expect.stringMatching(/^files\/[0-9a-f]{8}-a_b_c\.stl$/),
    ])
    expect(files.get('LISEZ-MOI.txt')?.toString()).toContain(`Compte\u00a0: ${email}`)
    expect(json(files, 'profile')).toMatchObject([{ email, accountType: 'enterprise', isRecharge: false }])
    expect(json(files, 'orders')).toMatchObject([{ number: payer.order.number, totalMinor: payer.totalMinor }])
    expect(json(files, 'payments')).toMatchObject([{ method: 'card', capturedMinor: payer.totalMinor }])
    expect(json(files, 'addresses')).toMatchObject([{ city: 'Paris', book: 'shipping' }])
    expect(json(files, 'reviews')).toEqual([])

    const orders = files.get('tables/orders.csv')?.toString() ?? ''
    expect(orders.startsWith('\uFEFF"Commande";"Passée le"')).toBe(true)
    expect(orders).toContain(`"'=1+1";"Soigné, ""net"""`)
    expect(firstIn(files, 'invoices')?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(firstIn(files, 'files')?.equals(Buffer.from(bytes))).toBe(true)

    const all = zip.toString('latin1')
    expect(all).not.toContain(neighbour.order.number)
    expect(all).not.toContain(neighbour.customerId)
    const { password_hash } = await rowOf(app, 'customer', { id: payer.customerId })
    expect(all).not.toContain(String(password_hash))
  })

  it('contains the export-control answers, but not who of our staff cleared them and why', async () => {
    const { browser, order } = await aCardOrder(app)
    const clearance = { at: '2026-03-01T09:00:00.000Z', staffId: 'zqx-staff', reason: 'zqx-reason', uploadIds: [] }
    const declaration: ExportDeclaration = {
      answer: 'yes',
      wording: exportWording,
      answeredAt: '2026-03-01T08:00:00.000Z',
      answeredBy: 'ada@example.com',
      clearance,
    }
    const stored = { export_declaration: JSON.stringify(declaration) }
    await updateRows(app, 'project', { id: String(order.project_id) }, stored)
    await updateRows(app, 'customer_order', { id: order.id }, stored)
    const uncleared = await aReadyProject(app, browser)
    await answerExportControl(browser, uncleared.projectId, 'unknown')

    const files = unzip(await downloadExport(app, browser, await anExport(browser)))

    const exportDeclaration = { ...declaration, clearance: { at: clearance.at, uploadIds: [] } }
    expect(json(files, 'orders')).toMatchObject([{ exportDeclaration }])
    const projects = json(files, 'projects')
    expect(projects).toContainEqual(expect.objectContaining({ id: order.project_id, exportDeclaration }))
    expect(projects).toContainEqual(
      expect.objectContaining({
        id: uncleared.projectId,
        exportDeclaration: expect.objectContaining({ answer: 'unknown', clearance: null }),
      }),
    )
    expect([...files.values()].some((content) => content.includes('zqx-'))).toBe(false)
  })

  it('contains invoices of additional costs and photos of claims, but after-sale orders have no invoice', async () => {
    const staff = await aStaffBrowser(app)
    const cost = await aRequestedCost(app, staff, { balanceMinor: 10_000 })
    await cost.begin({ method: 'balance' })
    const delivered = await aDeliveredOrder(app, cost.payer.customerId)
    const { orderNumber, workOrderNumber } = await anAcceptedClaim(staff, delivered)
    const lines = delivered.lineIds.map((lineId) => ({ lineId, quantity: 1 }))
    await delivered.browser.call('POST /global/afterSale/order', { body: { orderNumber, workOrderNumber, lines } })

    const exportId = await anExport(cost.browser)
    const files = unzip(await downloadExport(app, cost.browser, exportId))

    expect(json(files, 'orders')).toHaveLength(3)
    expect(namesIn(files, 'invoices')).toHaveLength(3)
    expect(namesIn(files, 'invoices').some((name) => name.includes(cost.cost.number))).toBe(true)
    expect(namesIn(files, 'photos')).toHaveLength(1)
  })

  it('is in the language of its request, and a mail says when it is ready', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    browser.language = 'en'
    const exportId = await anExport(browser)
    expect([...unzip(await downloadExport(app, browser, exportId)).keys()]).toContain('README.txt')

    const mail = await app.mail(customer.email, 'export-ready')
    expect(mail.text).toContain('/user/account/profile#your-data')
    expect(mail.text).toContain('March 9, 2026')
  })

  it('needs the password again, or a recent sign-in without one', async () => {
    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    expect((await browser.call('POST /global/account/export', { body: {} })).error.code).toBe('VALIDATION')
    expect(codeOf(await request(browser, 'Wrong-42'))).toBe('PASSWORD_WRONG')
    expect((await browser.call('GET /global/account/export', {})).data).toEqual({ latest: null })

    await updateRows(app, 'customer', { id }, { password_hash: null })
    app.clock.advance(601)
    expect(codeOf(await browser.call('POST /global/account/export', { body: {} }))).toBe('PASSWORD_REQUIRED')
  })

  it('is made one at a time', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    const { jobs } = app.deps
    app.deps.jobs = { ...jobs, enqueue: async () => undefined }
    const answers = await Promise.all([request(browser), request(browser), request(browser)])
    app.deps.jobs = jobs

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { data } = await browser.call('GET /global/account/export', {})
    expect(data.latest).toMatchObject({ state: 'queued', progress: 0, bytes: null })
    await runExport(app.deps, { exportId: data.latest?.id ?? '' })
    expect((await browser.call('GET /global/account/export', {})).data.latest).toMatchObject({
      state: 'ready',
      progress: 100,
    })
  })

  it('is begun at most ten times a day', async () => {
    const { id } = await aCustomer(app)
    const { jobs } = app.deps
    app.deps.jobs = { ...jobs, enqueue: async () => undefined }
    const codes: unknown[] = []
    for (let i = 0; i < 11; i++) {
      const { status } = await request(await aBrowserOf(app, id))
      codes.push(status)
      await app.deps.db.deleteFrom('data_export').where('customer_id', '=', id).execute()
    }
    app.deps.jobs = jobs
    expect(codes).toEqual([...Array(10).fill(200), 429])
  })

  it('can be downloaded for seven days; then its bytes are removed', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    const exportId = await anExport(browser)

    app.clock.advance(7 * 86_400 - 1)
    const { data } = await ticketOf(browser, exportId)
    await sweepExports(app.deps)
    expect((await app.browser().fetch(data.path)).status).toBe(200)

    app.clock.advance(1)
    expect((await app.browser().fetch(data.path)).status).toBe(404)
    expect(codeOf(await ticketOf(browser, exportId))).toBe('NOT_FOUND')
    expect((await browser.call('GET /global/account/export', {})).data.latest?.state).toBe('ended')

    await sweepExports(app.deps)
    expect(await storedExports()).not.toContain(`exports/${exportId}`)
    expect(await rowOf(app, 'data_export', { id: exportId })).toMatchObject({ state: 'ended', bytes: null })
  })

  it('is opened by its owner’s ticket only, for five minutes', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    const exportId = await anExport(browser)
    expect(codeOf(await ticketOf(stranger, exportId))).toBe('NOT_FOUND')

    const { data } = await ticketOf(browser, exportId)
    const response = await app.browser().fetch(data.path)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*2026-03-\d\d\.zip/)
    await response.arrayBuffer()

    app.clock.advance(300)
    expect((await app.browser().fetch(data.path)).status).toBe(404)
    expect((await app.browser().fetch(`${data.path.slice(0, -1)}-`)).status).toBe(404)
  })

  it('says so and leaves no bytes if it fails three times', async () => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    const { jobs, files } = app.deps
    app.deps.jobs = { ...jobs, enqueue: async () => undefined }
    const { data } = await request(browser)
    app.deps.jobs = jobs
    const exportId = data.latest?.id ?? ''

    app.deps.files = {
      put: () => Promise.reject(new Error('the store is down')),
      create: () => Promise.reject(new Error('the store is down')),
      get: (key) => files.get(key),
      remove: (key) => files.remove(key),
      list: (prefix) => files.list(prefix),
    }
    for (let attempt = 1; attempt < 3; attempt++)
      await expect(runExport(app.deps, { exportId })).rejects.toThrow('the store is down')
    await runExport(app.deps, { exportId })
    app.deps.files = files

    expect((await browser.call('GET /global/account/export', {})).data.latest?.state).toBe('failed')
    expect((await request(browser)).status).toBe(200)
    await app.mails()
  })
})
