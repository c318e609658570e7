import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser, goodPassword } from '#test/builders.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aCardOrder, type Payer, usePaymentApp } from '#test/orders/payments.ts'
import { aDeletionKey, confirm } from '#test/personal-data.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { purgeArchives } from './archive.service.ts'

const app = usePaymentApp(severalVisitors)
let payer: Payer
let accountant: Browser

beforeAll(async () => {
  accountant = await aStaffBrowser(app, 'accountant')
  payer = await aCardOrder(app)
  for (const status of ['in_review', 'in_production', 'quality_check', 'shipped', 'delivered', 'completed'] as const)
    await moveTo(app, payer.orderId, status)

  const { email } = await rowOf(app, 'customer', { id: payer.customerId })
  const { key } = await aDeletionKey(app, { id: payer.customerId, email, password: goodPassword })
  await confirm(app.browser(), key)
  await app.mails()
})

const open = (browser: Browser, reason = 'Contrôle fiscal', page = {}) =>
  browser.call('POST /global/staff/archive/{customerId}', {
    params: { customerId: payer.customerId },
    body: { reason, ...page },
  })

const openInvoice = (browser: Browser, orderId = payer.orderId) =>
  browser.fetch(`/gateway/global/staff/archive/${payer.customerId}/invoice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ invoiceOf: orderId, reason: 'Copie demandée' }),
  })

const openings = () => rowsOf(app, 'archive_opening', { customer_id: payer.customerId })

describe('an archive', () => {
  it('is opened by accountants only, with a reason, and each opening is recorded', async () => {
    for (const role of ['administrator', 'account-manager', 'customer-success', 'operator'] as const)
      expect((await open(await aStaffBrowser(app, role))).error.code).toBe('FORBIDDEN')
    expect((await open(accountant, ' ')).error.code).toBe('VALIDATION')
    expect(await openings()).toEqual([])

    const { data } = await open(accountant)
    expect(data.records.map(({ source }) => source)).toContain('customer_order')
    expect(data.records.find(({ source }) => source === 'customer')?.data).toMatchObject({
      email: expect.stringContaining('@example.com'),
    })
    expect(data.retainUntil.slice(0, 10)).toBe('2036-03-02')
    expect(await openings()).toMatchObject([{ reason: 'Contrôle fiscal', invoice_of: null, at: app.clock.now }])
  })

  it('is read in pages', async () => {
    const all = (await open(accountant, 'Contrôle', { pageSize: 100 })).data
    const second = (await open(accountant, 'Contrôle', { page: 2, pageSize: 2 })).data
    expect(second.total).toBe(all.records.length)
    expect(second.records).toEqual(all.records.slice(2, 4))
  })

  it('holds the invoice as it was, with the customer’s address', async () => {
    const response = await openInvoice(accountant)
    expect(response.status).toBe(200)
    const text = pdfPages(Buffer.from(await response.arrayBuffer())).join(' ')
    expect(text).toContain(payer.order.number)
    expect(text).toContain(payer.order.billing_address.line1)
    expect((await openings()).at(-1)).toMatchObject({ reason: 'Copie demandée', invoice_of: payer.orderId })
  })

  it('does not exist for a customer who is not deleted', async () => {
    const living = await aCardOrder(app)
    const { error } = await accountant.call('POST /global/staff/archive/{customerId}', {
      params: { customerId: living.customerId },
      body: { reason: 'Curiosité' },
    })
    expect(error.code).toBe('NOT_FOUND')
  })

  it('has a record of openings that nobody can change', async () => {
    const { db } = app.deps
    for (const change of [
      sql`update archive_opening set reason = ''`,
      sql`delete from archive_opening`,
      sql`truncate archive_opening`,
      sql`update archive_record set data = '{}'`,
    ])
      await expect(change.execute(db)).rejects.toThrow('never changed')
  })

  it('is purged after ten years, with its files', async () => {
    const files = async () => {
      const keys: string[] = []
      for await (const { key } of app.deps.files.list('archive/')) keys.push(key)
      return keys
    }
    const until = new Date('2036-03-02T09:00:00Z')
    app.clock.now = new Date(until.getTime() - 1000)
    await purgeArchives(app.deps)
    expect(await files()).toEqual([`archive/${payer.customerId}/${payer.orderId}`])

    app.clock.now = until
    await purgeArchives(app.deps)
    expect(await files()).toEqual([])
    expect(await rowsOf(app, 'archive_record', { customer_id: payer.customerId })).toEqual([])
  })
})
