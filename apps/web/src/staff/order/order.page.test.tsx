import type { StaffOrderView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { anOrder } from '#lib/testing/orders.ts'
import { anOrderLine, uuid } from '#lib/testing/views.ts'

const customer = { id: uuid(), name: 'Louise Bernard', company: 'Atelier Démo' }

async function openOrder(traits: Partial<StaffOrderView> = {}, answers: Answers = {}) {
  const order: StaffOrderView = { ...anOrder({ status: 'paid', number: 'CO-10007' }), customer, ...traits }
  const gateway = stubGateway({
    'GET /global/staff/order/{orderId}': () => data('GET /global/staff/order/{orderId}', order),
    'POST /global/staff/order/{orderId}/move': () => data('POST /global/staff/order/{orderId}/move', anOrder()),
    ...answers,
  })
  await renderApp(`/staff/orders/${order.id}`, { staffToken: 'real' })

  return { ...gateway, order, user: userEvent.setup() }
}

const asOperator: Answers = {
  'GET /global/staff/me': () =>
    data('GET /global/staff/me', { ...grace, role: { id: 'operator', name: '' }, rights: rightsOf('operator') }),
}

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

  it('offers only what the role may do, and hides payments from operators', async () => {
    await openOrder({}, asOperator)

    expect(await screen.findByRole('button', { name: 'Start the review' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel the order' })).toBeNull()
    expect(screen.queryByText(/Card/)).toBeNull()
  })

  it('adds a parcel once a tracking number is given', async () => {
    const { user, to } = await openOrder({ status: 'quality_check', parcels: [] })

    await user.click(await screen.findByRole('button', { name: 'Add a parcel' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a parcel' }))
    await user.click(dialog.getByRole('button', { name: 'Add a parcel' }))
    expect(await dialog.findByText('Enter the tracking number.')).toBeTruthy()

    await user.type(dialog.getByRole('textbox', { name: 'Tracking number' }), 'JD0146')
    await user.click(dialog.getByRole('button', { name: 'Add a parcel' }))
    expect(to('POST /global/staff/order/{orderId}/parcel')).toMatchObject([
      { body: { carrier: 'dhl', trackingNumber: 'JD0146' } },
    ])
  })

  it('explains an unknown order and leads back to the list', async () => {
    await openOrder({}, { 'GET /global/staff/order/{orderId}': () => refusal('NOT_FOUND', 'Unknown') })
    expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All orders' })).toBeTruthy()
  })
})
