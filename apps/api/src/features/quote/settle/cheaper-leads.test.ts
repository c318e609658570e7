import type { LineView } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { aCheckout, anAddress } from '#test/orders/orders.ts'
import { aProject, configurationOf, configure, getProject, someLines } from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'
import { settleCheaperLeads } from './cheaper-leads.service.ts'

const app = useSharedApp()

/** Stores a line as a release priced it that offered an express without an earlier date. */
async function asPricedBefore(line: LineView, extraMinor: number): Promise<LineView> {
  const { verdict } = await rowOf(app, 'quote_line', { id: line.id })
  const { price } = line
  if (!verdict || !price) throw new Error('the line has no price')

  const minor = price.linePrice.minor + extraMinor
  const dearer = { ...price, lead: 'express' as const, linePrice: { ...price.linePrice, minor } }
  const configuration = { ...configurationOf(line), lead: 'express' as const }
  await updateRows(
    app,
    'quote_line',
    { id: line.id },
    {
      configuration: JSON.stringify(configuration),
      verdict: JSON.stringify({ ...verdict, price: dearer }),
      line_minor: minor,
    },
  )

  return { ...line, configuration, price: dearer }
}

async function aPrint(browser: Awaited<ReturnType<typeof aVisitor>>, projectId: string): Promise<LineView> {
  const [line] = await someLines(app, browser, projectId, 'block')
  if (!line) throw new Error('no line came back')
  return configure(browser, projectId, line, { materialId: 'sla-9600-white', process: 'sla', lead: 'standard' })
}

describe('a line with a lead time that brings nothing', () => {
  it('gets the cheaper tier when its project is read, once, and the customer learns it', async () => {
    const browser = await aVisitor(app)
    const { id: projectId } = await aProject(browser)
    const print = await aPrint(browser, projectId)
    await asPricedBefore(print, 500)

    const read = () => browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })
    const { data } = await read()
    expect(data.cheaperLeads).toEqual([{ lineId: print.id, from: 'express', to: 'standard' }])
    expect(data.project?.lines[0]).toMatchObject({
      status: 'ready',
      configuration: { lead: 'standard' },
      price: { lead: 'standard', linePrice: print.price?.linePrice, leadTime: print.price?.leadTime },
    })

    const { data: again } = await read()
    expect(again.cheaperLeads).toBeUndefined()
    expect(again.revision).toBe(data.revision)
  })

  it('leaves the prices of all other lines as they were quoted', async () => {
    const browser = await aVisitor(app)
    const { id: projectId } = await aProject(browser)
    const print = await aPrint(browser, projectId)
    const other = await aPrint(browser, projectId)
    await asPricedBefore(print, 500)

    // An earlier release may have quoted it like this: settling it again would change its price.
    const { verdict } = await rowOf(app, 'quote_line', { id: other.id })
    if (!verdict?.price) throw new Error('the line has no price')
    const quoted = { ...verdict.price, linePrice: { ...verdict.price.linePrice, minor: 4321 } }
    await updateRows(app, 'quote_line', { id: other.id }, { verdict: JSON.stringify({ ...verdict, price: quoted }) })

    const { lines } = await getProject(browser, projectId)
    expect(lines.map(({ price }) => price?.linePrice.minor)).toEqual([print.price?.linePrice.minor, 4321])
  })

  it.each([
    ['more', -100],
    ['the same', 0],
  ])('stays as it is if the other tier would cost %s', async (_cost, extraMinor) => {
    const browser = await aVisitor(app)
    const { id: projectId } = await aProject(browser)
    const print = await aPrint(browser, projectId)
    await asPricedBefore(print, extraMinor)

    const [line] = (await getProject(browser, projectId)).lines
    expect(line?.configuration?.lead).toBe('express')
    expect(line?.price?.linePrice.minor).toBe((print.price?.linePrice.minor ?? 0) + extraMinor)
  })

  it('gets the cheaper tier as an entry of the activity that the owner did not make', async () => {
    const browser = await aVisitor(app)
    const { id: projectId } = await aProject(browser)
    const print = await aPrint(browser, projectId)
    await asPricedBefore(print, 500)
    await getProject(browser, projectId)

    const params = { projectId }
    const { data } = await browser.call('GET /global/project/{projectId}/activity', { params, query: {} })
    expect(data.entries[0]).toMatchObject({
      actor: 'system',
      event: { kind: 'lines-changed', count: 1, name: print.name, fields: ['lead'] },
      changes: [{ field: 'lead', before: 'Express', after: 'Standard' }],
    })
  })

  it('stays as it was ordered if that happened after it was read', async () => {
    const { id: customerId } = await aCustomer(app)
    const browser = await aBrowserOf(app, customerId)
    const { id: projectId } = await aProject(browser)
    const ordered = await aPrint(browser, projectId)
    const other = await aPrint(browser, projectId)

    const shippingAddressId = await anAddress(app, customerId)
    const basket = { projectId, lineIds: [ordered.id], shippingAddressId, carrier: 'dhl' as const }
    const payment = { method: 'bank_transfer', bankCurrency: 'EUR' } as const
    const { body } = await aCheckout(browser, basket, { payment })
    expect((await browser.call('POST /global/checkout/submit', { body })).status).toBe(200)

    const linesAsRead = [await asPricedBefore(ordered, 500), await asPricedBefore(other, 500)]
    const project = await rowOf(app, 'project', { id: projectId })
    const changes = await settleCheaperLeads(app.deps, { customerId, visitorHash: null }, project, linesAsRead)

    expect(changes).toEqual([{ lineId: other.id, from: 'express', to: 'standard' }])
    expect((await rowOf(app, 'quote_line', { id: ordered.id })).configuration?.lead).toBe('express')
  })

  it('is not charged at checkout, also if the project was not read before', async () => {
    const { id: customerId } = await aCustomer(app)
    const browser = await aBrowserOf(app, customerId)
    const { id: projectId } = await aProject(browser)
    const print = await aPrint(browser, projectId)
    await asPricedBefore(print, 500)

    const shippingAddressId = await anAddress(app, customerId)
    const body = { projectId, lineIds: [print.id], shippingAddressId, carrier: 'dhl' as const }
    const { data } = await browser.call('POST /global/checkout/preview', { body })
    expect(data.lines[0]?.totalMinor).toBe(print.price?.linePrice.minor)
  })
})
