import type { ActivityEntry } from '@cotation/contracts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerQuestion } from '#features/quote/commands/expert.service.ts'
import { settleAnalysedFile } from '#features/quote/settle/settle-lines.service.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor, type TestCustomer } from '#test/builders.ts'
import { aBasket, aCheckout } from '#test/orders/orders.ts'
import {
  announceFiles,
  anUploadOf,
  aProject,
  aQuotedProject,
  changeLines,
  configurationOf,
  configure,
  finishAnalysis,
  getProject,
  removeLines,
  replaceFile,
  restoreLines,
  someLines,
} from '#test/quote/quotes.ts'
import { rowsOf } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customer: TestCustomer
let browser: Browser

beforeAll(async () => {
  customer = await aCustomer(app)
})

beforeEach(async () => {
  browser = await aBrowserOf(app, customer.id)
})

const readActivity = (projectId: string, before?: string, who = browser) =>
  who.call('GET /global/project/{projectId}/activity', {
    params: { projectId },
    query: before === undefined ? {} : { before },
  })

async function entriesOf(projectId: string, who = browser): Promise<ActivityEntry[]> {
  return (await readActivity(projectId, undefined, who)).data.entries
}

async function latest(projectId: string, who = browser): Promise<ActivityEntry | undefined> {
  return (await entriesOf(projectId, who))[0]
}

const kindsOf = async (projectId: string, who = browser) =>
  (await entriesOf(projectId, who)).map(({ event }) => event.kind)

describe('the activity of a project', () => {
  it('begins with its creation, by whom and when', async () => {
    const { id } = await aProject(browser)
    expect(await entriesOf(id)).toEqual([
      {
        id: expect.any(String),
        at: app.clock.now.toISOString(),
        actor: 'customer',
        event: { kind: 'created' },
        changes: [],
      },
    ])
  })

  it('lists its name, service, country, link, removal and prices', async () => {
    const { id: projectId } = await aProject(browser, '3d-printing', 'Pompe')
    const params = { projectId }
    const update = (body: { name?: string; service?: 'cnc'; country?: string }) =>
      browser.call('PATCH /global/project/{projectId}', { params, body })

    await update({ name: 'Pompe 2', service: 'cnc', country: 'FR' })
    await update({ name: 'Pompe 2', service: 'cnc', country: 'DE' })
    await browser.call('POST /global/project/{projectId}/requote', { params })
    await browser.call('POST /global/project/{projectId}/share', { params })
    await browser.call('DELETE /global/project/{projectId}/share', { params })
    await browser.call('DELETE /global/project/{projectId}/share', { params })
    await browser.call('DELETE /global/project/{projectId}', { params })
    await browser.call('POST /global/project/{projectId}/restore', { params })

    expect((await entriesOf(projectId)).map(({ event }) => event).reverse()).toEqual([
      { kind: 'created' },
      { kind: 'renamed', before: 'Pompe', after: 'Pompe 2' },
      { kind: 'service-changed', before: '3d-printing', after: 'cnc' },
      { kind: 'country-changed', before: null, after: 'FR' },
      { kind: 'country-changed', before: 'FR', after: 'DE' },
      { kind: 'requoted' },
      { kind: 'shared' },
      { kind: 'unshared' },
      { kind: 'removed' },
      { kind: 'restored' },
    ])
  })

  it('lists lines that were added, removed and restored by undo', async () => {
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'block', 'plate')
    const lineIds = lines.map(({ id }) => id)
    const [first = ''] = lineIds

    await removeLines(browser, projectId, [first])
    await removeLines(browser, projectId, [first])
    await restoreLines(browser, projectId, [first])
    await removeLines(browser, projectId, lineIds)

    expect((await entriesOf(projectId)).map(({ event }) => event).reverse()).toEqual([
      { kind: 'created' },
      { kind: 'lines-added', count: 2, name: 'block.stl', others: ['plate.stl'] },
      { kind: 'lines-removed', count: 1, name: lines[0]?.name },
      { kind: 'lines-restored', count: 1, name: lines[0]?.name },
      { kind: 'lines-removed', count: 2, name: expect.any(String), others: [expect.any(String)] },
    ])
  })

  it('names the other project of lines that were moved or copied', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const { id: toProjectId } = await aProject(browser, '3d-printing', 'Cible')
    const transfer = (body: { toProjectId: string; copy: boolean }) =>
      browser.call('POST /global/project/{projectId}/lines/transfer', {
        params: { projectId },
        body: { lineIds: [line.id], ...body },
      })

    await transfer({ toProjectId: projectId, copy: true })
    expect((await latest(projectId))?.event).toEqual({ kind: 'lines-copied', count: 1, name: line.name })

    await transfer({ toProjectId, copy: true })
    expect((await latest(toProjectId))?.event).toMatchObject({ kind: 'lines-copied-in', count: 1 })
    expect((await latest(projectId))?.event.kind).toBe('lines-copied')

    await transfer({ toProjectId, copy: false })
    expect((await latest(toProjectId))?.event).toMatchObject({ kind: 'lines-moved-in', name: line.name })
    expect((await latest(projectId))?.event).toMatchObject({ kind: 'lines-moved-out', project: 'Cible' })
  })

  it('says in a copy which project it was duplicated from', async () => {
    const { id: projectId } = await aProject(browser, '3d-printing', 'Original')
    const { data: copy } = await browser.call('POST /global/project/{projectId}/duplicate', {
      params: { projectId },
      body: { name: 'Copie' },
    })

    expect(await kindsOf(projectId)).toEqual(['created'])
    expect((await entriesOf(copy.id)).map(({ event }) => event)).toEqual([{ kind: 'duplicated', from: 'Original' }])
  })

  it('says that a job split a file with several bodies', async () => {
    const { id: projectId } = await aProject(browser)
    const { data } = await announceFiles(browser, projectId, ['ensemble.stl'])
    const uploadId = data.lines[0]?.upload.id ?? ''
    await finishAnalysis(app, uploadId, 'assembly')
    await settleAnalysedFile(app.deps, uploadId)
    await settleAnalysedFile(app.deps, uploadId)

    expect(await kindsOf(projectId)).toEqual(['file-split', 'lines-added', 'created'])
    expect(await latest(projectId)).toMatchObject({
      actor: 'system',
      event: { kind: 'file-split', count: 2, fileName: 'ensemble.stl' },
    })
  })
})

describe('an edit of lines in the activity', () => {
  it('tells a configuration before and after in the language of the reader', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const black = { id: 'painting', option: 'standard', colours: ['#000000'], finish: 'matte' } as const
    await configure(browser, projectId, line, { quantity: 12, lead: 'economy', services: [black] })

    const entry = await latest(projectId)
    expect(entry).toMatchObject({ actor: 'customer', event: { kind: 'lines-changed', count: 1, name: line.name } })
    expect(entry?.changes).toEqual([
      { field: 'services', before: '', after: expect.stringContaining('Peinture') },
      { field: 'quantity', before: '1', after: '12' },
      { field: 'lead', before: 'Standard', after: 'Économique' },
    ])

    browser.language = 'en'
    expect((await latest(projectId))?.changes[0]?.after).toContain('Painting')
  })

  it('tells the lead time that a line has afterwards, not one that brings nothing', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const resin = { materialId: 'sla-9600-white', process: 'sla', lead: 'standard' } as const
    const print = await configure(browser, projectId, line, resin)
    await configure(browser, projectId, print, { quantity: 2, lead: 'express' })
    expect((await latest(projectId))?.changes).toEqual([{ field: 'quantity', before: '1', after: '2' }])
  })

  it('is one entry with a count, and names only what the lines have in common', async () => {
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'block', 'largerBlock', 'plate')
    const [first] = lines
    if (!first) throw new Error('no line')
    await configure(browser, projectId, first, { quantity: 3 })

    await changeLines(
      browser,
      projectId,
      lines.map((line) => ({ lineId: line.id, configuration: { ...configurationOf(line), quantity: 7 } })),
    )

    const entry = await latest(projectId)
    expect(entry?.event).toMatchObject({ kind: 'lines-changed', count: 3, others: ['largerBlock.stl', 'plate.stl'] })
    expect(entry?.changes).toEqual([{ field: 'quantity', before: null, after: '7' }])
  })

  it('says that lines got different values, and which lines a change concerns if not all', async () => {
    const { id: projectId } = await aProject(browser)
    const lines = await someLines(app, browser, projectId, 'block', 'largerBlock', 'plate')
    const changes = lines.map((line, index) => {
      const configuration = { ...configurationOf(line), quantity: index + 2 }
      return { lineId: line.id, configuration, ...(index === 1 && { comment: 'Ébavurer' }) }
    })
    await changeLines(browser, projectId, changes)

    const entry = await latest(projectId)
    expect(entry?.changes).toEqual([
      { field: 'quantity', before: '1', after: null },
      { field: 'comment', before: '', after: 'Ébavurer' },
    ])
    expect(entry?.event).toMatchObject({ count: 3, partial: { comment: { count: 1, name: 'largerBlock.stl' } } })
  })

  it('tells name, comment and drawings, and nothing if nothing changes', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const drawing = await anUploadOf(app, browser, { purpose: 'attachment', name: 'plan.pdf' })
    const change = { lineId: line.id, name: 'Bride', comment: 'Ébavurer', attachmentIds: [drawing] }
    await changeLines(browser, projectId, [change])
    await changeLines(browser, projectId, [change])
    await changeLines(browser, projectId, [{ lineId: line.id, attachmentIds: [] }])

    const [removed, added, edit, ...older] = await entriesOf(projectId)
    expect(edit?.changes).toEqual([
      { field: 'name', before: line.name, after: 'Bride' },
      { field: 'comment', before: '', after: 'Ébavurer' },
    ])
    const plan = { files: 1, fileName: 'plan.pdf', count: 1, name: 'Bride' }
    expect(added?.event).toEqual({ kind: 'drawings-added', ...plan })
    expect(removed?.event).toEqual({ kind: 'drawings-removed', ...plan })
    expect(older.map(({ event }) => event.kind)).toEqual(['lines-added', 'created'])
  })

  it('adds an entry when it is undone, and rewrites none', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    await configure(browser, projectId, line, { quantity: 5 })
    const before = await entriesOf(projectId)
    await configure(browser, projectId, line, { quantity: 1 })

    const [undone, ...older] = await entriesOf(projectId)
    expect(undone?.changes).toEqual([{ field: 'quantity', before: '5', after: '1' }])
    expect(older).toEqual(before)
  })

  it('keeps entries from being changed in the database', async () => {
    const { id } = await aProject(browser)
    const change = sql`update project_activity set actor = 'staff' where project_id = ${id}`
    await expect(change.execute(app.deps.db)).rejects.toThrow('are never changed or removed')
  })

  it('leaves no entry if it is refused', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const before = await entriesOf(projectId)

    const foreign = await aQuotedProject(app, await aVisitor(app))
    const changes = [
      { lineId: line.id, name: 'Bride' },
      { lineId: foreign.line.id, name: 'Autre' },
    ]
    expect((await changeLines(browser, projectId, changes)).status).toBe(404)

    const accepted = await browser.call('POST /global/project/{projectId}/line/{lineId}/accept', {
      params: { projectId, lineId: line.id },
      body: { ruleIds: ['no-such-rule'] },
    })
    expect(accepted.error.code).toBe('FINDING_NOT_ACCEPTABLE')
    expect(await entriesOf(projectId)).toEqual(before)
  })
})

describe('files, risks and experts in the activity', () => {
  it('tells a replaced file, a drawing and a unit', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const params = { projectId, lineId: line.id }
    await browser.call('POST /global/project/{projectId}/line/{lineId}/attachment', {
      params,
      body: { name: 'plan.pdf', bytes: 1000 },
    })
    await browser.call('POST /global/project/{projectId}/line/{lineId}/unit', { params, body: { unit: 'cm' } })
    await replaceFile(browser, projectId, line.id, 'v2.stl')

    expect((await entriesOf(projectId)).slice(0, 3).map(({ event }) => event)).toEqual([
      { kind: 'file-replaced', name: line.name, before: 'block.stl', after: 'v2.stl' },
      { kind: 'unit-changed', fileName: 'block.stl', before: '', after: 'cm' },
      { kind: 'drawings-added', files: 1, fileName: 'plan.pdf', count: 1, name: line.name },
    ])
  })

  it('tells an accepted risk once, and that it was withdrawn', async () => {
    const { projectId, line } = await aQuotedProject(app, browser, 'plate')
    const call = { params: { projectId, lineId: line.id }, body: { ruleIds: ['flat-warp'] } }
    await browser.call('POST /global/project/{projectId}/line/{lineId}/accept', call)
    await browser.call('POST /global/project/{projectId}/line/{lineId}/accept', call)
    await browser.call('POST /global/project/{projectId}/line/{lineId}/withdraw', call)
    await browser.call('POST /global/project/{projectId}/line/{lineId}/withdraw', call)

    expect((await entriesOf(projectId)).map(({ event }) => event).slice(0, -2)).toEqual([
      { kind: 'risks-withdrawn', count: 1, name: line.name },
      { kind: 'risks-accepted', count: 1, name: line.name },
    ])
  })

  it('tells a question to an expert, the answer of our team, and its withdrawal', async () => {
    const { projectId, line } = await aQuotedProject(app, browser, 'sheet')
    const params = { projectId, lineId: line.id }
    const ask = () =>
      browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
        params,
        body: { question: 'En titane ?', email: customer.email },
      })
    const answer = { workingDays: null, note: '', answeredBy: 'Léa' }

    await ask()
    await answerQuestion(app.deps, line.id, { ...answer, state: 'declined', unitMinor: null })
    await ask()
    await answerQuestion(app.deps, line.id, { ...answer, state: 'answered', unitMinor: 1250 })
    await browser.call('DELETE /global/project/{projectId}/line/{lineId}/expert', { params })

    const told = (await entriesOf(projectId)).slice(0, 5).map(({ actor, event }) => ({ actor, event }))
    const { name } = line
    expect(told.reverse()).toEqual([
      { actor: 'customer', event: { kind: 'expert-asked', name } },
      { actor: 'staff', event: { kind: 'expert-declined', name } },
      { actor: 'customer', event: { kind: 'expert-asked', name } },
      { actor: 'staff', event: { kind: 'expert-answered', name, unitMinor: 1250 } },
      { actor: 'customer', event: { kind: 'expert-recalled', name } },
    ])
    expect(JSON.stringify(await entriesOf(projectId))).not.toContain('Léa')
  })
})

describe('orders in the activity', () => {
  it('tells an order, its cancellation, and the project that was made from it', async () => {
    const { browser: buyer, basket } = await aBasket(app, customer.id)
    const { body } = await aCheckout(buyer, basket, { payment: { method: 'bank_transfer', bankCurrency: 'EUR' } })
    const { data: order } = await buyer.call('POST /global/checkout/submit', { body })
    expect(await latest(basket.projectId)).toMatchObject({
      actor: 'customer',
      event: { kind: 'ordered', orderNumber: order.number, count: 1 },
    })

    const params = { orderId: order.orderId }
    await buyer.call('POST /global/order/{orderId}/cancel', { params, body: { reason: 'Erreur' } })
    expect((await latest(basket.projectId))?.event).toEqual({ kind: 'order-cancelled', orderNumber: order.number })

    const { data: again } = await buyer.call('POST /global/order/{orderId}/reorder', { params })
    expect((await entriesOf(again.projectId)).map(({ event }) => event)).toEqual([
      { kind: 'reordered', orderNumber: order.number },
    ])
  })

  it('leaves no entry if the order is refused', async () => {
    const { browser: buyer, basket } = await aBasket(app, customer.id)
    const { body } = await aCheckout(buyer, basket, { acceptedPriceKey: 'another' })
    const before = await entriesOf(basket.projectId)

    const { error } = await buyer.call('POST /global/checkout/submit', { body })
    expect(error.code).toBe('PRICE_CHANGED')
    expect(await entriesOf(basket.projectId)).toEqual(before)
  })
})

describe('reading the activity', () => {
  it('returns 50 entries at a time, newest first', async () => {
    const { id: projectId } = await aProject(browser)
    for (let name = 1; name <= 60; name++)
      await browser.call('PATCH /global/project/{projectId}', { params: { projectId }, body: { name: `N ${name}` } })

    const { data: first } = await readActivity(projectId)
    expect([first.entries.length, first.hasOlder]).toEqual([50, true])
    expect(first.entries[0]?.event).toMatchObject({ kind: 'renamed', after: 'N 60' })

    const { data: second } = await readActivity(projectId, first.entries.at(-1)?.id)
    expect([second.entries.length, second.hasOlder]).toEqual([11, false])
    expect(second.entries.at(-1)?.event).toEqual({ kind: 'created' })

    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(new Set(ids).size).toBe(61)
  })

  it('is refused to other customers and visitors like an unknown project', async () => {
    const { id: projectId } = await aProject(browser)
    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    const visitor = await aVisitor(app)
    for (const who of [stranger, visitor]) expect((await readActivity(projectId, undefined, who)).status).toBe(404)
    expect((await readActivity(projectId, undefined, app.browser())).status).toBe(401)
  })

  it('is not part of what a read-only link shows', async () => {
    const { projectId } = await aQuotedProject(app, browser)
    const { data } = await browser.call('POST /global/project/{projectId}/share', { params: { projectId } })
    const { data: shared } = await app.browser().call('POST /global/quote/shared', { body: { key: data.key } })
    expect(JSON.stringify(shared)).not.toContain('lines-added')
  })

  it('keeps what a visitor did before the login, and tells that the login took over', async () => {
    const visitor = await aVisitor(app)
    const { projectId } = await aQuotedProject(app, visitor)
    const { revision, updatedAt } = await getProject(visitor, projectId)
    app.clock.advance(1)
    const { data } = await visitor.call('POST /global/account/login', {
      body: { email: customer.email, password: customer.password },
    })
    visitor.token = data.accessToken ?? null

    const told = (await entriesOf(projectId, visitor)).map(({ actor, event }) => [actor, event.kind])
    expect(told).toEqual([
      ['customer', 'claimed'],
      ['visitor', 'lines-added'],
      ['visitor', 'created'],
    ])
    expect(await getProject(visitor, projectId)).toMatchObject({ revision: revision + 1, updatedAt })
  })

  it('ends with its project', async () => {
    const { id: projectId } = await aProject(browser)
    await app.deps.db.deleteFrom('project').where('id', '=', projectId).execute()
    expect(await rowsOf(app, 'project_activity', { project_id: projectId })).toEqual([])
  })
})
