import type {
  AdditionalCostView,
  OrderFileView,
  PendingRefund,
  RunView,
  StaffMessageView,
  StaffOrderView,
  StepView,
} from '@cotation/contracts'
import { rightsOf, type StaffRole } from '@cotation/domain'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { startStaffLive } from '#lib/gateway/staff-live.ts'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { anInspection } from '#lib/testing/inspections.ts'
import { FakeStream, opened } from '#lib/testing/live-stub.ts'
import { aCapturedPayment, anOrder, aParcel, aStaffOrder } from '#lib/testing/orders.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { aProposal } from '#lib/testing/proposals.ts'
import { anOrderLine, aPayment, uuid } from '#lib/testing/views.ts'
import { setLanguage } from '#lib/texts/i18n.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'

const customer = { id: uuid(), name: 'Louise Bernard', company: 'Atelier Démo' }

const parcel = aParcel()

const lineId = uuid()
const files: OrderFileView[] = [
  { uploadId: uuid(), name: 'bride.stl', purpose: 'part', lineId, lineName: 'bride.stl', bytes: 684 },
  { uploadId: uuid(), name: 'plan.pdf', purpose: 'attachment', lineId, lineName: 'bride.stl', bytes: null },
]

async function openOrder(traits: Partial<StaffOrderView> = {}, answers: Answers = {}) {
  const order: StaffOrderView = {
    ...aStaffOrder({ status: 'paid', number: 'CO-10007', customer, can: { cancel: true } }),
    ...traits,
  }
  const gateway = stubGateway({
    'GET /global/staff/order/{orderId}': () => data('GET /global/staff/order/{orderId}', order),
    'GET /global/staff/order/{orderId}/file': () => data('GET /global/staff/order/{orderId}/file', { files }),
    'GET /global/staff/order/{orderId}/message': () =>
      data('GET /global/staff/order/{orderId}/message', { messages: [] }),
    'GET /global/staff/order/{orderId}/production': () =>
      data('GET /global/staff/order/{orderId}/production', { runs: [] }),
    'GET /global/staff/order/{orderId}/inspection': () =>
      data('GET /global/staff/order/{orderId}/inspection', { inspections: [] }),
    'GET /global/staff/order/{orderId}/additional-cost': () =>
      data('GET /global/staff/order/{orderId}/additional-cost', { costs: [] }),
    'POST /global/staff/order/{orderId}/move': () => data('POST /global/staff/order/{orderId}/move', anOrder()),
    ...answers,
  })
  await renderApp(`/staff/orders/${order.id}`, { staffToken: 'real' })

  return { ...gateway, order, user: userEvent.setup() }
}

const aStep = (): StepView => ({
  id: uuid(),
  operation: 'printing',
  station: 'sla',
  service: null,
  plannedMinutes: 90,
  actualMinutes: 30,
  dueDay: '2026-11-20',
  state: 'running',
  quantity: 2,
  good: 0,
  rework: 0,
  scrap: 0,
  runningSince: '2026-11-18T10:00:00.000Z',
  operator: 'Noé',
  changedAt: '2026-11-18T10:00:00.000Z',
  photos: [{ id: uuid(), by: 'Noé', at: '2026-11-18T10:00:00.000Z' }],
})

const aRun = (steps: StepView[]): RunView => ({
  id: uuid(),
  code: 'F100002',
  orderId: uuid(),
  orderNumber: 'CO-10007',
  lineId,
  name: 'bride.stl',
  quantity: 2,
  cause: 'scrap',
  reason: 'surface',
  dueDay: '2026-11-27',
  promisedDay: '2026-11-24',
  isLate: true,
  hold: { costId: uuid(), number: 'AC-10003' },
  isStopped: false,
  steps,
})

const as = (role: StaffRole): Answers => ({
  'GET /global/staff/me': () =>
    data('GET /global/staff/me', { ...grace, role: { id: role, name: '' }, rights: rightsOf(role) }),
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the order page of staff', () => {
  it('shows who ordered what, and the risks the customer accepted', async () => {
    const risk = { rule: 'thin-wall', wording: 'Walls below 0.8 mm may break', places: [] }
    await openOrder({ lines: [anOrderLine({ name: 'bride.stl', quantity: 4, acceptedRisks: [risk] })] })

    expect(await screen.findByRole('heading', { level: 1, name: /CO-10007/ })).toBeTruthy()
    expect(screen.getByText('Louise Bernard, Atelier Démo')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 3, name: 'bride.stl' })).toBeTruthy()
    expect(screen.getByText('4 pieces')).toBeTruthy()
    expect(screen.getByText('Walls below 0.8 mm may break')).toBeTruthy()
  })

  it('shows how far each part is, also to those who see no production', async () => {
    const making = { stage: 'finishing', remakePieces: 2, finishedPieces: 1 } as const
    const lines = [anOrderLine({ making }), anOrderLine({ name: 'capot.stl' })]
    await openOrder({ status: 'in_production', lines }, as('accountant'))

    expect(await screen.findByText('Progress')).toBeTruthy()
    expect(screen.getByText(/Being finished · 2 pieces are being made again/)).toBeTruthy()
    expect(screen.getAllByText('Progress')).toHaveLength(1)
    expect(screen.queryByRole('region', { name: 'Production' })).toBeNull()
  })

  it('shows the promised day of dispatch with the later one that is expected', async () => {
    const expected = { ship: '2026-11-27', deliveryEarliest: '2026-12-01', deliveryLatest: '2026-12-03' }
    await openOrder({ status: 'in_production', expected })
    expect(await screen.findByText('Nov 20, 2026, now expected Nov 27, 2026')).toBeTruthy()
    expect(screen.getByText(/, now expected Dec 1, 2026 to Dec 3, 2026$/)).toBeTruthy()

    await act(() => setLanguage('fr'))
    expect(await screen.findByText('20 nov. 2026, maintenant prévue le 27 nov. 2026')).toBeTruthy()
  })

  it.each([
    ['in_production', '2026-11-17', '2 days late'],
    ['paid', '2026-11-19', 'Today'],
    ['quality_check', '2026-11-22', 'in 3 days'],
    ['shipped', '2026-11-17', null],
    ['awaiting_payment', '2026-11-17', null],
  ] as const)('says how late the shipment of an order in %s is, promised for %s', async (status, ship, late) => {
    // Already the 19th in the shop's zone.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T23:30:00.000Z') })
    const { dates } = anOrder()
    const me = 'GET /global/staff/me'
    await openOrder(
      { status, dates: { ...dates, ship } },
      { [me]: () => data(me, { ...grace, timeZone: 'Europe/Paris' }) },
    )

    const summary = within(await screen.findByRole('region', { name: 'At a glance' }))
    const shown = summary.queryByText(/days? late$|^Today$|^in \d+ days?$/)
    expect(shown?.textContent ?? null).toBe(late)
  })

  it('says since when the order is stopped, and what ends it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T08:00:00.000Z') })
    await openOrder({ stoppedAt: '2026-11-12T10:00:00.000Z' })
    expect(await screen.findByText('Stopped for 7 days')).toBeTruthy()
    expect(screen.getByText(/disputes since Nov 12, 2026/)).toBeTruthy()
  })

  it('follows what a colleague does, and keeps a question that is being answered with its reason', async () => {
    const get = 'GET /global/staff/order/{orderId}'
    const streams: FakeStream[] = []
    onTestFinished(
      startStaffLive((...opening) => {
        const stream = new FakeStream(...opening)
        streams.push(stream)
        return stream
      }),
    )
    const order = aStaffOrder({ status: 'paid', number: 'CO-10007', customer, can: { cancel: true } })
    let status: StaffOrderView['status'] = 'paid'
    const { user } = await openOrder(order, {
      [get]: () => data(get, { ...order, status, can: { ...order.can, cancel: status === 'paid' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel the order' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'No material')

    status = 'completed'
    await vi.waitFor(() => expect(streams).not.toEqual([]))
    streams.at(-1)?.send(opened, { topic: `order:${order.id}`, revision: null })
    expect(await screen.findByText('Completed')).toBeTruthy()
    expect(dialog.getByDisplayValue('No material')).toBeTruthy()
  })

  it('shows the steps of each line and why pieces are made again', async () => {
    const run = aRun([aStep()])
    await openOrder(
      { status: 'in_production' },
      {
        'GET /global/staff/order/{orderId}/production': () =>
          data('GET /global/staff/order/{orderId}/production', { runs: [run] }),
        'GET /global/staff/production/photo/{photoId}': () => ({ status: 200, body: new Uint8Array([1]) }),
      },
    )

    expect(await screen.findByRole('link', { name: 'F100002 · 2 pieces' })).toBeTruthy()
    expect(screen.getByText('Re-make: Surface')).toBeTruthy()
    expect(screen.getByText(/after the promised day/)).toBeTruthy()
    const hold = within(screen.getByText('Work on hold').closest('div') ?? document.body)
    expect(hold.getByRole('link', { name: 'Additional cost AC-10003' })).toBeTruthy()
    const steps = within(screen.getByRole('list', { name: 'Steps of F100002' }))
    expect(steps.getByText('Printing')).toBeTruthy()
    expect(steps.getByText(/30 min of 90 planned/)).toBeTruthy()
    expect(steps.getByText('Running')).toBeTruthy()
    const photos = within(steps.getByRole('list', { name: 'Photos: Printing' }))
    expect(await photos.findByRole('button', { name: 'Open photo 1' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Traveller F100002 (PDF)' })).toBeTruthy()
  })

  it('no longer warns that pieces will be late once they are made', async () => {
    const run = aRun([{ ...aStep(), state: 'done' }])
    await openOrder(
      { status: 'shipped' },
      {
        'GET /global/staff/order/{orderId}/production': () =>
          data('GET /global/staff/order/{orderId}/production', { runs: [run] }),
      },
    )

    expect(await screen.findByRole('link', { name: 'F100002 · 2 pieces' })).toBeTruthy()
    expect(screen.queryByText(/after the promised day/)).toBeNull()
  })

  it.each([
    ['in_production', 'Move to quality check', 'PIECES_UNMADE', '3 pieces are not made yet'],
    ['quality_check', 'Mark as shipped', 'PARTS_UNPACKED', '3 pieces are in no parcel yet'],
    ['shipped', 'Mark as delivered', 'PARTS_UNPACKED', '3 pieces are in no parcel yet'],
  ] as const)('says which pieces of an order in %s are left, and asks for the reason', async (...row) => {
    const [status, button, code, title] = row
    const pieces = [
      { lineId: uuid(), name: 'bride.stl', quantity: 2 },
      { lineId: uuid(), name: 'capot.stl', quantity: 1 },
    ]
    const checked = { id: uuid(), number: 'CO-10007', status, refusal: code, pieces }
    const { user, to } = await openOrder(
      { status },
      { 'GET /global/staff/order-move': () => data('GET /global/staff/order-move', { orders: [checked] }) },
    )
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(title)).toBeTruthy()
    expect(dialog.getByText('2 × bride.stl')).toBeTruthy()
    expect(dialog.getByText('1 × capot.stl')).toBeTruthy()

    await user.click(dialog.getByRole('button', { name: button }))
    expect(await dialog.findByText('Enter the reason.')).toBeTruthy()
    expect(to('POST /global/staff/order/{orderId}/move')).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Agreed by phone')
    await user.click(dialog.getByRole('button', { name: button }))
    await waitFor(() =>
      expect(to('POST /global/staff/order/{orderId}/move')).toMatchObject([{ body: { reason: 'Agreed by phone' } }]),
    )
  })

  it('asks for the reason too if the move is refused before the pieces left are known', async () => {
    const { user } = await openOrder(
      { status: 'shipped' },
      {
        'GET /global/staff/order-move': () => new Promise(() => undefined),
        'POST /global/staff/order/{orderId}/move': () => refusal('PARTS_UNPACKED', 'Not all are packed.'),
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Mark as delivered' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Mark as delivered' }))

    expect(await dialog.findByText('Not all are packed.')).toBeTruthy()
    expect(dialog.getByText('Enter the reason.')).toBeTruthy()
    expect(dialog.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
  })

  it('asks for no reason if every piece is packed', async () => {
    const checked = { id: uuid(), number: 'CO-10007', status: 'shipped' as const, refusal: null, pieces: [] }
    const { user, to } = await openOrder(
      { status: 'shipped' },
      { 'GET /global/staff/order-move': () => data('GET /global/staff/order-move', { orders: [checked] }) },
    )
    await user.click(await screen.findByRole('button', { name: 'Mark as delivered' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('textbox', { name: 'Reason (optional)' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Mark as delivered' }))
    await waitFor(() => expect(to('POST /global/staff/order/{orderId}/move')).toHaveLength(1))
  })

  const withOpenSteps = (status: StaffOrderView['status']) =>
    openOrder(
      { status },
      {
        'GET /global/staff/order/{orderId}/production': () =>
          data('GET /global/staff/order/{orderId}/production', { runs: [aRun([aStep()])] }),
        'GET /global/staff/production/photo/{photoId}': () => ({ status: 200, body: new Uint8Array([1]) }),
      },
    )

  it.each(['delivered', 'refunded'] as const)('says that open steps of a %s order will not be done', async (status) => {
    await withOpenSteps(status)
    expect(await screen.findByText(/^This order is closed/)).toBeTruthy()
  })

  it('expects the open steps of a shipped order to be done', async () => {
    await withOpenSteps('shipped')
    expect(await screen.findByRole('link', { name: 'F100002 · 2 pieces' })).toBeTruthy()
    expect(screen.queryByText(/^This order is closed/)).toBeNull()
  })

  it('shows what was inspected, with values, outcome and report', async () => {
    const inspections = [
      anInspection(),
      anInspection({
        runCode: 'F100002',
        verdict: 'failed',
        conclusion: {
          at: '2026-11-18T11:00:00.000Z',
          by: 'Noé',
          good: 0,
          rework: 1,
          scrap: 1,
          reason: 'size',
          note: 'Bed too cold',
          backTo: { operation: 'printing', service: null },
          remakeCode: 'F100003',
        },
      }),
    ]
    await openOrder(
      { status: 'in_production' },
      {
        'GET /global/staff/order/{orderId}/inspection': () =>
          data('GET /global/staff/order/{orderId}/inspection', { inspections }),
      },
    )

    const section = within(await screen.findByRole('region', { name: 'Inspections' }))
    expect(await section.findByRole('link', { name: 'F100001 · inspection 1' })).toBeTruthy()
    expect(section.getAllByText('1: 100.1 · 2: 99.9')).toHaveLength(2)
    expect(section.getByText('0 good, 1 reworked, 1 scrapped · Size · Back to: Printing')).toBeTruthy()
    expect(section.getByText('Bed too cold')).toBeTruthy()
    expect(section.getByRole('link', { name: 'Re-make F100003' })).toBeTruthy()
    expect(section.getByRole('button', { name: 'Inspection report F100001 (PDF)' })).toBeTruthy()
  })

  it('moves the order on after a question', async () => {
    const { user, to } = await openOrder()

    await user.click(await screen.findByRole('button', { name: 'Start the review' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Review order CO-10007?' }))
    await user.click(dialog.getByRole('button', { name: 'Start the review' }))

    expect(await screen.findByText('CO-10007 is in review.')).toBeTruthy()
    expect(to('POST /global/staff/order/{orderId}/move')).toMatchObject([{ body: { to: 'in_review', reason: '' } }])
  })

  it('says why the server refuses a move, and stays open', async () => {
    const { user } = await openOrder(
      { status: 'quality_check' },
      { 'POST /global/staff/order/{orderId}/move': () => refusal('PARCEL_MISSING', 'Add a parcel first') },
    )

    await user.click(await screen.findByRole('button', { name: 'Mark as shipped' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Mark as shipped' }))
    expect(await dialog.findByText('Add a parcel first')).toBeTruthy()
  })

  it('needs a reason to cancel, and to send parts back to production', async () => {
    const { user, to } = await openOrder()

    await user.click(await screen.findByRole('button', { name: 'Cancel the order' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))
    expect(await dialog.findByText('Enter the reason.')).toBeTruthy()
    expect(to('POST /global/staff/order/{orderId}/cancel')).toEqual([])

    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Client parti')
    await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))
    expect(to('POST /global/staff/order/{orderId}/cancel')).toMatchObject([{ body: { reason: 'Client parti' } }])
  })

  it('says that a cancellation waits for a second person, and leaves the order', async () => {
    const cancel = 'POST /global/staff/order/{orderId}/cancel'
    const { user } = await openOrder(
      {},
      { [cancel]: () => data(cancel, { order: anOrder({ status: 'paid' }), proposal: aProposal() }) },
    )

    await user.click(await screen.findByRole('button', { name: 'Cancel the order' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No material')
    await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))

    expect(await screen.findByText(/^This refund needs a second person: CO-10007 stays as it is/)).toBeTruthy()
    expect(screen.queryByText('CO-10007 is cancelled.')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says where an order has gone that a colleague moved before it was cancelled', async () => {
    const get = 'GET /global/staff/order/{orderId}'
    const order = aStaffOrder({ status: 'in_review', number: 'CO-10007', customer, can: { cancel: true } })
    let isMoved = false
    const { user } = await openOrder(order, {
      [get]: () => data(get, { ...order, status: isMoved ? 'in_production' : 'in_review' }),
      'POST /global/staff/order/{orderId}/cancel': () => refusal('ORDER_NOT_CANCELLABLE', 'Write to us.'),
    })

    await user.click(await screen.findByRole('button', { name: 'Cancel the order' }))
    const dialog = within(await screen.findByRole('dialog'))
    isMoved = true
    await user.type(dialog.getByRole('textbox'), 'No material')
    await user.click(dialog.getByRole('button', { name: 'Cancel the order' }))

    const words =
      'Order CO-10007 is now “In production”: it changed in the meantime, and your action was not carried out.'
    expect((await dialog.findByRole('alert')).textContent).toBe(words)
    expect(dialog.queryByText('Write to us.')).toBeNull()
  })

  it('offers only what the role may do, and hides payments from operators', async () => {
    await openOrder({ payments: [aPayment()] }, as('operator'))

    expect(await screen.findByRole('button', { name: 'Start the review' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel the order' })).toBeNull()
    expect(screen.queryByText(/Card/)).toBeNull()
  })

  it('shows payments to accountants', async () => {
    await openOrder({ payments: [aPayment()] }, as('accountant'))
    expect(await screen.findByText(/Card/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start the review' })).toBeNull()
  })

  it('offers to cancel as the server says, also while a transfer is announced', async () => {
    await openOrder({ status: 'payment_pending', payments: [] })
    expect(await screen.findByRole('button', { name: 'Cancel the order' })).toBeTruthy()
  })

  it('asks before a parcel is delivered', async () => {
    const { user, to } = await openOrder({ status: 'shipped', parcels: [parcel] })
    const change = 'PATCH /global/staff/parcel/{parcelId}'

    await user.selectOptions(await screen.findByRole('combobox', { name: 'State of parcel 1' }), 'Delivered')
    const dialog = within(await screen.findByRole('dialog', { name: 'Has parcel 1 arrived?' }))
    expect(to(change)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Mark as delivered' }))
    expect(to(change)).toMatchObject([{ body: { state: 'delivered' } }])
  })

  it('packs what is left, or less of it', async () => {
    const brackets = anOrderLine({ name: 'bracket.stl', quantity: 5 })
    const covers = anOrderLine({ name: 'cover.stl', quantity: 2 })
    const packed = { orderLineId: brackets.id, name: brackets.name, quantity: 1, customs: null, valueMinor: 1 }
    const parcels = [aParcel({ lines: [packed] })]
    const { user, to } = await openOrder({ status: 'quality_check', lines: [brackets, covers], parcels })

    expect(await screen.findByText('Left to pack: 6 pieces')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pack a parcel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pack a parcel' }))
    await user.type(dialog.getByRole('textbox', { name: 'Tracking number' }), 'JD0146')
    const quantity = dialog.getByRole('spinbutton', { name: 'bracket.stl (4 left)' })
    await user.clear(quantity)
    await user.type(quantity, '9')
    await user.click(dialog.getByRole('button', { name: 'Pack a parcel' }))
    expect(await dialog.findByText('Enter a number from 0 to 4.')).toBeTruthy()

    await user.clear(quantity)
    await user.type(quantity, '3')
    await user.type(dialog.getByRole('spinbutton', { name: 'Weight with box (g)' }), '1450')
    await user.type(dialog.getByRole('spinbutton', { name: 'Length (mm)' }), '300')
    await user.click(dialog.getByRole('button', { name: 'Pack a parcel' }))
    expect(await dialog.findByText('Enter all three sides in whole millimetres, or none.')).toBeTruthy()

    await user.type(dialog.getByRole('spinbutton', { name: 'Width (mm)' }), '200')
    await user.type(dialog.getByRole('spinbutton', { name: 'Height (mm)' }), '100')
    await user.click(dialog.getByRole('button', { name: 'Pack a parcel' }))

    const lines = [
      { orderLineId: brackets.id, quantity: 3 },
      { orderLineId: covers.id, quantity: 2 },
    ]
    expect(to('POST /global/staff/order/{orderId}/parcel')).toMatchObject([
      { body: { carrier: 'dhl', trackingNumber: 'JD0146', lines, weightG: 1450, boxMm: [300, 200, 100] } },
    ])
  })

  it('proposes to pack only the pieces whose steps are done', async () => {
    const making = { stage: 'inspection', remakePieces: 0, finishedPieces: 3 } as const
    const brackets = anOrderLine({ name: 'bracket.stl', quantity: 5, making })
    const { user } = await openOrder({ status: 'in_production', lines: [brackets] })

    await user.click(await screen.findByRole('button', { name: 'Pack a parcel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pack a parcel' }))
    const quantity = dialog.getByRole('spinbutton', { name: 'bracket.stl (5 left)' })
    expect(quantity).toHaveProperty('value', '3')
    expect(dialog.getByText('3 pieces are finished: the others still have open steps.')).toBeTruthy()

    await user.clear(quantity)
    await user.type(quantity, '4')
    await user.click(dialog.getByRole('button', { name: 'Pack a parcel' }))
    expect(await dialog.findByText('Enter a number from 0 to 3.')).toBeTruthy()
  })

  it('says that all pieces have open steps before one is finished', async () => {
    const making = { stage: 'inspection', remakePieces: 0, finishedPieces: 0 } as const
    const { user } = await openOrder({ status: 'in_production', lines: [anOrderLine({ quantity: 5, making })] })

    await user.click(await screen.findByRole('button', { name: 'Pack a parcel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pack a parcel' }))
    expect(dialog.getByText('No piece is finished yet: all still have open steps.')).toBeTruthy()
  })

  it.each([
    ['belongs to another parcel', 'TRACKING_NUMBER_USED', 'JD0146', 'Parcel 1 already has JD0146'],
    ['is missing, unless the carrier gives one', 'TRACKING_NUMBER_MISSING', '', 'Enter the tracking number.'],
  ] as const)('says at its field that the tracking number %s', async (_, code, number, text) => {
    const { user, to } = await openOrder(
      { status: 'quality_check', lines: [anOrderLine({ quantity: 5 })] },
      { 'POST /global/staff/order/{orderId}/parcel': () => refusal(code, text) },
    )

    await user.click(await screen.findByRole('button', { name: 'Pack a parcel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pack a parcel' }))
    const field = dialog.getByRole('textbox', { name: 'Tracking number' })
    if (number !== '') await user.type(field, number)
    await user.click(dialog.getByRole('button', { name: 'Pack a parcel' }))

    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(to('POST /global/staff/order/{orderId}/parcel')).toMatchObject([{ body: { trackingNumber: number } }])
    expect(dialog.getAllByText(text)).toHaveLength(1)
    const descriptions = (field.getAttribute('aria-describedby') ?? '').split(' ')
    expect(descriptions.map((id) => document.getElementById(id)?.textContent)).toContain(text)
  })

  it('removes a parcel that has not left, after a question', async () => {
    const { user, to } = await openOrder({ status: 'quality_check', parcels: [aParcel({ state: 'announced' })] })

    await user.click(await screen.findByRole('button', { name: 'Remove parcel 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove parcel 1?' }))
    expect(to('DELETE /global/staff/parcel/{parcelId}')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(to('DELETE /global/staff/parcel/{parcelId}')).toHaveLength(1)
  })

  it('lists additional costs with their answers, and leads to a new request', async () => {
    const costs = 'GET /global/staff/order/{orderId}/additional-cost'
    const cost: AdditionalCostView = {
      id: uuid(),
      number: 'A-26-10001',
      orderId: uuid(),
      orderNumber: 'CO-10007',
      reason: 'drawing',
      checkName: null,
      explanation: 'An M4 thread',
      hasPicture: false,
      place: null,
      items: [],
      netMinor: 2500,
      tax: { ratePercent: 20, reason: 'domestic', minor: 500 },
      totalMinor: 3000,
      dueMinor: 0,
      paidMinor: 0,
      refundedMinor: 0,
      paidWith: [],
      returns: [],
      state: 'declined',
      waitsWith: 'production',
      otherCosts: [],
      transfer: null,
      unconfirmed: null,
      deadline: '2026-12-09T09:00:00.000Z',
      timeZone: 'UTC',
      requestedAt: '2026-11-18T09:00:00.000Z',
      history: [{ at: '2026-11-19T09:00:00.000Z', to: 'declined', by: 'customer', reason: 'Too expensive' }],
      can: { pay: false, decline: false, download: false },
    }
    const { order } = await openOrder({}, { [costs]: () => data(costs, { costs: [cost] }) })

    const section = within(await screen.findByRole('region', { name: 'Additional costs' }))
    expect((await section.findByRole('link', { name: 'A-26-10001' })).getAttribute('href')).toMatch(cost.id)
    expect(section.getByText('Declined: Too expensive')).toBeTruthy()
    const link = section.getByRole('link', { name: 'Request a cost' })
    expect(link.getAttribute('href')).toBe(`/manufacture/staff/orders/${order.id}/additional-cost`)
  })

  it('shows when money came and when each part of it went back', async () => {
    const payment = aCapturedPayment({ state: 'refunded', refundedMinor: 12_345, closedAt: '2026-11-14T12:05:00.000Z' })
    const refund = { paymentId: payment.id, currency: 'USD' as const }
    await openOrder({
      payments: [payment],
      refunds: [
        { ...refund, id: '1', amountMinor: 2_000, at: '2026-11-20T09:30:00.000Z' },
        { ...refund, id: '2', amountMinor: 10_345, at: '2026-12-02T16:00:00.000Z' },
      ],
    })

    const section = within(await screen.findByRole('region', { name: 'Amounts' }))
    expect(section.getByText('Paid, Nov 14, 2026, 12:05 PM')).toBeTruthy()
    expect(section.getByText('$20.00 refunded, Nov 20, 2026, 9:30 AM')).toBeTruthy()
    expect(section.getByText('$103.45 refunded, Dec 2, 2026, 4:00 PM')).toBeTruthy()
  })

  it('says who did what and when, with the review of the customer', async () => {
    const event = { from: null, reason: '', author: '' }
    await openOrder({
      timeline: [
        { ...event, at: '2026-11-14T12:00:00.000Z', to: 'awaiting_payment', by: 'customer' },
        { ...event, at: '2026-11-14T12:05:00.000Z', to: 'paid', by: 'system' },
        { ...event, at: '2026-11-15T08:00:00.000Z', to: 'in_review', by: 'staff', author: 'Lise Meitner' },
      ],
      review: {
        stars: 4,
        workmanship: 5,
        product: 3,
        service: 5,
        logistics: 4,
        comment: 'Clean edges',
        at: '2026-12-01T09:00:00.000Z',
        photoIds: [],
      },
    })

    const timeline = within(await screen.findByRole('region', { name: 'History' }))
    const entries = timeline.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(entries).toEqual([
      'Review: 4 stars out of 5Dec 1, 2026, 9:00 AM, customer Louise BernardClean edges',
      'In reviewNov 15, 2026, 8:00 AM, Lise Meitner',
      'PaidNov 14, 2026, 12:05 PM, automatic',
      'Awaiting paymentNov 14, 2026, 12:00 PM, customer Louise Bernard',
    ])

    const review = within(screen.getByRole('region', { name: 'Customer’s review' }))
    expect(review.getByText('3 out of 5')).toBeTruthy()
    expect(review.getByText('Clean edges')).toBeTruthy()
  })

  it('says in the history what became of parcels, money, claims, costs and pieces', async () => {
    const by = { by: 'staff', author: 'Lise Meitner' } as const
    const at = (day: number) => `2026-11-${day}T08:00:00.000Z`
    const claimId = uuid()
    const costId = uuid()
    await openOrder({
      timeline: [{ at: at(14), from: null, to: 'in_production', by: 'staff', reason: '', author: '' }],
      history: [
        { kind: 'inspection', at: at(13), ...by, name: 'a.stl', good: 8, rework: 0, scrap: 2 },
        { kind: 'remake', at: at(15), ...by, code: 'F100004', name: 'a.stl', quantity: 2, cause: 'inspection' },
        { kind: 'cost', at: at(16), ...by, costId, number: 'A-26-10001', state: 'requested' },
        { kind: 'parcel', at: at(17), by: 'system', author: '', number: 1, state: 'delivered' },
        { kind: 'claim', at: at(18), by: 'customer', author: '', claimId, state: 'open' },
        { kind: 'refund', at: at(19), by: null, author: '', amountMinor: 1_00, currency: 'USD' },
      ],
    })

    const timeline = within(await screen.findByRole('region', { name: 'History' }))
    const entries = timeline.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(entries).toEqual([
      '$1.00 refundedNov 19, 2026, 8:00 AM',
      'Claim: To examineNov 18, 2026, 8:00 AM, customer Louise Bernard',
      'Parcel 1 deliveredNov 17, 2026, 8:00 AM, automatic',
      'Additional cost A-26-10001: RequestedNov 16, 2026, 8:00 AM, Lise Meitner',
      'Re-make F100004 of a.stl: 2 pieces, refused by inspectionNov 15, 2026, 8:00 AM, Lise Meitner',
      'In productionNov 14, 2026, 8:00 AM, staff',
      'Inspection of a.stl: 8 good, 2 scrapNov 13, 2026, 8:00 AM, Lise Meitner',
    ])

    const paths = timeline.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(paths).toEqual([
      `/manufacture/staff/claims/${claimId}`,
      `/manufacture/staff/additional-costs/${costId}`,
      '/manufacture/staff/work/F100004',
    ])
  })

  it('leads to its claims', async () => {
    const claim = {
      id: uuid(),
      state: 'accepted' as const,
      openedAt: '2026-11-14T12:00:00.000Z',
      workOrderNumber: 'W-26-10001',
      reprint: null,
    }
    await openOrder({ status: 'delivered', claims: [claim] })

    const section = within(await screen.findByRole('region', { name: 'Claims' }))
    expect(section.getByRole('link').getAttribute('href')).toBe(`/manufacture/staff/claims/${claim.id}`)
    expect(section.getByText('W-26-10001')).toBeTruthy()
  })

  it('offers the documents and the files that are still there', async () => {
    await openOrder({ documents: ['invoice'] })

    expect(await screen.findByRole('button', { name: 'Invoice (PDF)' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'bride.stl' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'plan.pdf' })).toBeNull()
    expect(screen.getByText('Sent with bride.stl')).toBeTruthy()
    expect(screen.getByText('This file has been removed.')).toBeTruthy()
  })

  it('shows notes and messages, and adds a note without a question', async () => {
    const messages: StaffMessageView[] = [
      {
        id: uuid(),
        by: 'customer',
        author: '',
        isVisible: true,
        awaitsAnswer: false,
        text: 'When does it ship?',
        at: '2026-11-16T10:00:00.000Z',
      },
      {
        id: uuid(),
        by: 'staff',
        author: 'Lise',
        isVisible: false,
        awaitsAnswer: false,
        text: 'In a hurry',
        at: '2026-11-16T11:00:00.000Z',
      },
    ]
    const note = 'POST /global/staff/order/{orderId}/note'
    const { user, to } = await openOrder(
      {},
      {
        'GET /global/staff/order/{orderId}/message': () =>
          data('GET /global/staff/order/{orderId}/message', { messages }),
        [note]: () => data(note, { messages }),
      },
    )

    const section = within(await screen.findByRole('region', { name: 'Notes and messages' }))
    expect(await section.findByText('When does it ship?')).toBeTruthy()
    expect(section.getByText('Internal note')).toBeTruthy()

    await user.click(section.getByRole('button', { name: 'Add the note' }))
    expect(section.getByText('Write a text.')).toBeTruthy()
    await user.type(section.getByRole('textbox', { name: 'Note or message' }), 'Call back')
    await user.click(section.getByRole('button', { name: 'Add the note' }))
    expect(await screen.findByText('Note added.')).toBeTruthy()
    expect(to(note)).toMatchObject([{ body: { text: 'Call back' } }])
  })

  it('keeps a text that was not sent, for the member who typed it, until it is sent', async () => {
    const id = uuid()
    const note = 'POST /global/staff/order/{orderId}/note'
    const answers: Answers = { [note]: () => data(note, { messages: [] }) }
    const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note or message' })
    const { user } = await openOrder({ id }, answers)
    await user.type(await field(), 'The drawing is old')

    cleanup()
    await openOrder({ id: uuid() }, answers)
    expect((await field()).value).toBe('')

    cleanup()
    const me = 'GET /global/staff/me'
    await openOrder({ id }, { ...answers, [me]: () => data(me, { ...grace, id: uuid() }) })
    expect((await field()).value).toBe('')

    cleanup()
    const again = await openOrder({ id }, answers)
    expect((await field()).value).toBe('The drawing is old')
    await again.user.click(screen.getByRole('button', { name: 'Add the note' }))
    expect(await screen.findByText('Note added.')).toBeTruthy()

    cleanup()
    await openOrder({ id }, answers)
    expect((await field()).value).toBe('')
  })

  it('asks before a text becomes visible to the customer', async () => {
    const write = 'POST /global/staff/order/{orderId}/message'
    const { user, to } = await openOrder({}, { [write]: () => data(write, { messages: [] }) })

    await user.type(await screen.findByRole('textbox', { name: 'Note or message' }), 'Tomorrow')
    await user.click(screen.getByRole('checkbox', { name: 'Customer visible' }))
    await user.click(screen.getByRole('button', { name: 'Send to the customer' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send this message to Louise Bernard?' }))
    expect(to(write)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Send to the customer' }))
    expect(await screen.findByText('Message sent.')).toBeTruthy()
    expect(to(write)).toMatchObject([{ body: { text: 'Tomorrow' } }])
  })

  const aQuestion = (text: string): StaffMessageView => ({
    id: uuid(),
    by: 'customer',
    author: '',
    isVisible: true,
    awaitsAnswer: true,
    text,
    at: '2026-11-16T10:00:00.000Z',
  })

  it('answers what was on the page, and not what arrives behind the question', async () => {
    const write = 'POST /global/staff/order/{orderId}/message'
    const read = 'GET /global/staff/order/{orderId}/message'
    const seen = aQuestion('When does it ship?')
    let messages = [seen]
    const { user, to } = await openOrder(
      {},
      { [read]: () => data(read, { messages }), [write]: () => data(write, { messages }) },
    )
    expect(await screen.findByText('Waiting for an answer')).toBeTruthy()
    await user.type(await screen.findByRole('textbox', { name: 'Note or message' }), 'Tomorrow')
    await user.click(screen.getByRole('checkbox', { name: 'Customer visible' }))
    await user.click(screen.getByRole('button', { name: 'Send to the customer' }))
    const dialog = within(await screen.findByRole('dialog'))

    messages = [seen, aQuestion('And with a certificate?')]
    await act(() => refreshStaffData())
    await user.click(dialog.getByRole('button', { name: 'Send to the customer' }))
    await waitFor(() => expect(to(write)).toMatchObject([{ body: { text: 'Tomorrow', seenId: seen.id } }]))
  })

  it('ends messages that need no answer', async () => {
    const done = 'POST /global/staff/today/{kind}/{subjectId}/done'
    const read = 'GET /global/staff/order/{orderId}/message'
    const messages = [aQuestion('Thank you'), aQuestion('very much')]
    const { user, to } = await openOrder({}, { [read]: () => data(read, { messages }), [done]: () => data(done, {}) })
    await user.click(await screen.findByRole('button', { name: 'No answer needed' }))

    expect(await screen.findByText('The messages are marked as answered.')).toBeTruthy()
    expect(to(done)[0]?.key).toContain(`/order-message/${messages[0]?.id}/done`)
    expect(to(done)).toMatchObject([{ body: { seenId: messages[1]?.id } }])
  })

  it('lets those who may not write to customers add notes only', async () => {
    await openOrder({}, as('operator'))
    expect(await screen.findByRole('button', { name: 'Add the note' })).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Customer visible' })).toBeNull()
  })

  it('loads the model of a part only when it is asked for', async () => {
    const mesh = 'GET /global/staff/order/{orderId}/line/{lineId}/mesh'
    const line = anOrderLine({ name: 'bride.stl' })
    const { user, to } = await openOrder({ lines: [line] }, { [mesh]: () => refusal('NOT_FOUND', 'Gone') })

    const button = await screen.findByRole('button', { name: 'Show in 3D: bride.stl' })
    expect(to(mesh)).toEqual([])
    await user.click(button)
    expect(await screen.findByText('The model is no longer available.')).toBeTruthy()
    expect(to(mesh)).toHaveLength(1)
  })

  it('explains an unknown order and leads back to the list', async () => {
    await openOrder({}, { 'GET /global/staff/order/{orderId}': () => refusal('NOT_FOUND', 'Unknown') })
    expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All orders' })).toBeTruthy()
  })
})

describe('a refund of an order', () => {
  const refund = 'POST /global/staff/order/{orderId}/refund'
  const note = 'POST /global/staff/order/{orderId}/note'

  const openRefund = async (answers: Answers = {}, traits: Partial<StaffOrderView> = {}) => {
    const opened = await openOrder(
      { refundableMinor: 123_45, ...traits },
      {
        [refund]: () => data(refund, { order: anOrder(), proposal: null }),
        [note]: () => data(note, { messages: [] }),
        ...answers,
      },
    )
    await opened.user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund order CO-10007?' }))
    const field = (name: string) => dialog.getByRole('textbox', { name })
    const confirm = () => opened.user.click(dialog.getByRole('button', { name: 'Refund' }))
    return { ...opened, dialog, field, confirm }
  }

  it('is asked for with an amount, a reason for the customer and a note for the team', async () => {
    const { user, field, confirm, to, order } = await openRefund()
    expect(field('Amount (USD)')).toHaveProperty('value', '123.45')
    await user.clear(field('Amount (USD)'))
    await user.type(field('Amount (USD)'), '20.5')
    await user.type(field('Reason'), ' Two pieces are scratched ')
    await user.type(field('Internal note (optional)'), 'Agreed by phone')
    await confirm()

    expect(await screen.findByText('$20.50 of CO-10007 will be refunded.')).toBeTruthy()
    const sent = { amountMinor: 20_50, reason: 'Two pieces are scratched' }
    const path = `POST /global/staff/order/${order.id}`
    expect(to(refund)).toMatchObject([{ key: `${path}/refund`, body: sent }])
    expect(to(note)).toMatchObject([{ key: `${path}/note`, body: { text: 'Agreed by phone' } }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('needs an amount that is left, with two decimals at most, and a reason', async () => {
    const { user, dialog, field, confirm, to } = await openRefund()
    const amount = field('Amount (USD)')
    for (const wrong of ['0', '123.46', 'all']) {
      await user.clear(amount)
      await user.type(amount, wrong)
      await confirm()
      expect(dialog.getByText('Enter an amount of more than 0 and at most $123.45.')).toBeTruthy()
    }

    await user.clear(amount)
    await user.type(amount, '1.005')
    await confirm()
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    expect(dialog.queryByText(/^Enter an amount/)).toBeNull()
    expect(dialog.getByText('Enter the reason.')).toBeTruthy()
    expect(to(refund)).toEqual([])
  })

  it('says that a large one waits for a second person', async () => {
    const proposed = () => data(refund, { order: anOrder(), proposal: aProposal() })
    const { user, field, confirm, to } = await openRefund({ [refund]: proposed })
    await user.type(field('Reason'), 'Ordered twice')
    await confirm()
    expect(await screen.findByText(/^This refund needs a second person/)).toBeTruthy()
    expect(screen.queryByText(/will be refunded/)).toBeNull()
    expect(to(note)).toEqual([])
  })

  it.each([
    ['REFUND_TOO_HIGH', 'More than was paid', 'More than was paid'],
    ['NOT_YOUR_CUSTOMER', 'Another manager', 'Another manager'],
    ['PAYMENT_PENDING', 'Do not pay twice', 'A payment is still open. Wait for its result before you refund.'],
  ] as const)('says why it is refused (%s), and keeps what was typed', async (code, answer, shown) => {
    const { user, dialog, field, confirm, to } = await openRefund({ [refund]: () => refusal(code, answer) })
    await user.type(field('Reason'), 'Ordered twice')
    await confirm()
    expect(await dialog.findByText(shown)).toBeTruthy()
    expect(field('Reason')).toHaveProperty('value', 'Ordered twice')

    await confirm()
    await waitFor(() => expect(to(refund)).toHaveLength(2))
    const [first, second] = to(refund)
    expect(first).toEqual(second)
  })

  it('is not sent again when only its note was refused', async () => {
    let isFull = true
    const write = () => (isFull ? refusal('QUOTA_EXCEEDED', 'Too many notes') : data(note, { messages: [] }))
    const { user, dialog, field, confirm, to } = await openRefund({ [note]: write })
    await user.type(field('Reason'), 'Ordered twice')
    await user.type(field('Internal note (optional)'), 'Agreed')
    await confirm()
    expect(await dialog.findByText('Too many notes')).toBeTruthy()
    expect(dialog.getByText(/^Only the note is not saved/)).toBeTruthy()

    isFull = false
    await confirm()
    expect(await screen.findByText('$123.45 of CO-10007 will be refunded.')).toBeTruthy()
    expect(to(refund)).toHaveLength(1)
    expect(to(note)).toHaveLength(2)
  })

  it('is offered only to those who may refund, while something is left', async () => {
    await openOrder({ refundableMinor: 100 }, as('operator'))
    await screen.findByRole('region', { name: 'Amounts' })
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()

    cleanup()
    await openOrder({ refundableMinor: 0 }, as('accountant'))
    await screen.findByRole('region', { name: 'Amounts' })
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  })

  const aRefund = (traits: Partial<PendingRefund>): PendingRefund => ({
    id: uuid(),
    state: 'approved',
    amountMinor: 40_00,
    currency: 'EUR',
    method: 'card',
    isSentByStaff: false,
    reason: 'Scratches',
    author: 'Lise Meitner',
    at: '2026-11-18T08:00:00.000Z',
    cost: null,
    ...traits,
  })

  it('is shown from the proposal on until it is sent', async () => {
    const asked = aRefund({ state: 'asked', amountMinor: 10_00, currency: 'USD', method: null })
    const cost = { id: uuid(), number: 'A-26-10001' }
    await openOrder(
      { pendingRefunds: [asked, aRefund({ cost }), aRefund({ state: 'failed', author: '' })] },
      as('accountant'),
    )

    expect(await screen.findByRole('heading', { name: 'Refunds in progress' })).toBeTruthy()
    const list = within(screen.getByRole('list', { name: 'Refunds in progress' }))
    const [first, second, third] = list.getAllByRole('listitem').map((item) => within(item))
    expect(first?.getByText('Waiting for approval')).toBeTruthy()
    expect(first?.getByText('Nov 18, 2026, 8:00 AM, Lise Meitner')).toBeTruthy()
    const link = first?.getByRole('link', { name: 'Open the proposal' })
    expect(link?.getAttribute('href')).toBe(`/manufacture/staff/proposals/${asked.id}`)

    expect(second?.getByText('€40.00')).toBeTruthy()
    expect(second?.getByText('The payment provider is sending it.')).toBeTruthy()
    expect(second?.getByRole('link', { name: 'Additional cost A-26-10001' })).toBeTruthy()
    expect(third?.getByText('The payment provider did not send it. You can refund again.')).toBeTruthy()
    expect(list.queryByRole('button')).toBeNull()
  })

  it('is recorded as sent to a payer with the id of the transfer', async () => {
    const sent = 'POST /global/staff/payer-return/{refundId}/sent'
    const owed = aRefund({ method: 'bank_transfer', isSentByStaff: true })
    const payerReturn = {
      id: owed.id,
      number: 'CO-10007',
      amountMinor: 40_00,
      currency: 'EUR' as const,
      usdMinor: 44_00,
      payerEmail: 'payer@example.com',
      receivedAs: ['BANK-1'],
      reason: 'Scratches',
      askedAt: owed.at,
      bankTransactionId: null,
      sentAt: null,
    }
    const { user, to } = await openOrder(
      { pendingRefunds: [owed] },
      {
        ...as('accountant'),
        'GET /global/staff/payer-return': () => data('GET /global/staff/payer-return', { returns: [payerReturn] }),
        [sent]: () => data(sent, payerReturn),
      },
    )

    await runFromPalette(user, 'Record the transfer')
    const dialog = within(await screen.findByRole('dialog', { name: 'Has €40.00 been sent back?' }))
    expect(await dialog.findByText('payer@example.com')).toBeTruthy()
    expect(dialog.getByText('BANK-1')).toBeTruthy()

    await user.click(dialog.getByRole('button', { name: 'Record the transfer' }))
    expect(dialog.getByText(/^Enter the ID/)).toBeTruthy()
    await user.type(dialog.getByRole('textbox'), ' BANK-2 ')
    await user.click(dialog.getByRole('button', { name: 'Record the transfer' }))
    expect(await screen.findByText('The transfer of €40.00 is recorded.')).toBeTruthy()
    const key = `POST /global/staff/payer-return/${owed.id}/sent`
    expect(to(sent)).toMatchObject([{ key, body: { bankTransactionId: 'BANK-2' } }])
  })
})

describe('the actions of an order in the command palette', () => {
  it.each([
    ['Start the review', 'Review order CO-10007?'],
    ['Cancel the order', 'Cancel order CO-10007?'],
    ['Pack a parcel', 'Pack a parcel'],
    ['Refund', 'Refund order CO-10007?'],
  ])('contain “%s”', async (name, title) => {
    const status = name === 'Pack a parcel' ? 'quality_check' : 'paid'
    const { user } = await openOrder({ status, lines: [anOrderLine()], refundableMinor: 100 })
    await screen.findByRole('button', { name })
    await runFromPalette(user, name)
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()

    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name }))
  })

  it('lead to the field for notes and messages, and to the form of an additional cost', async () => {
    const { user } = await openOrder()
    await runFromPalette(user, 'Note or message')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note or message' }))

    await runFromPalette(user, 'Request a cost')
    expect(await screen.findByRole('heading', { level: 1, name: /cost/ })).toBeTruthy()
  })

  it('are those that the role and the order allow', async () => {
    const { user } = await openOrder({ lines: [anOrderLine()] }, as('accountant'))
    await screen.findByRole('textbox', { name: 'Note or message' })
    const names = await namesInPalette(user)
    expect(names).toContain('Note or message')
    for (const name of ['Start the review', 'Pack a parcel', 'Request a cost']) expect(names).not.toContain(name)
  })
})
