import type { LineView } from '@cotation/contracts'
import { accountingCurrency } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { ledgerViolations } from '#src/money/invariants.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { funded } from '#test/orders/ledger.ts'
import { aCheckout, anAddress } from '#test/orders/orders.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import {
  aProject,
  changeLines,
  configurationOf,
  getProject,
  type PartName,
  replaceFile,
  someLines,
} from '#test/quote/quotes.ts'
import { useApp } from '#test/use-app.ts'
import { projectTotal } from './project-total.ts'

const app = useApp()

/** A project whose first line is ordered and paid. */
async function anOrderedLine(...others: PartName[]) {
  const { id: customerId } = await aCustomer(app)
  await funded(app.deps.db, customerId, 100_000_00, app.clock.now)
  const browser = await aBrowserOf(app, customerId)
  const { id: projectId } = await aProject(browser)
  const lines = await someLines(app, browser, projectId, 'block', ...others)
  const shippingAddressId = await anAddress(app, customerId)
  const basket = { projectId, lineIds: [lines[0]?.id ?? ''], shippingAddressId, carrier: 'dhl' as const }

  const { body } = await aCheckout(browser, basket)
  const { data: order } = await browser.call('POST /global/checkout/submit', { body })
  return { browser, customerId, projectId, basket, lines, order }
}

const statuses = (lines: readonly LineView[]) => lines.map(({ status }) => status)

describe('an ordered line', () => {
  it('names its order, keeps the price that was ordered, and increments the revision', async () => {
    const { browser, projectId, lines, order } = await anOrderedLine('largerBlock')
    const project = await getProject(browser, projectId)

    expect(statuses(project.lines)).toEqual(['ordered', 'ready'])
    expect(project.lines[0]?.order).toEqual({
      orderId: order.orderId,
      number: order.number,
      isUnpaid: false,
      isCancellable: false,
      unitMinor: lines[0]?.price?.unitPrice.minor,
      lineMinor: lines[0]?.price?.linePrice.minor,
    })

    const { data: seen } = await browser.call('GET /global/project/{projectId}', {
      params: { projectId },
      query: { seen: project.revision },
    })
    expect(seen.project).toBeNull()

    await browser.call('POST /global/order/{orderId}/cancel', {
      params: { orderId: order.orderId },
      body: { reason: 'Wrong part' },
    })
    const { data: after } = await browser.call('GET /global/project/{projectId}', {
      params: { projectId },
      query: { seen: project.revision },
    })
    expect(statuses(after.project?.lines ?? [])).toEqual(['ready', 'ready'])
    expect(await ledgerViolations(app.deps.db)).toEqual([])
  })

  it('refuses changes with the number of its order, except of its name', async () => {
    const { browser, projectId, lines, order } = await anOrderedLine()
    const [line] = lines
    if (!line) throw new Error('the line is missing')

    const params = { projectId, lineId: line.id }
    const answers = [
      await changeLines(browser, projectId, [
        { lineId: line.id, configuration: { ...configurationOf(line), quantity: 9 } },
      ]),
      await changeLines(browser, projectId, [{ lineId: line.id, comment: 'Ébavurer' }]),
      await changeLines(browser, projectId, [{ lineId: line.id, attachmentIds: [] }]),
      await replaceFile(browser, projectId, line.id),
      await browser.call('POST /global/project/{projectId}/line/{lineId}/attachment', {
        params,
        body: { name: 'plan.pdf', bytes: 1000 },
      }),
      await browser.call('POST /global/project/{projectId}/line/{lineId}/unit', { params, body: { unit: 'inch' } }),
      await browser.call('POST /global/project/{projectId}/line/{lineId}/accept', {
        params,
        body: { ruleIds: ['min-wall'] },
      }),
      await browser.call('POST /global/project/{projectId}/line/{lineId}/withdraw', {
        params,
        body: { ruleIds: ['min-wall'] },
      }),
      await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
        params,
        body: { question: 'Possible?', email: 'zoe@example.com' },
      }),
      await browser.call('DELETE /global/project/{projectId}/line/{lineId}/expert', { params }),
    ]
    for (const { status, error } of answers) {
      expect([status, error.code]).toEqual([409, 'LINE_ORDERED'])
      expect(error.message).toContain(order.number)
    }

    const renamed = await changeLines(browser, projectId, [{ lineId: line.id, name: 'Bride A' }])
    expect(renamed.status).toBe(200)
  })

  it('is ordered again as a copy that can be changed', async () => {
    const { browser, projectId, basket, lines } = await anOrderedLine()
    const { data: copied } = await browser.call('POST /global/project/{projectId}/lines/transfer', {
      params: { projectId },
      body: { lineIds: [lines[0]?.id ?? ''], toProjectId: projectId, copy: true },
    })
    expect(statuses(copied.lines)).toEqual(['ordered', 'ready'])

    const copy = copied.lines[1]
    expect(copy?.order).toBeNull()
    expect(copy?.configuration).toEqual(lines[0]?.configuration)

    const { body } = await aCheckout(browser, { ...basket, lineIds: [copy?.id ?? ''] })
    expect((await browser.call('POST /global/checkout/submit', { body })).status).toBe(200)
    expect(statuses((await getProject(browser, projectId)).lines)).toEqual(['ordered', 'ordered'])
  })

  it('hides its order from readers of a shared link', async () => {
    const { browser, projectId } = await anOrderedLine()
    const { data: link } = await browser.call('POST /global/project/{projectId}/share', { params: { projectId } })
    const { data: shared } = await app.browser().call('POST /global/quote/shared', { body: { key: link.key } })
    expect(shared.lines.map(({ status, order }) => ({ status, order }))).toEqual([{ status: 'ordered', order: null }])
  })
})

describe('the total of a project', () => {
  const words = new Intl.NumberFormat('en', { style: 'currency', currency: accountingCurrency })
  const money = (minor: number) => words.format(minor / 100)

  it('is the same on the page, in the list, the shared view, the PDF, checkout and the order', async () => {
    const { browser, projectId, basket } = await anOrderedLine('largerBlock', 'plate', 'block')
    browser.language = 'en'
    const asked = (await getProject(browser, projectId)).lines[3]
    await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
      params: { projectId, lineId: asked?.id ?? '' },
      body: { question: 'Better price?', email: 'zoe@example.com' },
    })

    const project = await getProject(browser, projectId)
    expect(statuses(project.lines)).toEqual(['ordered', 'ready', 'needs-decision', 'manual-quote'])

    const minors = project.lines.map(({ price }) => price?.linePrice.minor ?? 0)
    const [, readyMinor = 0, blockedMinor = 0, askedMinor = 0] = minors
    const { catalogue } = await app.deps.catalogues.inForce()
    const total = projectTotal(project, catalogue)
    expect(total.ready).toEqual({ lines: 1, minor: readyMinor })
    expect(total.undecided.minor).toBe(blockedMinor + askedMinor)
    expect(total.smallOrderMinor).toBeGreaterThan(0)

    const { data: list } = await browser.call('GET /global/project', { query: {} })
    expect(list.projects[0]).toMatchObject({
      totalMinor: readyMinor,
      pendingMinor: blockedMinor + askedMinor,
      readyLines: 1,
      orderedLines: 1,
    })

    const { data: link } = await browser.call('POST /global/project/{projectId}/share', { params: { projectId } })
    const { data: shared } = await app.browser().call('POST /global/quote/shared', { body: { key: link.key } })
    expect(projectTotal(shared, catalogue)).toEqual(total)

    const answer = await browser.fetch(`/gateway/global/project/${projectId}/quotation`)
    const paper = pdfPages(new Uint8Array(await answer.arrayBuffer())).join('\n')
    expect(paper).toContain(money(readyMinor))
    expect(paper).toContain(money(total.smallOrderMinor))
    expect(paper).toContain(money(total.undecided.minor))

    const lineIds = project.lines.map(({ id }) => id)
    const { view, body } = await aCheckout(browser, { ...basket, lineIds })
    expect(view.lines.reduce((sum, line) => sum + line.totalMinor, 0)).toBe(readyMinor)
    expect(view.total?.smallOrder).toEqual(total.smallOrder)

    const ready = { ...body, lineIds: [lineIds[1] ?? ''] }
    const { data: placed } = await browser.call('POST /global/checkout/submit', { body: ready })
    const { data: order } = await browser.call('GET /global/order/{orderId}', { params: { orderId: placed.orderId } })
    expect(order.total.goodsMinor + order.total.servicesMinor).toBe(readyMinor)
    expect(order.total.smallOrderMinor).toBe(total.smallOrderMinor)
  })

  it('counts an expired project as undecided everywhere', async () => {
    const { browser, customerId, projectId } = await anOrderedLine('largerBlock')
    const before = await getProject(browser, projectId)
    const minor = before.lines[1]?.price?.linePrice.minor ?? 0

    const now = app.clock.now
    app.clock.now = new Date(before.validUntil)
    const later = await aBrowserOf(app, customerId)
    const expired = await getProject(later, projectId)
    const { data: list } = await later.call('GET /global/project', { query: {} })
    app.clock.now = now

    expect(statuses(expired.lines)).toEqual(['ordered', 'expired'])
    const { catalogue } = await app.deps.catalogues.inForce()
    expect(projectTotal(expired, catalogue)).toMatchObject({
      ready: { lines: 0, minor: 0 },
      undecided: { lines: 1, minor },
      smallOrder: [],
    })
    expect(list.projects[0]).toMatchObject({ totalMinor: 0, pendingMinor: minor })
  })
})
