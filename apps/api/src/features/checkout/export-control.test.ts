import { randomUUID } from 'node:crypto'
import { exportWording } from '@cotation/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { settleAnalysedFile } from '#features/quote/settle/settle-lines.service.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, aVisitor, type TestCustomer } from '#test/builders.ts'
import { aDeliveredOrder, anAcceptedClaim } from '#test/orders/claims.ts'
import { aBasket, aCheckout, answerExportControl, type PreviewBody, type SubmitBody } from '#test/orders/orders.ts'
import { aProject, finishAnalysis, replaceFile, someLines } from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
const byTransfer = { payment: { method: 'bank_transfer', bankCurrency: 'EUR' } } as const
let customer: TestCustomer
let browser: Browser
let basket: PreviewBody

beforeEach(async () => {
  customer = await aCustomer(app)
  const made = await aBasket(app, customer.id)
  browser = made.browser
  basket = made.basket
})

/** A submission whose project has another answer than "no". */
async function aSubmission(answer: 'yes' | 'unknown' | null): Promise<SubmitBody> {
  const { body } = await aCheckout(browser, basket, byTransfer)
  if (answer) await answerExportControl(browser, basket.projectId, answer)
  else await updateRows(app, 'project', { id: basket.projectId }, { export_declaration: null })

  return body
}

const submissionOf = (body: PreviewBody, acceptedPriceKey: string): SubmitBody => ({
  ...body,
  ...byTransfer,
  shippingAddressId: String(body.shippingAddressId),
  carrier: 'dhl',
  submissionKey: randomUUID(),
  acceptedPriceKey,
  agreeTerms: true,
})

const submit = (body: SubmitBody) => browser.call('POST /global/checkout/submit', { body })
const previewOf = async (body: PreviewBody) => (await browser.call('POST /global/checkout/preview', { body })).data
const preview = async () => (await previewOf(basket)).exportControl
const clear = (staff: Browser, projectId = basket.projectId, reason = 'Hors des listes') =>
  staff.call('POST /global/staff/project/{projectId}/export-control', { params: { projectId }, body: { reason } })

describe('the export-control question', () => {
  it('is unanswered at first, and the preview says so', async () => {
    expect(await preview()).toEqual({ standing: 'unanswered', answer: null, answeredAt: null, isFixed: false })
  })

  it('refuses an order until it is answered', async () => {
    const body = await aSubmission(null)
    const { status, error } = await submit(body)
    expect([status, error.code]).toEqual([422, 'EXPORT_UNANSWERED'])

    await answerExportControl(browser, basket.projectId)
    expect((await submit(body)).status).toBe(200)
  })

  it('stores who answered what, when and to which wording', async () => {
    const { data } = await answerExportControl(browser, basket.projectId)
    expect(data).toMatchObject({ standing: 'clear', answer: 'no', isFixed: false })
    expect(await preview()).toEqual(data)

    const { export_declaration } = await rowOf(app, 'project', { id: basket.projectId })
    expect(export_declaration).toEqual({
      answer: 'no',
      wording: exportWording,
      answeredAt: app.clock.now.toISOString(),
      answeredBy: customer.email,
      clearance: null,
    })
  })

  it('accepts "no" only with a confirmation', async () => {
    const { status, error } = await browser.call('POST /global/project/{projectId}/export-control', {
      params: { projectId: basket.projectId },
      body: { answer: 'no' },
    })
    expect([status, error.code]).toEqual([422, 'VALIDATION'])
    expect(error.issues).toMatchObject([{ path: 'confirmed', code: 'EXPORT_NOT_CONFIRMED' }])
    expect((await preview()).standing).toBe('unanswered')
  })

  it.each(['yes', 'unknown'] as const)('refuses an order after "%s" until staff clears the project', async (answer) => {
    const body = await aSubmission(answer)
    const refused = await submit(body)
    expect([refused.status, refused.error.code]).toEqual([409, 'EXPORT_IN_REVIEW'])
    expect(await preview()).toMatchObject({ standing: 'in-review', answer })

    const staff = await aStaffBrowser(app, 'account-manager')
    expect((await clear(staff)).data).toMatchObject({ standing: 'clear', answer })

    const { data: order } = await submit(body)
    const placed = await rowOf(app, 'customer_order', { id: order.orderId })
    expect(placed.export_declaration).toMatchObject({
      answer,
      answeredBy: customer.email,
      clearance: { at: app.clock.now.toISOString(), reason: 'Hors des listes' },
    })
  })

  it('is asked again in a copy of the project', async () => {
    await answerExportControl(browser, basket.projectId)
    const { data: copy } = await browser.call('POST /global/project/{projectId}/duplicate', {
      params: { projectId: basket.projectId },
      body: { name: 'Copie' },
    })
    expect((await rowOf(app, 'project', { id: copy.id })).export_declaration).toBeNull()
  })

  it('can be answered differently until the first order, and again once that order is cancelled', async () => {
    const { body } = await aCheckout(browser, basket, byTransfer)
    expect((await answerExportControl(browser, basket.projectId, 'unknown')).status).toBe(200)
    await answerExportControl(browser, basket.projectId)
    const { data: order } = await submit(body)

    const { status, error } = await answerExportControl(browser, basket.projectId, 'yes')
    expect([status, error.code]).toEqual([409, 'EXPORT_ANSWER_FIXED'])
    expect(await preview()).toMatchObject({ answer: 'no', isFixed: true })

    const params = { orderId: order.orderId }
    await browser.call('POST /global/order/{orderId}/cancel', { params, body: { reason: 'Erreur' } })
    expect((await answerExportControl(browser, basket.projectId, 'yes')).data.standing).toBe('in-review')
  })

  it('is asked again if its wording has changed since the answer', async () => {
    const body = await aSubmission('yes')
    const { export_declaration } = await rowOf(app, 'project', { id: basket.projectId })
    const older = JSON.stringify({ ...export_declaration, answer: 'no', wording: '2020-01' })
    await updateRows(app, 'project', { id: basket.projectId }, { export_declaration: older })

    expect(await preview()).toMatchObject({ standing: 'unanswered', answer: null })
    expect((await submit(body)).error.code).toBe('EXPORT_UNANSWERED')
  })

  it('can be answered by the customer of the project only', async () => {
    const visitor = await aVisitor(app)
    const { id } = await aProject(visitor)
    expect((await answerExportControl(visitor, id)).status).toBe(401)
    expect((await rowOf(app, 'project', { id })).export_declaration).toBeNull()

    const stranger = await aBrowserOf(app, (await aCustomer(app)).id)
    expect((await answerExportControl(stranger, basket.projectId)).status).toBe(404)
  })

  it('is part of the activity, without the reason of our staff', async () => {
    await answerExportControl(browser, basket.projectId, 'unknown')
    await clear(await aStaffBrowser(app, 'account-manager'))

    const params = { projectId: basket.projectId }
    const { data } = await browser.call('GET /global/project/{projectId}/activity', { params, query: {} })
    expect(data.entries.slice(0, 2).map(({ actor, event }) => ({ actor, event }))).toEqual([
      { actor: 'staff', event: { kind: 'export-cleared' } },
      { actor: 'customer', event: { kind: 'export-answered', answer: 'unknown' } },
    ])
  })
})

describe('the clearance by staff', () => {
  it('needs a reason, an answer, and is recorded once', async () => {
    const staff = await aStaffBrowser(app, 'account-manager')
    expect((await clear(staff)).error.code).toBe('EXPORT_UNANSWERED')

    await answerExportControl(browser, basket.projectId, 'yes')
    expect((await clear(staff, basket.projectId, ' ')).error.code).toBe('VALIDATION')
    await clear(staff)
    await clear(staff, basket.projectId, 'Autre raison')

    const { export_declaration } = await rowOf(app, 'project', { id: basket.projectId })
    expect(export_declaration?.clearance?.reason).toBe('Hors des listes')
  })

  it('ends when the customer answers again', async () => {
    await answerExportControl(browser, basket.projectId, 'yes')
    await clear(await aStaffBrowser(app, 'account-manager'))
    const { data } = await answerExportControl(browser, basket.projectId, 'unknown')
    expect(data.standing).toBe('in-review')
  })

  it('covers the parts that the project had, until staff clears those added since', async () => {
    const reviewed = basket
    await answerExportControl(browser, basket.projectId, 'yes')
    const staff = await aStaffBrowser(app, 'account-manager')
    await clear(staff)

    const [added] = await someLines(app, browser, basket.projectId, 'largerBlock')
    basket = { ...reviewed, lineIds: [...reviewed.lineIds, added?.id ?? ''] }
    const { priceKey, exportControl } = await previewOf(basket)
    expect(exportControl).toMatchObject({ standing: 'in-review', answer: 'yes' })
    const refused = await submit(submissionOf(basket, priceKey))
    expect([refused.status, refused.error.code]).toEqual([409, 'EXPORT_IN_REVIEW'])

    const { priceKey: reviewedPriceKey } = await previewOf(reviewed)
    expect((await submit(submissionOf(reviewed, reviewedPriceKey))).status).toBe(200)

    basket = { ...reviewed, lineIds: [added?.id ?? ''] }
    expect(await preview()).toMatchObject({ standing: 'in-review', isFixed: true })
    await clear(staff, basket.projectId, 'Pièce ajoutée')
    expect(await preview()).toMatchObject({ standing: 'clear', isFixed: true })
    const { priceKey: addedPriceKey } = await previewOf(basket)
    expect((await submit(submissionOf(basket, addedPriceKey))).status).toBe(200)
  })

  it('does not cover a file that replaces a reviewed one', async () => {
    await answerExportControl(browser, basket.projectId, 'yes')
    await clear(await aStaffBrowser(app, 'account-manager'))
    expect((await preview()).standing).toBe('clear')

    const { data } = await replaceFile(browser, basket.projectId, basket.lineIds[0] ?? '', 'v2.stl', 2000)
    const uploadId = data.lines[0]?.upload.id ?? ''
    await finishAnalysis(app, uploadId, 'largerBlock')
    await settleAnalysedFile(app.deps, uploadId)

    expect((await preview()).standing).toBe('in-review')
  })

  it('is not needed for an after-sale order, even if the project has no answer', async () => {
    const delivered = await aDeliveredOrder(app, customer.id)
    const { orderNumber, workOrderNumber } = await anAcceptedClaim(await aStaffBrowser(app), delivered)
    const lines = delivered.lineIds.map((lineId) => ({ lineId, quantity: 1 }))

    const body = { orderNumber, workOrderNumber, lines }
    const { data, status } = await delivered.browser.call('POST /global/afterSale/order', { body })
    expect(status).toBe(200)
    expect((await rowOf(app, 'customer_order', { id: data.orderId })).export_declaration).toBeNull()
  })
})
