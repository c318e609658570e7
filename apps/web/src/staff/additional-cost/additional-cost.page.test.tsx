import type { StaffAdditionalCostView, StaffOrderView } from '@cotation/contracts'
import { rightsOf, type StaffRole } from '@cotation/domain'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aStaffOrder } from '#lib/testing/orders.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { wholeText } from '#lib/testing/whole-text.ts'
import { aCost, bracket, cover, orderId } from './additional-cost.fixture.ts'

const get = 'GET /global/staff/additional-cost/{costId}'
const withdraw = 'POST /global/staff/additional-cost/{costId}/withdraw'
const request = 'POST /global/staff/order/{orderId}/additional-cost'
const picture = 'POST /global/staff/additional-cost/{costId}/picture'

const declined = (traits: Partial<StaffAdditionalCostView> = {}) =>
  aCost({
    state: 'declined',
    dueMinor: 0,
    history: [
      { at: '2026-03-02T09:00:00.000Z', to: 'requested', by: 'staff', author: 'Lise', reason: '' },
      { at: '2026-03-03T09:00:00.000Z', to: 'declined', by: 'customer', author: '', reason: 'Too expensive' },
    ],
    ...traits,
  })

const as = (role: StaffRole): Answers => ({
  'GET /global/staff/me': () =>
    data('GET /global/staff/me', { ...grace, role: { id: role, name: '' }, rights: rightsOf(role) }),
})

interface Page {
  path: string
  cost?: StaffAdditionalCostView
  order?: Partial<StaffOrderView>
  answers?: Answers
}

async function open({ path, cost = aCost(), order, answers }: Page) {
  const gateway = stubGateway({
    [get]: () => data(get, cost),
    [withdraw]: () => data(withdraw, aCost({ state: 'withdrawn' })),
    [request]: () => data(request, cost),
    [picture]: () => data(picture, cost),
    'GET /global/staff/order/{orderId}': () =>
      data('GET /global/staff/order/{orderId}', {
        ...aStaffOrder({ id: orderId, number: 'C-26-10007', status: 'paid', lines: [bracket, cover] }),
        ...order,
      }),
    'GET /global/staff/order/{orderId}/line/{lineId}/mesh': () => refusal('NOT_FOUND', 'Gone'),
    ...answers,
  })
  const { place } = await renderApp(`/staff/${path}`, { staffToken: 'real' })
  return { ...gateway, place, user: userEvent.setup() }
}

const openCost = (cost: StaffAdditionalCostView, answers: Answers = {}) =>
  open({ path: `additional-costs/${cost.id}`, cost, answers })

const openForm = (page: Omit<Page, 'path'> = {}) => open({ path: `orders/${orderId}/additional-cost`, ...page })

describe('the page of an additional cost', () => {
  it('shows what was asked for and what the order waits with', async () => {
    const place = { orderLineId: bracket.id, name: 'bracket.stl', projectId: null, lineId: null, pointMm: [1, 2, 3] }
    await openCost(aCost({ place, checkName: 'Thread depth', reason: 'geometry' }))

    expect(await screen.findByRole('heading', { level: 1, name: /A-26-10001/ })).toBeTruthy()
    expect(screen.getByText('Production waits until this cost is paid or withdrawn.')).toBeTruthy()
    expect(screen.getByText('The drawing asks for an M4 thread.')).toBeTruthy()
    expect(screen.getByText('Thread depth')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'C-26-10007' })).toBeTruthy()
    expect(screen.getByText(/At 1 \/ 2 \/ 3 mm/)).toBeTruthy()
    const amounts = within(screen.getByRole('region', { name: 'Amounts' }))
    expect(amounts.getAllByText('$25.00')).toHaveLength(2)
    expect(amounts.getAllByText('$30.00')).toHaveLength(2)
  })

  it('is refunded with a reason, and a note about its order', async () => {
    const refund = 'POST /global/staff/additional-cost/{costId}/refund'
    const note = 'POST /global/staff/order/{orderId}/note'
    const cost = aCost({ state: 'paid', dueMinor: 0, paidMinor: 3000, refundableMinor: 3000 })
    const { user, to } = await openCost(cost, {
      [refund]: () => data(refund, { cost, proposal: null }),
      [note]: () => data(note, { messages: [] }),
    })

    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund additional cost A-26-10001?' }))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The thread was not needed')
    await user.type(dialog.getByRole('textbox', { name: 'Internal note (optional)' }), 'Agreed')
    await user.click(dialog.getByRole('button', { name: 'Refund' }))

    expect(await screen.findByText('$30.00 of A-26-10001 will be refunded.')).toBeTruthy()
    const body = { amountMinor: 3000, reason: 'The thread was not needed' }
    expect(to(refund)).toMatchObject([{ key: `POST /global/staff/additional-cost/${cost.id}/refund`, body }])
    expect(to(note)).toMatchObject([{ key: `POST /global/staff/order/${orderId}/note`, body: { text: 'Agreed' } }])
  })

  it('shows why the customer declined, and leads to another request', async () => {
    const cost = declined()
    await openCost(cost)
    expect(await screen.findByText('Too expensive')).toBeTruthy()
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(history.getByText(/Lise/)).toBeTruthy()
    expect(history.getByText(/customer/)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Request another instead' })
    expect(link.getAttribute('href')).toBe(`/manufacture/staff/additional-costs/${cost.id}/replace`)
  })

  it('is withdrawn with a reason, after a question', async () => {
    const { user, to } = await openCost(aCost())

    await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw additional cost A-26-10001?' }))
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(dialog.getByText('Enter the reason.')).toBeTruthy()
    expect(to(withdraw)).toEqual([])

    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Our mistake')
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Additional cost A-26-10001 is withdrawn.')).toBeTruthy()
    expect(to(withdraw)).toMatchObject([{ body: { reason: 'Our mistake' } }])
  })

  it('says why the server refuses to withdraw, and stays open', async () => {
    const { user } = await openCost(aCost(), { [withdraw]: () => refusal('PAYMENT_PENDING', 'A payment is under way') })

    await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Our mistake')
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(await dialog.findByText('A payment is under way')).toBeTruthy()
  })

  it('names the missing right to those who may only look', async () => {
    await openCost(aCost(), as('accountant'))
    expect(await screen.findByText(/^Requesting and withdrawing need the right/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  })

  it('offers only its invoice once it is paid', async () => {
    const can = { pay: false, decline: false, download: true }
    await openCost(aCost({ state: 'paid', waitsWith: null, dueMinor: 0, paidMinor: 3000, can }))
    expect(await screen.findByRole('button', { name: /^Download the invoice of / })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: /A-26-10001/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
  })

  it('explains an unknown cost', async () => {
    await openCost(aCost(), { [get]: () => refusal('NOT_FOUND', 'Unknown') })
    expect(await screen.findByRole('heading', { level: 1, name: 'Additional cost not found' })).toBeTruthy()
  })
})

describe('the request of an additional cost', () => {
  it('is sent per part after a question, and leads to its page', async () => {
    const cost = aCost()
    const { user, to, place } = await openForm({ cost })

    await user.click(await screen.findByRole('button', { name: 'Request the cost' }))
    const amounts = 'Enter at least one amount, each from $1.00 to $100,000,000.00.'
    for (const text of ['Choose a reason.', 'Enter the explanation.', amounts])
      expect(screen.getByText(text)).toBeTruthy()

    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Drawing and configuration')
    await user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'An M4 thread')
    await user.type(screen.getByRole('textbox', { name: 'cover.stl, 2 pieces' }), '25.50')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Request $25.50 before VAT?' }))
    expect(to(request)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Request the cost' }))
    expect(await screen.findByText('Additional cost A-26-10001 is requested.')).toBeTruthy()
    expect(to(request)).toMatchObject([
      {
        body: {
          reason: 'drawing',
          check: null,
          explanation: 'An M4 thread',
          place: null,
          items: [{ orderLineId: cover.id, amountMinor: 2550 }],
          replacesId: null,
        },
      },
    ])
    expect(place()).toBe(`/staff/additional-costs/${cost.id}`)
  })

  it('names the limits for an amount that is too high', async () => {
    const { user, to } = await openForm()
    await user.type(await screen.findByRole('textbox', { name: 'cover.stl, 2 pieces' }), '99999999999')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))

    expect(screen.getByText('Enter at least one amount, each from $1.00 to $100,000,000.00.')).toBeTruthy()
    expect(to(request)).toEqual([])
  })

  it('refuses a third decimal, which would be lost', async () => {
    const { user, to } = await openForm()
    await user.type(await screen.findByRole('textbox', { name: 'cover.stl, 2 pieces' }), '12.345')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))

    expect(screen.getByText('An amount has at most two decimals.')).toBeTruthy()
    expect(to(request)).toEqual([])
  })

  it('is for the whole order if it is about transport', async () => {
    const { user, to } = await openForm({ order: { status: 'shipped' } })

    const reasons = await screen.findByRole('combobox', { name: 'Reason' })
    expect(within(reasons).queryByRole('option', { name: 'Drawing and configuration' })).toBeNull()
    await user.selectOptions(reasons, 'Customs')
    await user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'Duty')
    await user.type(screen.getByRole('textbox', { name: 'Amount for the whole order (US$)' }), '12')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/The shipment waits until then/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Request the cost' }))
    expect(await screen.findByText('Additional cost A-26-10001 is requested.')).toBeTruthy()
    expect(to(request)).toMatchObject([{ body: { items: [{ orderLineId: null, amountMinor: 1200 }] } }])
  })

  it('names the check that a firm price covers, and repeats under the same key', async () => {
    const refused = 'This check was made before the payment: “Tall thin walls”.'
    const { user, to } = await openForm({ answers: { [request]: () => refusal('CHECK_PASSED', refused) } })

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Reason' }), 'Geometry outside our checks')
    await user.click(await screen.findByRole('combobox', { name: 'Check that the geometry is about' }))
    await user.click(await screen.findByRole('option', { name: 'Tall thin walls in machining', hidden: true }))
    await user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'Thin')
    await user.type(screen.getByRole('textbox', { name: 'bracket.stl, 5 pieces' }), '10')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Request $10.00 before VAT?' }))
    await user.click(dialog.getByRole('button', { name: 'Request the cost' }))
    expect(await dialog.findByText(refused)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Request the cost' }))
    await dialog.findByText(refused)

    const [first, second] = to(request).map(({ body }) => body as { check: string; key: string })
    expect(first?.check).toBe('wall-aspect-cnc')
    expect(second?.key).toBe(first?.key)
  })

  it('has a deadline from 24 hours to 60 days', async () => {
    const { user } = await openForm()
    fireEvent.change(await screen.findByLabelText(/^To be answered by/), { target: { value: '2020-01-01' } })
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    expect(screen.getByText('Choose a day between 24 hours and 60 days from now.')).toBeTruthy()
  })

  it('lasts to the end of the chosen day in the time zone of the shop', async () => {
    const me = 'GET /global/staff/me'
    const { user, to } = await openForm({ answers: { [me]: () => data(me, { ...grace, timeZone: 'Asia/Tokyo' }) } })
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Reason' }), 'Customer’s change')
    await user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'Longer')
    await user.type(screen.getByRole('textbox', { name: 'bracket.stl, 5 pieces' }), '10')
    fireEvent.change(screen.getByLabelText(/^To be answered by/), { target: { value: day } })
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request the cost' }))

    await waitFor(() => expect(to(request)[0]?.body).toMatchObject({ deadline: `${day}T14:59:00.000Z` }))
  })

  it('sends the picture with the request, and keeps everything typed if the picture is refused', async () => {
    let isRefused = true
    const answer = () => (isRefused ? refusal('IMAGE_UNSUPPORTED', 'No picture') : data(request, aCost()))
    const { user, to } = await openForm({ answers: { [request]: answer } })

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Reason' }), 'Customer’s change')
    await user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'Longer')
    await user.type(screen.getByRole('textbox', { name: 'bracket.stl, 5 pieces' }), '10')
    const upload = (label: string, content: BlobPart) =>
      user.upload(
        screen.getByLabelText(label, { selector: 'input' }),
        new File([content], 'a.png', { type: 'image/png' }),
      )
    await upload('Add a picture', 'bad')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Request the cost' }))
    expect(await dialog.findByText('No picture')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('textbox', { name: 'Explanation' })).toHaveProperty('value', 'Longer')

    isRefused = false
    await upload('Choose another picture', 'good')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request the cost' }))
    expect(await screen.findByText('Additional cost A-26-10001 is requested.')).toBeTruthy()
    expect(to(request).map(({ body }) => (body as { picture: string }).picture)).toEqual([btoa('bad'), btoa('good')])
  })

  it('is kept with its key until it is sent', async () => {
    const busy = { [request]: () => refusal('BUSY', 'Later') }
    const { user, to } = await openForm({ answers: busy })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Reason' }), 'Customer’s change')
    await user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'Longer')
    await user.type(screen.getByRole('textbox', { name: 'bracket.stl, 5 pieces' }), '10')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request the cost' }))
    await screen.findByText('Later')

    cleanup()
    const again = await openForm()
    await again.user.click(await screen.findByRole('button', { name: 'Request the cost' }))
    await again.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request the cost' }))
    await screen.findByText('Additional cost A-26-10001 is requested.')
    expect(again.to(request)[0]?.body).toEqual(to(request)[0]?.body)

    cleanup()
    await openForm()
    expect(await screen.findByRole('textbox', { name: 'Explanation' })).toHaveProperty('value', '')
  })

  it('names a picture that is too large before anything is sent', async () => {
    const { user, to } = await openForm()
    const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' })
    await user.upload(await screen.findByLabelText('Add a picture', { selector: 'input' }), file)

    expect(screen.getByRole('alert')).toHaveProperty(
      'textContent',
      'The picture is larger than 5 MB. Choose another one.',
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Customer’s change')
    await user.type(screen.getByRole('textbox', { name: 'Explanation' }), 'Longer')
    await user.type(screen.getByRole('textbox', { name: 'bracket.stl, 5 pieces' }), '10')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(to(request)).toEqual([])
  })

  it('replaces a declined one', async () => {
    const cost = declined()
    const { user, to } = await open({ path: `additional-costs/${cost.id}/replace`, cost })

    expect(await screen.findByText(wholeText('This request replaces A-26-10001, which is withdrawn.'))).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Explanation' })).toHaveProperty('value', cost.explanation)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Drawing and configuration')
    await user.type(screen.getByRole('textbox', { name: 'bracket.stl, 5 pieces' }), '10')
    await user.click(screen.getByRole('button', { name: 'Request the cost' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Request the cost' }))
    expect(await screen.findByText('Additional cost A-26-10001 is requested.')).toBeTruthy()
    expect(to(request)).toMatchObject([{ body: { replacesId: cost.id } }])
  })

  it('is not offered for an order that is not paid', async () => {
    await openForm({ order: { status: 'awaiting_payment' } })
    expect(await screen.findByText(/^No additional cost can be requested/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Request the cost' })).toBeNull()
  })
})

describe('the actions of an additional cost in the command palette', () => {
  it('ask before it is withdrawn', async () => {
    const { user } = await openCost(aCost())
    await screen.findByRole('button', { name: 'Withdraw' })
    expect(await namesInPalette(user)).toContain('Add a picture')
    await user.keyboard('{Escape}')

    await runFromPalette(user, 'Withdraw')
    expect(await screen.findByRole('dialog', { name: 'Withdraw additional cost A-26-10001?' })).toBeTruthy()
  })

  it('lead to another request for a declined one', async () => {
    const cost = declined()
    const { user, place } = await openCost(cost)
    await runFromPalette(user, 'Request another instead')
    await waitFor(() => expect(place()).toBe(`/staff/additional-costs/${cost.id}/replace`))
  })

  it('are missing for those who may only look', async () => {
    const { user } = await openCost(aCost(), as('accountant'))
    await screen.findByText(/^Requesting and withdrawing need the right/)
    expect(await namesInPalette(user)).not.toContain('Withdraw')
  })
})
