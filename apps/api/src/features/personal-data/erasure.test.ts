import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportWording } from '@cotation/domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '#adapters/log.ts'
import { severalVisitors } from '#test/app.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import {
  aMarkedCustomer,
  type MarkedCustomer,
  markedStl,
  personalTextColumns,
  writeDirectly,
} from '#test/marked-customer.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { expectSoundLedger } from '#test/orders/payments.ts'
import { aDeletionKey, confirm } from '#test/personal-data.ts'
import { aStoredUpload, ownedBy } from '#test/quote/stored-uploads.ts'
import { keptParts } from '#test/quote/uploads.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { useApp } from '#test/use-app.ts'
import { eraseCustomer } from './erasure.service.ts'
import { personalDataMap, storedFolders } from './map/personal-data-map.ts'
import type { TableRule } from './map/rule.ts'
import { repeatErasures } from './repeat-erasure.service.ts'

const marker = 'zqxmarker'
const other = 'zqxother'

const logged: unknown[][] = []
const note = (...entry: unknown[]) => void logged.push(entry)
const capturingLog: Log = { debug: note, info: note, warn: note, error: note }

const app = useApp(severalVisitors, (deps) => {
  deps.log = capturingLog
})

interface Place {
  schema: string
  table: string
}

/**
 * Every table of the database, of whatever schema, with rows that contain a word, as text or bytes.
 */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<Place>`
    select table_schema as schema, table_name as table from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(app.deps.db)
  expect(rows.length).toBeGreaterThan(50)

  const found: string[] = []
  for (const { schema, table } of rows) {
    const hex = Buffer.from(word).toString('hex')
    const { rows: hits } = await sql`
      select 1 from ${sql.id(schema, table)} kept
      where strpos(lower(kept::text), ${word}) > 0 or strpos(kept::text, ${hex}) > 0 limit 1`.execute(app.deps.db)
    if (hits.length > 0) found.push(schema === 'public' ? table : `${schema}.${table}`)
  }
  return found.sort()
}

/** Every file below the data folder whose bytes or name contain a word. */
async function filesWith(word: string): Promise<string[]> {
  const { dataDir } = app.deps.config
  const names = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of names.filter((name) => name.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if (path.includes(word) || (await readFile(path)).includes(word)) found.push(path.slice(dataDir.length + 1))
  }
  return found
}

/** Everything that the map says belongs to a customer. */
async function belongings({ customer: { id: customerId, email } }: MarkedCustomer): Promise<Record<string, unknown>> {
  const owned: Record<string, unknown> = {}
  for (const { table, owner } of personalDataMap) {
    if (!owner) continue
    const { rows } = await sql`
      select to_jsonb(kept) as row from ${sql.table(table)} kept
      where ctid in (select ctid from ${sql.table(table)} where ${owner({ customerId, email })}) order by kept::text`.execute(
      app.deps.db,
    )
    owned[table] = rows
  }
  return owned
}

const ruleOf = (table: string) => personalDataMap.find((rule) => rule.table === table) as TableRule

async function countMarked(condition: RawBuilder<SqlBool>, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where (${condition}) and strpos(lower(${sql.ref(column)}::text), ${marker}) > 0`.execute(app.deps.db)
  return rows[0]?.count ?? 0
}

let marked: MarkedCustomer
let neighbour: MarkedCustomer

beforeAll(async () => {
  marked = await aMarkedCustomer(app, marker)
  neighbour = await aMarkedCustomer(app, other)
})

/** Texts that forms do not reach: codes, pictures' ids, and what the product writes itself. */
const withoutWord = [
  'additional_cost.picture_id',
  'additional_cost.place',
  'address.book',
  'address.country',
  'after_sale_line.place_mm',
  'coupon.coupon',
  'customer.image_id',
  'express_account.carrier',
  'leave_reason.reasons',
  'loyalty_member.level',
  'manual_quote.language',
  'manual_quote.size_mm',
  'manual_quote.subject',
  'order_line.thumbnail_id',
  'part_analysis.refusal',
  'part_analysis.summary',
  'part_body.facts',
  'part_body.failure',
  'part_body.measures',
  'part_body.thumbnail_id',
  'point_reward.month',
  'project.country',
  'project.service',
  'quote_line.configuration',
  'quote_line.verdict',
  'referral.state',
  'upload.notify_language',
  'upload.refusal',
  'upload.sha256',
]

describe('a deletion', () => {
  it('begins with the word in every personal text of the customer', async () => {
    const subject = { customerId: marked.customer.id, email: marked.customer.email }
    const missing: string[] = []
    for (const at of await personalTextColumns(app, personalDataMap)) {
      const condition = ruleOf(at.table).owner?.(subject)
      if (!condition || (await countMarked(condition, at.table, at.column)) > 0) continue
      await writeDirectly(app, condition, at, marker)
      if ((await countMarked(condition, at.table, at.column)) === 0) missing.push(`${at.table}.${at.column}`)
    }
    expect(missing.sort()).toEqual(withoutWord)
  })

  it('leaves the word in the archive and nowhere else (PRI-3)', async () => {
    await marked.browser.call('POST /global/account/export', { body: { password: marked.customer.password } })
    await app.mails()
    expect((await rowOf(app, 'data_export', { customer_id: marked.customer.id })).state).toBe('ready')
    const before = await belongings(neighbour)
    expect((await filesWith(marker)).length).toBeGreaterThan(2)
    const holding = await tablesWith(marker)
    expect(holding).toContain('mailbox_message')
    expect(holding.some((table) => table.startsWith('pgboss.'))).toBe(true)

    const { key } = await aDeletionKey(app, marked.customer, 1, marked.balanceMinor)
    // A mail is in the mailbox a moment before it is recorded. People take longer to follow its link.
    await app.mails()
    expect((await confirm(app.browser(), key)).status).toBe(200)
    await until(async () => {
      const { finished_at } = await rowOf(app, 'account_deletion', { customer_id: marked.customer.id })
      return finished_at ?? undefined
    }, 'the end of the erasure')
    await app.mails()

    expect(await tablesWith(marker)).toEqual(['archive_record'])
    expect(await filesWith(marker)).toEqual([])
    expect(JSON.stringify(logged)).not.toContain(marker)
    expect(await belongings(neighbour)).toEqual(before)
    await expectSoundLedger(app)
  })

  it('archives the paid orders with their invoices, and nothing else', async () => {
    const records = await rowsOf(app, 'archive_record', { customer_id: marked.customer.id })
    expect([...new Set(records.map(({ source }) => source))].sort()).toEqual([
      'additional_cost',
      'additional_cost_event',
      'after_sale_event',
      'bank_receipt',
      'credit_grant',
      'customer',
      'customer_order',
      'invoice',
      'ledger_transaction',
      'order_event',
      'order_line',
      'order_review',
      'parcel',
      'payment_refund',
      'proposal',
      'proposal_decision',
      'reload_dispute',
    ])
    expect(records.find(({ source }) => source === 'customer')?.data).not.toHaveProperty('password_hash')
    for (const { retain_until, archived_at } of records) {
      expect(retain_until.getUTCFullYear() - archived_at.getUTCFullYear()).toBe(10)
    }

    // The order that was never paid is blank and not archived.
    const orders = await rowsOf(app, 'customer_order', { customer_id: marked.customer.id })
    const archived = records.filter(({ source }) => source === 'customer_order').map(({ row_key }) => row_key)
    expect(orders.filter(({ paid_at }) => paid_at === null)).toHaveLength(1)
    expect(
      orders
        .filter(({ paid_at }) => paid_at !== null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(archived.sort())
  })

  it('keeps figures, times and links of orders and postings as they were', async () => {
    const order = await rowOf(app, 'customer_order', { id: marked.orderId })
    const record = await rowOf(app, 'archive_record', { source: 'customer_order', row_key: marked.orderId })
    expect(record.data).toMatchObject({ number: order.number, total: order.total, po_number: marker })
    expect(order).toMatchObject({ po_number: '', comment: '', entrust: null, coupon_id: null, project_id: null })
    expect(order.shipping_address).toMatchObject({ country: 'FR', firstName: '', line1: '', city: '' })
    expect(order.export_declaration).toMatchObject({ answer: 'no', wording: exportWording, answeredBy: '' })

    const staff = await aStaffBrowser(app)
    const { status, data } = await staff.call('GET /global/staff/order/{orderId}', {
      params: { orderId: marked.orderId },
    })
    expect(status).toBe(200)
    expect(data.totalMinor).toBe(Number(order.total_minor))
  })

  it('removes all files of the customer and keeps those of others', async () => {
    const folders: string[] = []
    for await (const { key } of app.deps.files.list('')) folders.push(key.slice(0, key.indexOf('/') + 1))
    expect(folders.filter((folder) => !Object.keys(storedFolders).includes(folder))).toEqual([])
    expect(folders.filter((folder) => folder === 'exports/')).toEqual([])
    expect(folders.filter((folder) => folder === 'avatars/')).toHaveLength(1)
    expect((await filesWith(other)).length).toBeGreaterThan(1)
  })
})

describe('a file that two customers have uploaded', () => {
  it('stays for the other one, with its analysis (PRI-4)', async () => {
    const bytes = markedStl('shared', 44)
    const first = await aCustomer(app)
    const second = await aCustomer(app)
    await aStoredUpload(app, ownedBy(first.id), bytes)
    const kept = await aStoredUpload(app, ownedBy(second.id), bytes)
    const { sha256 } = await rowOf(app, 'upload', { id: kept })

    for (const [customer, isStored] of [
      [first, true],
      [second, false],
    ] as const) {
      const { key } = await aDeletionKey(app, customer)
      await confirm(app.browser(), key)
      await app.mails()
      expect((await keptParts(app)).includes(`parts/${sha256}`)).toBe(isStored)
      expect(await rowsOf(app, 'file_content', { sha256: String(sha256) })).toHaveLength(isStored ? 1 : 0)
    }
  })
})

describe('a restored backup', () => {
  it('brings no deleted customer back: the next check erases again (PRI-3)', async () => {
    const customer = await aCustomer(app)
    const { key } = await aDeletionKey(app, customer)
    await confirm(app.browser(), key)
    await app.mails()

    const restore = async () => {
      await app.deps.db.deleteFrom('account_deletion').where('customer_id', '=', customer.id).execute()
      const row = { email: customer.email, username: 'Zoé', deleted_at: null, language: 'fr' as const }
      await app.deps.db.updateTable('customer').set(row).where('id', '=', customer.id).execute()
    }
    await restore()
    const order = await aPlacedOrder(app, customer.id)
    await repeatErasures(app.deps)
    expect((await rowOf(app, 'customer', { id: customer.id })).deleted_at).toBeNull()
    expect(JSON.stringify(logged)).toContain('came back with a backup')

    await moveTo(app, order.id, 'cancelled')
    await repeatErasures(app.deps)
    await app.mails()
    expect(await rowOf(app, 'customer', { id: customer.id })).toMatchObject({ username: 'deleted', first_name: '' })
    expect(await rowsOf(app, 'project', { customer_id: customer.id })).toEqual([])
    expect(await app.mails()).not.toContainEqual(expect.objectContaining({ to: customer.email }))
  })
})

describe('an erasure that is interrupted', () => {
  it('goes on where it stopped, at whichever file or table that was', async () => {
    const customer = await aCustomer(app)
    const browser = await aBrowserOf(app, customer.id)
    for (const size of [51, 52, 53, 54, 55, 56]) await aStoredUpload(app, ownedBy(customer.id), markedStl('mine', size))
    await browser.call('POST /global/project', { body: { name: 'Projet', service: 'cnc' } })
    const { key } = await aDeletionKey(app, customer)

    // The test runs the erasure itself, instead of the job.
    const { files, jobs } = app.deps
    app.deps.jobs = { ...jobs, enqueue: async () => undefined }
    await confirm(app.browser(), key)
    app.deps.jobs = jobs

    let calls = 0
    let allowed = 0
    app.deps.files = {
      put: (path, body, meta) => files.put(path, body, meta),
      create: (path, body, meta) => files.create(path, body, meta),
      get: (path) => files.get(path),
      list: (prefix) => files.list(prefix),
      remove: async (path) => {
        if (calls++ >= allowed) throw new Error('the process died here')
        await files.remove(path)
      },
    }
    const ownParts = async () => {
      const uploads = await rowsOf(app, 'upload', { customer_id: customer.id })
      return uploads.flatMap(({ sha256 }) => sha256 ?? []).length
    }
    for (allowed = 0; allowed < 3; allowed++) {
      calls = 0
      await expect(eraseCustomer(app.deps, { customerId: customer.id })).rejects.toThrow('died')
      // Every file that is left still has a row that names it.
      expect(await ownParts()).toBeGreaterThan(0)
      expect((await rowOf(app, 'account_deletion', { customer_id: customer.id })).finished_at).toBeNull()
    }

    app.deps.files = files
    await eraseCustomer(app.deps, { customerId: customer.id })
    await eraseCustomer(app.deps, { customerId: customer.id })
    expect(await rowsOf(app, 'upload', { customer_id: customer.id })).toEqual([])
    expect(await rowsOf(app, 'project', { customer_id: customer.id })).toEqual([])
    expect(await rowOf(app, 'account_deletion', { customer_id: customer.id })).toMatchObject({
      contact: null,
      finished_at: app.clock.now,
    })
  })
})

describe('rows that never change', () => {
  it('may lose a text after the deletion of their customer, and nothing else', async () => {
    const { db } = app.deps
    const [event] = await rowsOf(app, 'order_event', { order_id: marked.orderId })
    const change = (set: RawBuilder<unknown>, id: string) =>
      sql`update order_event set ${set} where id = ${id}`.execute(db).then(
        () => 'changed',
        (error: Error) => error.message,
      )
    const refused = 'rows of order_event are never changed or removed'

    expect(await change(sql`reason = ''`, String(event?.id))).toBe('changed')
    expect(await change(sql`reason = 'x'`, String(event?.id))).toBe(refused)
    expect(await change(sql`reason = '', actor = 'system', at = now()`, String(event?.id))).toBe(refused)

    const [living] = await rowsOf(app, 'order_event', { order_id: neighbour.orderId })
    expect(await change(sql`reason = ''`, String(living?.id))).toBe(refused)
    await expect(sql`delete from order_event where id = ${event?.id}`.execute(db)).rejects.toThrow(refused)

    const postings = sql`update ledger_transaction set note = '' where customer_id = ${neighbour.customer.id}`
    await expect(postings.execute(db)).rejects.toThrow('never changed')
    const amounts = sql`update ledger_entry set amount_minor = 1 where account_id in (
      select id from ledger_account where customer_id = ${marked.customer.id})`
    await expect(amounts.execute(db)).rejects.toThrow('never changed')
  })
})
