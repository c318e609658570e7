import type { AdditionalCostSummary, CustomerInspectionView, OrderView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, adaWithManager, data, generalData, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { stubLive } from '#lib/testing/live-stub.ts'
import { aCapturedPayment, anOrder, aParcel } from '#lib/testing/orders.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import { anOrderLine, aTransfer, uuid } from '#lib/testing/views.ts'
import { wholeText } from '#lib/testing/whole-text.ts'
import { setLanguage } from '#lib/texts/i18n.tsx'
import { language } from '#lib/texts/language.ts'

const get = 'GET /global/order/{orderId}'
const cancel = 'POST /global/order/{orderId}/cancel'
const receive = 'POST /global/order/{orderId}/receive'
const review = 'POST /global/order/{orderId}/review'

async function open(order: OrderView, more: Answers = {}, shownIn: 'en' | 'fr' = 'en') {
  const gateway = stubGateway({ [get]: () => data(get, order), ...more })
  const app = await renderApp(`/user/order/detail/${order.id}`, { token: 'real', language: shownIn })
  await screen.findByRole('heading', { level: 1 })
  return { ...app, gateway }
}

const inspectionsKey = 'GET /global/order/{orderId}/inspection'

const anInspectionOf = (traits: Partial<CustomerInspectionView>): CustomerInspectionView => ({
  id: uuid(),
  runCode: 'F100001',
  lineId: uuid(),
  lineName: 'bride.stl',
  round: 1,
  quantity: 10,
  sampleSize: 3,
  characteristics: [],
  photoIds: [],
  verdict: 'passed',
  at: '2026-11-18T11:00:00.000Z',
  good: 10,
  rework: 0,
  scrap: 0,
  ...traits,
})

const originalId = uuid()

function anAfterSaleOrder(traits: Parameters<typeof anOrder>[0] = {}): OrderView {
  return anOrder({
    original: { id: originalId, number: 'CO-10000', workOrderNumber: 'W-26-10001', claimId: uuid() },
    payments: [],
    totalMinor: 0,
    paidMinor: 0,
    timeline: [
      { at: '2026-11-14T12:00:00.000Z', from: null, to: 'paid', by: 'customer', reason: '' },
      { at: '2026-11-14T12:02:00.000Z', from: 'paid', to: 'in_review', by: 'staff', reason: '' },
    ],
    ...traits,
  })
}

/** A cost of 30 dollars, of which 10 were received. */
const partlyPaidCost: AdditionalCostSummary = {
  id: uuid(),
  number: 'A-26-10001',
  reason: 'drawing',
  totalMinor: 3000,
  dueMinor: 2000,
  state: 'requested',
  waitsWith: 'production',
  transfer: null,
  unconfirmed: null,
  deadline: '2099-03-09T09:00:00.000Z',
  timeZone: 'UTC',
}

const sectionOf = (name: string | RegExp) => within(screen.getByRole('region', { name }))

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('an order (spec 2, /user/order/detail/:orderId)', () => {
  it('follows a change by staff as soon as it is reported', async () => {
    const order = anOrder({ status: 'in_review' })
    let status: OrderView['status'] = 'in_review'
    await open(order, { [get]: () => data(get, { ...order, status }) })
    const report = await stubLive()

    status = 'in_production'
    report(`order:${order.id}`)

    expect(await screen.findByText(/Your parts are being made/)).toBeTruthy()
  })

  it('shows the current status and the next step', async () => {
    await open(anOrder({ status: 'in_production', poNumber: 'PO-77' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Order CO-10001' })).toBeTruthy()
    expect(screen.getByText('PO: PO-77')).toBeTruthy()
    expect(screen.getByText(/Your parts are being made. They leave the workshop by Nov 20, 2026/)).toBeTruthy()
    const steps = sectionOf('Progress').getAllByRole('listitem')
    expect(steps.find((step) => step.getAttribute('aria-current') === 'step')?.textContent).toContain('In production')
  })

  it.each([
    [
      'en',
      'Delivery',
      'promised Nov 20, 2026, now expected Nov 27, 2026',
      / now expected Dec 1, 2026 to Dec 3, 2026$/,
      /We now expect them to leave the workshop on Nov 27, 2026/,
    ],
    [
      'fr',
      'Livraison',
      'promis le 20 nov. 2026, maintenant prévu le 27 nov. 2026',
      /, maintenant prévue : du 1er déc. 2026 au 3 déc. 2026$/,
      /Leur départ de l’atelier est maintenant prévu le 27 nov. 2026/,
    ],
  ] as const)(
    'shows the promised days with the later ones that are expected (%s)',
    async (shownIn, title, days, arrival, next) => {
      await open(
        anOrder({
          status: 'in_production',
          expected: { ship: '2026-11-27', deliveryEarliest: '2026-12-01', deliveryLatest: '2026-12-03' },
        }),
        {},
        shownIn,
      )
      expect(sectionOf(title).getByText(days)).toBeTruthy()
      expect(sectionOf(title).getByText(arrival)).toBeTruthy()
      expect(screen.getByText(next)).toBeTruthy()
    },
  )

  it('shows its lines in the other language as soon as the reader changes it', async () => {
    const materials = { fr: 'Résine blanche', en: 'White resin' }
    const order = anOrder()
    const answer = () => data(get, { ...order, lines: [anOrderLine({ material: materials[language.get()] })] })
    await open(order, { [get]: answer }, 'fr')
    expect(screen.getAllByText(/Résine blanche/).length).toBeGreaterThan(0)

    await setLanguage('en')
    await waitFor(() => expect(screen.getAllByText(/White resin/).length).toBeGreaterThan(0))
    expect(screen.queryByText(/Résine blanche/)).toBeNull()
  })

  it('shows photos and reports of inspections, and what was not good', async () => {
    const saved = savedFiles()
    const inspections: CustomerInspectionView[] = [
      anInspectionOf({ verdict: 'failed', good: 9, rework: 1 }),
      anInspectionOf({ round: 2, verdict: 'passed', good: 1, photoIds: [uuid()] }),
    ]
    const report = 'GET /global/inspection/{inspectionId}/report'
    const { gateway } = await open(anOrder({ status: 'in_production' }), {
      [inspectionsKey]: () => data(inspectionsKey, { inspections }),
      'GET /global/inspection/photo/{photoId}': () => refusal('NOT_FOUND', ''),
      [report]: () => refusal('NOT_FOUND', 'Gone.'),
    })

    const section = within(await screen.findByRole('region', { name: 'Inspection of your parts' }))
    expect(section.getByText(/9 pieces passed. 1 piece was not good and was reworked or made again/)).toBeTruthy()
    expect(section.getByText(/^1 piece passed on/)).toBeTruthy()
    expect(await section.findByText('Photo 1 is not available')).toBeTruthy()

    await userEvent.click(section.getByRole('button', { name: 'Inspection report F100001-2 (PDF)' }))
    expect(await section.findByText('Gone.')).toBeTruthy()
    expect(gateway.to(report)).toHaveLength(1)
    expect(saved).toEqual([])
  })

  it('says nothing about inspections before one is concluded', async () => {
    await open(anOrder({ status: 'in_production' }), {
      [inspectionsKey]: () => data(inspectionsKey, { inspections: [] }),
    })
    expect(screen.queryByRole('region', { name: 'Inspection of your parts' })).toBeNull()
  })

  it('leads to a claim, and lists claims and after-sale orders', async () => {
    const reprint = { id: uuid(), number: 'CO-10002', status: 'paid' } as const
    const claim = {
      id: uuid(),
      state: 'accepted',
      openedAt: '2026-11-14T12:00:00.000Z',
      workOrderNumber: 'W-26-10001',
      reprint,
    } as const
    const order = anOrder({ status: 'delivered', claims: [claim], can: { claim: true } })
    await open(order)

    expect(screen.getByRole('link', { name: 'Report a problem' }).getAttribute('href')).toContain(`order=${order.id}`)
    const section = sectionOf('After-sale')
    expect(section.getByRole('link', { name: /Claim of/ }).getAttribute('href')).toContain(`claim=${claim.id}`)
    expect(section.getByText(wholeText('Work order W-26-10001'))).toBeTruthy()
    expect(section.getByText('Being made again')).toBeTruthy()
    expect(section.queryByText('Accepted')).toBeNull()
    expect(section.getByRole('link', { name: 'After-sale order CO-10002' }).getAttribute('href')).toContain(reprint.id)
  })

  it('names its original and asks for no payment if it is an after-sale order', async () => {
    await open(anAfterSaleOrder())
    expect(screen.getByRole('link', { name: 'order CO-10000' }).getAttribute('href')).toContain(originalId)
    expect(screen.getAllByText('Confirmed')).toHaveLength(2)
    expect(screen.getByText('Parts made again at no cost: nothing is charged.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull()
  })

  it('shows when a payment was made, not when it was started', async () => {
    const transfer = aTransfer(11_357, 'EUR', 'CO-10001-7F')
    const times = { createdAt: '2026-11-10T12:00:00.000Z', closedAt: '2026-11-13T12:00:00.000Z' }
    await open(anOrder({ payments: [{ ...transfer, state: 'captured', ...times }] }))
    expect(sectionOf('Payments').getByText(/^Nov 13, 2026/)).toBeTruthy()
    expect(sectionOf('Payments').queryByText(/Nov 10/)).toBeNull()
  })

  it('says when it is due, and not that it was paid, if it is on credit', async () => {
    const payment = aCapturedPayment({ method: 'credit' })
    const credit = { owedMinor: 12_345, dueAt: '2026-12-14T12:00:00.000Z' }
    await open(anOrder({ status: 'paid', payments: [payment], credit }))

    expect(screen.getByText('$123.45 to be paid by December 14, 2026')).toBeTruthy()
    expect(sectionOf('Payments').getByText('To be paid by Dec 14, 2026')).toBeTruthy()
    expect(sectionOf('Total').getByText('On credit, to be paid')).toBeTruthy()
    expect(sectionOf('History').getByText('From “Awaiting payment” to “Ordered on credit”')).toBeTruthy()
    expect(screen.queryByText('Paid')).toBeNull()
  })

  it('says when it was settled if it is on credit', async () => {
    const payment = aCapturedPayment({ method: 'credit' })
    const credit = { owedMinor: 0, dueAt: '2026-12-14T12:00:00.000Z' }
    await open(anOrder({ status: 'in_production', payments: [payment], credit }))
    expect(sectionOf('Payments').getByText('Settled')).toBeTruthy()
    expect(screen.queryByText(/to be paid by/i)).toBeNull()
  })

  it('never says that it was paid if it is an after-sale order', async () => {
    await open(anAfterSaleOrder({ status: 'in_review' }), {}, 'fr')
    expect(sectionOf('Historique').getByText('De « Confirmée » à « En vérification »')).toBeTruthy()
    expect(screen.queryByText(/Payée/)).toBeNull()
  })

  it('has nothing to refund and can be placed again if it is an after-sale order', async () => {
    await open(anAfterSaleOrder({ can: { cancel: true } }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the order' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel order CO-10001?' }))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'This order is free of charge: there is nothing to refund.',
      'You can place the after-sale order again with work order number W-26-10001.',
    ])
  })

  it('asks to write about a fault that is found later if it is an after-sale order', async () => {
    await open(anAfterSaleOrder({ status: 'delivered', can: { receive: true } }))
    await userEvent.click(screen.getByRole('button', { name: 'Confirm receipt' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/if you find a fault later, write to us/)).toBeTruthy()
    expect(dialog.queryByText(/within 30 days/)).toBeNull()
  })

  it('shows how to reach the manager, if there is one', async () => {
    const index = 'GET /global/common/index'
    await open(anOrder(), { [index]: () => generalData(adaWithManager) })
    expect(sectionOf('Your account manager').getByRole('link', { name: 'grace@example.com' })).toBeTruthy()
  })

  it('shows no manager if there is none', async () => {
    await open(anOrder())
    expect(screen.queryByRole('region', { name: 'Your account manager' })).toBeNull()
  })

  it('says that production waits for an additional cost, and leads to its payment', async () => {
    const cost = { ...partlyPaidCost, dueMinor: 3000 }
    await open(anOrder({ status: 'in_production', additionalCosts: [cost] }))
    expect(
      screen.getByText(wholeText(/Production waits for your answer to the additional cost A-26-10001/)),
    ).toBeTruthy()
    expect(screen.getAllByText('What happens next.')).toHaveLength(1)
    expect(screen.queryByText(/Your parts are being made/)).toBeNull()

    const costs = sectionOf('Additional costs')
    expect(costs.getByText('To be paid or declined before Mar 9, 2099, 9:00 AM')).toBeTruthy()
    expect(costs.getByRole('link', { name: 'Pay $30.00 for cost A-26-10001' }).getAttribute('href')).toContain(
      `/additional-cost/payment?cost=${cost.id}`,
    )
  })

  it.each([
    ['requested', 'Production waits for your answer to the additional cost A-26-10001.'],
    ['declined', 'Production waits for our decision about the additional cost A-26-10001. We will contact you.'],
  ] as const)('says in one place what an order with a %s cost waits for', async (state, words) => {
    const cost = { ...partlyPaidCost, state }
    await open(anOrder({ status: 'in_review', additionalCosts: [cost], can: { cancel: true } }))

    const notice = screen.getByText('What happens next.').parentElement
    expect(notice?.textContent).toContain(words)
    expect(notice?.textContent).toContain('You can still cancel.')
    expect(screen.getAllByText(/Production waits/)).toHaveLength(1)
  })

  it('shows what was received of an additional cost, and offers to pay what is left', async () => {
    await open(anOrder({ status: 'in_production', additionalCosts: [partlyPaidCost] }))
    const costs = sectionOf('Additional costs')
    expect(costs.getByText('$10.00 of $30.00 received, $20.00 left.')).toBeTruthy()
    expect(costs.getByRole('link', { name: 'Pay $20.00 for cost A-26-10001' })).toBeTruthy()
  })

  it('says that a received transfer of an additional cost is checked, and offers no second payment', async () => {
    const unconfirmed = {
      method: 'bank_transfer',
      amountMinor: 1000,
      currency: 'USD',
      at: '2026-11-14T12:00:00.000Z',
    } as const
    const cost = { ...partlyPaidCost, dueMinor: 3000, unconfirmed }
    await open(anOrder({ status: 'in_production', additionalCosts: [cost] }))

    expect(screen.getByText(/Production waits until we have checked the payment of the additional cost/)).toBeTruthy()
    const costs = sectionOf('Additional costs')
    expect(costs.getByText(/Transfer of \$10.00 received on Nov 14, 2026: we are checking it/)).toBeTruthy()
    expect(costs.getByText('Payment being checked')).toBeTruthy()
    expect(costs.queryByText(/To be paid or declined/)).toBeNull()
    expect(costs.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('shows the announced transfer of an additional cost, with its account and reference', async () => {
    const cost: AdditionalCostSummary = {
      ...partlyPaidCost,
      reason: 'customs',
      dueMinor: 3000,
      waitsWith: 'shipment',
      transfer: aTransfer(2580, 'EUR', 'CT7K2M41').bank,
      timeZone: 'Europe/Paris',
    }
    await open(anOrder({ status: 'in_production', additionalCosts: [cost] }))

    expect(
      screen.getByText(wholeText(/The shipment waits for your transfer for the additional cost A-26-10001/)),
    ).toBeTruthy()
    expect(screen.getByText('Production goes on.')).toBeTruthy()
    const costs = sectionOf('Additional costs')
    expect(costs.getByText('To be paid or declined before Mar 9, 2099, 10:00 AM (Europe/Paris)')).toBeTruthy()
    expect(costs.getByText(/reference CT7K2M41: no money has arrived yet/)).toBeTruthy()
    for (const text of ['€25.80', 'Cotation SAS']) expect(costs.getByText(text)).toBeTruthy()
    expect(costs.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('lists every event with its author and reason, latest first', async () => {
    const order = anOrder()
    const timeline = [
      ...order.timeline,
      { at: '2026-11-14T15:00:00.000Z', from: 'paid', to: 'cancelled', by: 'staff', reason: 'Out of stock' } as const,
    ]
    await open({ ...order, status: 'cancelled', timeline })

    const events = sectionOf('History')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

    expect(events).toHaveLength(3)
    expect(events[0]).toMatch(/From “Paid” to “Cancelled” by our team.*Reason: Out of stock/)
    expect(events[2]).toMatch(/Order placed by you/)
  })

  it('says how far each part is, and how many pieces are made again', async () => {
    const line = anOrderLine({ making: { stage: 'finishing', remakePieces: 2, finishedPieces: 0 } })
    await open(anOrder({ status: 'in_production', lines: [line] }))
    expect(sectionOf('1 line').getByText('Progress').parentElement?.textContent).toBe(
      'Progress Being finished · 2 pieces are being made again',
    )
  })

  it('shows the ordered lines and downloads their attachments', async () => {
    const names = savedFiles()
    const line = anOrderLine({
      comment: 'Deburr all edges',
      attachments: [{ uploadId: '5a0c7e1d-0000-4000-8000-000000000009', name: 'plan.pdf' }],
      acceptedRisks: [
        {
          rule: 'hole-edge-distance',
          wording: 'Only 2 mm left between hole and edge (0.5 × Ø): 1 × Ø advised.',
          places: [{ at: [12.34, 5, 0], value: 0.5, areaMm2: null }],
        },
      ],
    })

    const content = 'GET /global/upload/{uploadId}/content'
    const { gateway } = await open(anOrder({ lines: [line] }), { [content]: () => ({ status: 200, body: 'x' }) })
    const lines = sectionOf('1 line')
    for (const words of ['PA12', 'MJF', 'Grey', '40 × 30 × 12.5 mm', '5 working days', '$25.00', '$100.00'])
      expect(lines.getByText(words)).toBeTruthy()

    expect(lines.getByText('Deburr all edges', { exact: false })).toBeTruthy()
    expect(lines.getByText('Customs').parentElement?.textContent).toMatch(
      /^Customs HS code 3926\.90 \(proposed\) · origin: China · net weight 0\.12\skg$/,
    )
    const risk = 'Only 2 mm left between hole and edge (0.5 × Ø): 1 × Ø advised.'
    expect(lines.getByText(risk, { exact: false }).textContent).toBe(`${risk} At (12.3 ; 5 ; 0) mm.`)

    await userEvent.click(lines.getByRole('button', { name: 'Download plan.pdf' }))
    await waitFor(() => expect(names).toEqual(['plan.pdf']))

    expect(gateway.to(content)).toHaveLength(1)
  })

  it('breaks the total down into its terms', async () => {
    await open(anOrder({ couponCode: 'WELCOME' }))

    const total = sectionOf('Total')
    for (const [term, amount] of [
      ['Parts, services included', '$105.00'],
      ['Coupon WELCOME', '−$10.00'],
      ['Shipping, DHL Express Worldwide', '$28.45'],
      ['VAT 0%', '$0.00'],
    ] as const)
      expect(total.getByText(term).parentElement?.textContent).toBe(term + amount)

    expect(total.getByText('No VAT: import VAT is due by the buyer')).toBeTruthy()
    expect(total.queryByText('Left to pay')).toBeNull()
  })

  it('shows the bank details of an awaited transfer in its currency', async () => {
    const transfer = aTransfer(88_888, 'CNY', 'CO-10001-7F')
    await open(anOrder({ status: 'payment_pending', paidMinor: 0, dueMinor: 12_345, payments: [transfer] }))

    const payments = sectionOf('Payments')
    expect(payments.getByText('Waiting for the transfer')).toBeTruthy()
    expect(payments.getAllByText(/^RMB.888\.88$/).length).toBeGreaterThan(0)
    expect(payments.getByText('CO-10001-7F')).toBeTruthy()
    expect(payments.getByRole('button', { name: 'Copy: Reference' })).toBeTruthy()
    expect(payments.getByText(/^The transfer must arrive by \w+ \d+, 2026/)).toBeTruthy()
    expect(payments.getByText(/^Have all bank charges billed to you \(OUR\)/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the payment' })).toBeTruthy()
  })

  it('says that the dates of an unpaid order count from the day of payment', async () => {
    const transfer = aTransfer(88_888, 'CNY', 'CO-10001-7F')
    await open(anOrder({ status: 'payment_pending', paidMinor: 0, dueMinor: 12_345, payments: [transfer] }))
    expect(sectionOf('Delivery').getByText(/They count from the day your payment arrives/)).toBeTruthy()
  })

  it('shows the dates of a paid order without that condition', async () => {
    await open(anOrder({ status: 'in_production' }))
    expect(sectionOf('Delivery').queryByText(/day your payment arrives/)).toBeNull()
  })

  it('shows a cancelled transfer as one step of the history', async () => {
    const transfer = { ...aTransfer(88_888, 'CNY', 'CO-10001-7F'), state: 'voided' as const }
    const at = (second: number) => new Date(Date.parse(transfer.createdAt) + second * 1000).toISOString()
    await open(
      anOrder({
        status: 'cancelled',
        payments: [transfer],
        timeline: [
          { at: at(0), from: null, to: 'payment_pending', by: 'customer', reason: '' },
          { at: at(90), from: 'payment_pending', to: 'awaiting_payment', by: 'system', reason: '' },
          { at: at(91), from: 'awaiting_payment', to: 'cancelled', by: 'customer', reason: '' },
        ],
      }),
    )

    const history = sectionOf('History')
    expect(history.getAllByRole('listitem')).toHaveLength(2)
    expect(history.getByText('From “Awaiting the transfer” to “Cancelled”')).toBeTruthy()
    expect(history.queryByText(/automatic/i)).toBeNull()
  })

  it.each([
    ['en', 'Awaiting the transfer', 'To be transferred', 'Total', /Payment under way|being confirmed/],
    ['fr', 'En attente du virement', 'À virer', 'Total', /Paiement en cours|confirmation/],
  ] as const)('says that an announced transfer has not been made (%s)', async (language, status, due, total, wrong) => {
    const transfer = aTransfer(11_357, 'EUR', 'CO-10001-7F')
    const timeline = [
      { at: transfer.createdAt, from: null, to: 'awaiting_payment', by: 'customer', reason: '' },
      { at: transfer.createdAt, from: 'awaiting_payment', to: 'payment_pending', by: 'customer', reason: '' },
    ] as const
    const waiting = { status: 'payment_pending', paidMinor: 0, dueMinor: 12_345 } as const
    await open(anOrder({ ...waiting, payments: [transfer], timeline: [...timeline] }), {}, language)

    // The badge, the step and the history; in French also the state of the payment.
    expect(screen.getAllByText(new RegExp(status)).length).toBeGreaterThanOrEqual(3)
    expect(sectionOf(total).getByText(due)).toBeTruthy()
    expect(screen.queryByText(wrong)).toBeNull()
  })

  it('names the fixed amount of an awaited transfer, and no approximate one', async () => {
    const transfer = aTransfer(11_357, 'EUR', 'CO-10001-7F')
    const order = anOrder({ status: 'payment_pending', paidMinor: 0, dueMinor: 12_345, payments: [transfer] })
    const display = { ...order.total.display, currency: 'EUR' as const, totalMinor: 11_357 }
    await open({ ...order, total: { ...order.total, display } })

    const totals = sectionOf('Total')
    expect(totals.getByText('To be transferred').nextElementSibling?.textContent).toBe('€113.57')
    expect(totals.getByText('Total', { selector: 'dt' }).nextElementSibling?.textContent).toBe('$123.45')
    expect(totals.queryByText(/^About/)).toBeNull()
  })

  it('says that a card payment is being confirmed, not that money is awaited', async () => {
    const payment = aCapturedPayment({ state: 'processing', capturedMinor: 0 })
    await open(anOrder({ status: 'payment_pending', paidMinor: 0, dueMinor: 12_345, payments: [payment] }))

    expect(sectionOf('Total').getByText('Your payment, being confirmed')).toBeTruthy()
    expect(screen.queryByText('Awaiting the transfer')).toBeNull()
  })

  it.each([
    ['promised until it has', [], 'du 24 nov. 2026 au 26 nov. 2026'],
    ['real once it has', [{ at: '2026-12-01T12:00:00.000Z', to: 'delivered' }], '1er déc. 2026'],
  ] as const)('shows a date of arrival that is %s', async (_name, events, arrival) => {
    const shipped = { at: '2026-11-21T12:00:00.000Z', to: 'shipped' } as const
    const timeline = [shipped, ...events].map((event) => ({ ...event, from: null, by: 'staff' as const, reason: '' }))
    await open(anOrder({ status: 'shipped', timeline }), {}, 'fr')

    const facts = sectionOf('Livraison').getAllByRole('definition')
    expect(facts.map(({ textContent }) => textContent).slice(1)).toEqual(['21 nov. 2026', arrival])
  })

  it('links each parcel to its tracking page', async () => {
    const parcel = aParcel({ trackingUrl: 'https://www.dhl.com/track?id=JD014600' })
    await open(anOrder({ status: 'shipped', parcels: [parcel] }))

    const parcels = sectionOf('Parcels')
    expect(parcels.getByText('On its way')).toBeTruthy()

    const link = parcels.getByRole('link', { name: 'Track with DHL: parcel 1 (new window)' })
    expect(link).toMatchObject({ href: parcel.trackingUrl, target: '_blank', rel: 'noopener noreferrer' })
  })

  it('shows what is in each parcel, and where it was seen last', async () => {
    const line = { orderLineId: uuid(), name: 'bracket.stl', quantity: 3, customs: null, valueMinor: 900 }
    const seen = { at: '2026-11-17T08:00:00.000Z', state: 'in_transit', place: 'Tours', note: '' } as const
    const parcels = [aParcel({ lines: [line], events: [seen] }), aParcel({ number: 2 })]
    await open(anOrder({ status: 'shipped', parcels }))

    const section = sectionOf('Parcels')
    const contents = within(section.getByRole('list', { name: 'Contents of parcel 1' }))
    expect(contents.getByText('3 × bracket.stl')).toBeTruthy()
    expect(section.getByText(/^Tours, .*2026$/)).toBeTruthy()
    expect(section.getByRole('button', { name: 'Packing list of parcel 1 (PDF)' })).toBeTruthy()
    expect(section.queryByRole('button', { name: 'Packing list of parcel 2 (PDF)' })).toBeNull()
  })

  it('saves a document under its kind and order number', async () => {
    const names = savedFiles()
    const paper = 'GET /global/order/{orderId}/document/{kind}'
    const order = anOrder({ documents: ['pro-forma', 'invoice'] })
    const { gateway } = await open(order, { [paper]: () => ({ status: 200, body: '%PDF' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Invoice (PDF)' }))
    await waitFor(() => expect(names).toEqual(['Invoice CO-10001.pdf']))
    expect(gateway.to(paper)[0]?.key).toBe(`GET /global/order/${order.id}/document/invoice`)
  })

  it('hides additional costs when there are none', async () => {
    await open(anOrder())
    expect(screen.queryByRole('region', { name: 'Additional costs' })).toBeNull()
  })
})

describe('the states of the order page', () => {
  it('reports an unknown order and links back to the list (spec 8)', async () => {
    stubGateway({ [get]: () => refusal('NOT_FOUND', 'x') })
    await renderApp(`/user/order/detail/${anOrder().id}`, { token: 'real' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Order id not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All orders' })).toBeTruthy()
  })

  it('offers a retry after a failure', async () => {
    let fails = true
    stubGateway({ [get]: () => (fails ? refusal('UNEXPECTED', 'x') : data(get, anOrder())) })
    await renderApp(`/user/order/detail/${anOrder().id}`, { token: 'real' })
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Order CO-10001' })).toBeTruthy()
  })

  it('polls while a payment is under way, and keeps the order when a request fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })

    const pending = anOrder({ status: 'payment_pending', payments: [aCapturedPayment({ state: 'processing' })] })
    const answers = [
      () => data(get, pending),
      () => refusal('UNEXPECTED', 'x'),
      () => data(get, { ...pending, status: 'paid' as const, payments: [aCapturedPayment()] }),
    ]

    let requests = 0
    stubGateway({ [get]: () => (answers[Math.min(requests++, 2)] as () => ReturnType<typeof refusal>)() })
    await renderApp(`/user/order/detail/${pending.id}`, { token: 'real' })

    expect(await screen.findByText(/Do not pay or order a second time/)).toBeTruthy()

    await vi.advanceTimersByTimeAsync(5_500)
    expect(requests).toBe(2)
    expect(screen.getByText(/Do not pay or order a second time/)).toBeTruthy()

    await vi.advanceTimersByTimeAsync(5_500)
    expect(await screen.findByText(/We check your files/)).toBeTruthy()

    await vi.advanceTimersByTimeAsync(5_500)
    expect(requests).toBe(3)
  })

  it('shows the order in French', async () => {
    await open(anOrder({ status: 'shipped' }), {}, 'fr')
    expect(screen.getByText(/en route avec DHL, attendues entre le 24 nov. 2026 et le 26 nov. 2026/)).toBeTruthy()
  })
})

/** The buttons of an action go with it; the focus must not fall to the start of the page. */
const expectFocusOn = (heading: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading })))

describe('cancelling an order (spec 4)', () => {
  const paid = anOrder({
    can: { cancel: true },
    couponCode: 'WELCOME',
    payments: [
      aCapturedPayment({ method: 'balance', amountMinor: 2_345, usdMinor: 2_345, capturedMinor: 2_345 }),
      aCapturedPayment({ amountMinor: 10_000, usdMinor: 10_000, capturedMinor: 10_000 }),
    ],
  })
  const ask = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the order' }))
    return within(await screen.findByRole('dialog', { name: 'Cancel order CO-10001?' }))
  }

  it('hides the cancel button when the server does not allow it', async () => {
    await open(anOrder())
    expect(screen.queryByRole('button', { name: 'Cancel the order' })).toBeNull()
  })

  it('shows where the money goes and requires a reason', async () => {
    const { gateway } = await open(paid, { [cancel]: () => data(cancel, { ...paid, status: 'cancelled' }) })
    const dialog = await ask()

    expect(dialog.getByText(/^\$100\.00 is refunded to the card/)).toBeTruthy()
    expect(dialog.getByText('$23.45 is returned to your balance immediately.')).toBeTruthy()
    expect(dialog.getByText(/The coupon can be used again/)).toBeTruthy()

    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }))
    expect(await dialog.findByText('Give the reason.')).toBeTruthy()
    expect(gateway.to(cancel)).toEqual([])
  })

  it('cancels once with the reason and shows the updated order', async () => {
    const { gateway } = await open(paid, {
      [cancel]: () => data(cancel, { ...paid, status: 'cancelled', can: { ...paid.can, cancel: false } }),
    })
    const dialog = await ask()
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong material')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    expect(gateway.to(cancel).map(({ body }) => body)).toEqual([{ reason: 'Wrong material' }])
    expect(screen.getByText(/\$123\.45 is being refunded/)).toBeTruthy()
    await expectFocusOn('Order CO-10001')
  })

  it('names the paid additional costs that are refunded with a cancelled order', async () => {
    const cost = { ...partlyPaidCost, state: 'paid', dueMinor: 0, waitsWith: null } as const
    await open(anOrder({ status: 'cancelled', additionalCosts: [cost, { ...cost, id: uuid(), state: 'withdrawn' }] }))
    expect(screen.getByText(wholeText(/additional costs that you paid are refunded too: A-26-10001\.$/))).toBeTruthy()
  })

  it('shows a refusal in the dialog', async () => {
    await open(paid, { [cancel]: () => refusal('ORDER_NOT_CANCELLABLE', 'Already in production.') })
    const dialog = await ask()
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Late{Tab}')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }))
    expect(await dialog.findByText('Already in production.')).toBeTruthy()
  })

  it('says what happens to a transfer that is on its way', async () => {
    const payments = [aTransfer(12_345, 'EUR', 'CT-1')]
    await open(anOrder({ status: 'payment_pending', payments, paidMinor: 0, can: { cancel: true } }))
    const dialog = await ask()
    expect(dialog.getByText(/^No transfer has arrived\. Do not send it any more/)).toBeTruthy()
    expect(dialog.queryByText(/Nothing was charged/)).toBeNull()
  })

  it('says of a cancelled order that no transfer should be sent any more', async () => {
    const payments = [{ ...aTransfer(12_345, 'EUR', 'CT-1'), state: 'voided' as const }]
    await open(anOrder({ status: 'cancelled', payments, paidMinor: 0 }))
    expect(screen.getByText(/Do not send a transfer for this order any more/)).toBeTruthy()
    expect(screen.queryByText(/Nothing was charged/)).toBeNull()
  })

  it('marks the reason as required', async () => {
    await open(paid)
    const dialog = await ask()
    expect(dialog.getByText('* Required field')).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveProperty('required', true)
  })

  it('says for an unpaid order that nothing was charged', async () => {
    await open(anOrder({ status: 'awaiting_payment', paidMinor: 0, payments: [], can: { cancel: true } }))
    expect((await ask()).getByText('Nothing was charged, and nothing will be.')).toBeTruthy()
  })
})

describe('after delivery', () => {
  const delivered = anOrder({ status: 'delivered', can: { review: true, receive: true } })
  const received = { ...delivered, status: 'completed' as const, can: { ...delivered.can, receive: false } }
  const stars = (name: string) => within(screen.getByRole('group', { name }))

  it('asks for confirmation of the receipt', async () => {
    const { gateway } = await open(delivered, { [receive]: () => data(receive, received) })
    await userEvent.click(screen.getByRole('button', { name: 'Confirm receipt' }))
    expect(gateway.to(receive)).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, everything has arrived' }))
    expect(await screen.findByText(/This order is complete/)).toBeTruthy()
    await expectFocusOn('Order CO-10001')
  })

  it('requires all five ratings and accepts them by keyboard (spec 3)', async () => {
    const given = { stars: 5, workmanship: 4, product: 5, service: 5, logistics: 3, comment: 'Fine' }
    const { gateway } = await open(delivered, {
      [review]: () =>
        data(review, { ...delivered, review: { ...given, at: '2026-11-15T12:00:00.000Z', photoIds: [] } }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Send the review' }))

    const missing = screen.getByText('Give 1 to 5 stars: Overall, Workmanship, Product, Service, Logistics.')
    expect(screen.getByRole('group', { name: 'Service' }).getAttribute('aria-describedby')).toBe(missing.id)
    expect(document.activeElement).toBe(stars('Overall').getByRole('radio', { name: '1 star' }))
    expect(gateway.to(review)).toEqual([])

    await userEvent.click(stars('Overall').getByRole('radio', { name: '5 stars' }))
    await userEvent.click(stars('Workmanship').getByRole('radio', { name: '5 stars' }))
    await userEvent.keyboard('{ArrowLeft}')
    for (const name of ['Product', 'Service'])
      await userEvent.click(stars(name).getByRole('radio', { name: '5 stars' }))
    await userEvent.click(stars('Logistics').getByRole('radio', { name: '3 stars' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment (optional)' }), 'Fine')
    await userEvent.click(screen.getByRole('button', { name: 'Send the review' }))

    expect(await screen.findByText('Your review of Nov 15, 2026')).toBeTruthy()
    expect(gateway.to(review)[0]?.body).toEqual(given)
    expect(screen.queryByRole('radio')).toBeNull()
    await expectFocusOn('Review')
  })

  it('adds photos to a review, and refuses other files before sending', async () => {
    const given = { stars: 5, workmanship: 4, product: 5, service: 5, logistics: 3, comment: '' }
    const reviewed = (photoIds: string[]) =>
      anOrder({
        ...delivered,
        review: { ...given, at: '2026-11-15T12:00:00.000Z', photoIds },
        can: { addPhoto: photoIds.length === 0 },
      })
    const add = 'POST /global/order/{orderId}/review/photo'
    const { gateway } = await open(reviewed([]), {
      [add]: () => data(add, reviewed(['5a0c7e1d-0000-4000-8000-000000000009'])),
    })
    const field = await screen.findByLabelText('Add a photo', { selector: 'input' })
    await userEvent.upload(field, new File(['x'], 'note.txt', { type: 'text/plain' }), { applyAccept: false })
    expect(await screen.findByText('Choose a JPEG, PNG or WebP image.')).toBeTruthy()
    expect(gateway.to(add)).toEqual([])

    await userEvent.upload(field, new File(['x'], 'part.png', { type: 'image/png' }))
    expect(await screen.findByRole('list', { name: 'Photos' })).toBeTruthy()
    expect(screen.getByText('A review has five photos at most.')).toBeTruthy()
  })

  it('shows the refusal of a second review in the form', async () => {
    await open(delivered, { [review]: () => refusal('ALREADY_REVIEWED', 'Reviewed already.') })
    for (const name of ['Overall', 'Workmanship', 'Product', 'Service', 'Logistics'])
      await userEvent.click(stars(name).getByRole('radio', { name: '4 stars' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send the review' }))
    expect(await screen.findByText('Reviewed already.')).toBeTruthy()
  })

  it('hides the review before delivery', async () => {
    await open(anOrder({ status: 'shipped' }))
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull()
  })
})

describe('messages about an order', () => {
  const list = 'GET /global/order/{orderId}/message'
  const write = 'POST /global/order/{orderId}/message'

  it('shows what the shop wrote, and sends an answer', async () => {
    const question = { id: uuid(), by: 'staff' as const, text: 'Which colour?', at: '2026-11-16T10:00:00.000Z' }
    const answer = { id: uuid(), by: 'customer' as const, text: 'Black', at: '2026-11-16T11:00:00.000Z' }
    const { gateway } = await open(anOrder(), {
      [list]: () => data(list, { messages: [question] }),
      [write]: () => data(write, { messages: [question, answer] }),
    })
    const user = userEvent.setup()
    const section = within(await screen.findByRole('region', { name: 'Messages' }))
    expect(await section.findByText('Which colour?')).toBeTruthy()

    await user.click(section.getByRole('button', { name: 'Send' }))
    expect(section.getByText('Write your message.')).toBeTruthy()
    await user.type(section.getByRole('textbox', { name: 'Write to our team' }), 'Black')
    await user.click(section.getByRole('button', { name: 'Send' }))
    expect(await section.findByText('Black')).toBeTruthy()
    expect(gateway.to(write)).toMatchObject([{ body: { text: 'Black' } }])
  })
})
