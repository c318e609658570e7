import type { AdditionalCostView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import { aTransfer, uuid } from '#lib/testing/views.ts'
import { aCost } from './additional-cost.fixture.ts'

const list = 'GET /global/additional-cost'
const get = 'GET /global/additional-cost/{costId}'
const decline = 'POST /global/additional-cost/{costId}/decline'
const invoice = 'GET /global/additional-cost/{costId}/invoice'

async function open(path: string, answers: Answers) {
  const gateway = stubGateway(answers)
  const app = await renderApp(path, { token: 'real' })
  await screen.findByRole('heading', { level: 1 })
  return { gateway, ...app, user: userEvent.setup() }
}

const openList = (costs: AdditionalCostView[], query = '') =>
  open(`/user/order/additional-cost${query}`, { [list]: () => data(list, { costs, total: costs.length }) })

const openOne = (cost: AdditionalCostView, answers: Answers = {}) =>
  open(`/user/order/additional-cost?cost=${cost.id}`, { [get]: () => data(get, cost), ...answers })

afterEach(() => vi.restoreAllMocks())

describe('the list of additional costs (spec 2, /user/order/additional-cost)', () => {
  it('shows reason, order, amount, state and deadline, and leads to the payment of open ones', async () => {
    const paid = aCost({ number: 'A-26-10002', state: 'paid', can: { download: true }, waitsWith: null })
    await openList([aCost(), paid])
    await screen.findByRole('link', { name: 'Cost A-26-10001' })
    const [first, second] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('A-26'))

    expect(first?.textContent).toContain('The drawing contradicts the configuration · Order C-26-10007')
    expect(first?.textContent).toContain('To be paid before Mar 9, 2099')
    expect(within(first as HTMLElement).getByRole('link', { name: 'Pay $30.00' })).toBeTruthy()
    expect(second?.textContent).toContain('Paid')
    expect(within(second as HTMLElement).queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('filters by state in the address, and says if nothing matches', async () => {
    const { user, gateway, place } = await openList([])
    expect(await screen.findByText('No additional costs')).toBeTruthy()

    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'declined')
    await waitFor(() => expect(place()).toContain('status=declined'))
    expect(await screen.findByText('No request in this state')).toBeTruthy()
    expect(gateway.to(list).at(-1)?.query).toMatchObject({ state: 'declined' })

    await user.click(screen.getByRole('button', { name: 'Show all requests' }))
    await waitFor(() => expect(place()).not.toContain('status'))
  })

  it('offers to try again if it cannot be loaded', async () => {
    await open('/user/order/additional-cost', { [list]: () => refusal('UNEXPECTED', 'Busy.') })
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()
  })
})

describe('an additional cost', () => {
  it('shows explanation, amounts, VAT, deadline and what waits', async () => {
    const place = { orderLineId: uuid(), name: 'bracket.stl', projectId: null, lineId: null, pointMm: [1.5, 2, -3] }
    await openOne(aCost({ checkName: 'Undercuts in machining', place }))

    for (const text of [
      'The drawing asks for an M4 thread.',
      'Check concerned: Undercuts in machining',
      'Production waits for your answer.',
      'VAT 20%',
      '$30.00',
    ])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    expect(screen.getByText(/bracket.stl, at point X\s1.5 · Y\s2 · Z\s-3\smm/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'See the part in 3D' })).toBeNull()
  })

  it('shows an announced transfer with its account and reference, and the deadline in the customer’s zone', async () => {
    const { bank: transfer } = aTransfer(2580, 'EUR', 'CT7K2M41')
    await openOne(aCost({ transfer, timeZone: 'America/New_York' }))

    const section = within(screen.getByRole('region', { name: 'Transfer announced' }))
    expect(section.getByText(/No money has arrived yet/)).toBeTruthy()
    for (const text of ['CT7K2M41', '€25.80', 'Cotation SAS']) expect(section.getByText(text)).toBeTruthy()
    expect(screen.getByText('Production waits for your transfer.')).toBeTruthy()
    expect(screen.getByText(/March 9, 2099 at 5:00 AM \(America\/New York\)/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the transfer or pay otherwise' })).toBeTruthy()
  })

  it('shows what was received of it, and says in the dialog and afterwards where that goes', async () => {
    const returns = [{ to: 'balance', amountMinor: 1000 }] as const
    const cost = aCost({ dueMinor: 2000, paidMinor: 1000, returns: [...returns] })
    let current = cost
    const { user } = await openOne(cost, {
      [get]: () => data(get, current),
      [decline]: () => {
        current = aCost({ ...cost, state: 'declined', dueMinor: 0, refundedMinor: 1000, can: {} })
        return data(decline, current)
      },
    })
    expect(screen.getByText('$10.00 of $30.00 received, $20.00 left.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Pay $20.00' })).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('What we have already received is returned: $10.00 to your balance.')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: /Why do you decline/ }), 'The drawing is right')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('What we had received is returned: $10.00 to your balance.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toContain(
      '/contact?topic=order&about=refund&number=A-26-10001',
    )
  })

  it('says how a paid cost was paid and where a part of it was refunded to, without its deadline', async () => {
    const paid = { at: '2026-03-03T10:00:00.000Z', to: 'paid', by: 'system', reason: '' } as const
    const cost = aCost({
      state: 'paid',
      paidMinor: 3000,
      refundedMinor: 500,
      dueMinor: 0,
      paidWith: ['card', 'balance'],
      returns: [{ to: 'balance', amountMinor: 500 }],
      waitsWith: null,
      history: [...aCost().history, paid],
      can: {},
    })
    await openOne(cost)

    expect(screen.getByText(/^Paid on March 3, 2026 .*, by card and from the balance\.$/)).toBeTruthy()
    expect(screen.getByText('Refunded: $5.00 to your balance.')).toBeTruthy()
    expect(screen.queryByText(/2099/)).toBeNull()
  })

  it('says that it is checked once its transfer has arrived, and can be neither paid nor declined', async () => {
    const at = '2026-11-14T12:00:00.000Z'
    const unconfirmed = { method: 'bank_transfer', amountMinor: 1000, currency: 'USD', at } as const
    const cost = aCost({ unconfirmed, can: {} })
    await openOne(cost, { [list]: () => data(list, { costs: [cost], total: 1 }) })
    const received = /Transfer of \$10.00 received on .*Nov.* 14.*Do not pay a second time/

    expect(screen.getByText(received)).toBeTruthy()
    expect(screen.getByText('Payment being checked')).toBeTruthy()
    expect(screen.queryByText(/your answer|To be paid/)).toBeNull()
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()

    await userEvent.click(screen.getByRole('link', { name: 'All additional costs' }))
    expect(await screen.findByRole('link', { name: 'Cost A-26-10001' })).toBeTruthy()
    expect(screen.getByText(received)).toBeTruthy()
    expect(screen.queryByText(/To be paid/)).toBeNull()
  })

  it('is read again when the decline is refused because it was paid meanwhile', async () => {
    const cost = aCost()
    let current = cost
    const { user } = await openOne(cost, {
      [get]: () => data(get, current),
      [decline]: () => {
        current = aCost({ ...cost, state: 'paid', can: {} })
        return refusal('ADDITIONAL_COST_STATE', 'It is paid already.')
      },
    })

    await user.click(screen.getByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /Why do you decline/ }), 'The drawing is right')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))

    expect(await screen.findByText('Paid')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('is declined with a reason, which is required, after a question', async () => {
    const cost = aCost()
    const declined = aCost({ ...cost, state: 'declined', can: {} })
    let current = cost
    const { user, gateway } = await openOne(cost, {
      [get]: () => data(get, current),
      [decline]: () => {
        current = declined
        return data(decline, declined)
      },
    })

    await user.click(screen.getByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline cost A-26-10001?' }))
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await dialog.findByText('Give the reason.')).toBeTruthy()
    expect(gateway.to(decline)).toEqual([])

    await user.type(dialog.getByRole('textbox', { name: /Why do you decline/ }), 'The drawing is right')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(gateway.to(decline)[0]?.body).toEqual({ reason: 'The drawing is right' }))
    expect(await screen.findByText('Production waits for our decision: we will contact you.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('keeps the reason in the dialog if a payment is under way', async () => {
    const { user } = await openOne(aCost(), { [decline]: () => refusal('PAYMENT_PENDING', 'A payment is under way.') })
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Too much')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await dialog.findByText('A payment is under way.')).toBeTruthy()
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Too much')
  })

  it('offers its invoice once it is paid', async () => {
    const names = savedFiles()
    const cost = aCost({ state: 'paid', waitsWith: null, paidMinor: 3000, can: { download: true } })
    const { user } = await openOne(cost, {
      [invoice]: () => ({ status: 200, body: '%PDF' }),
    })
    await user.click(screen.getByRole('button', { name: 'Invoice (PDF)' }))
    await waitFor(() => expect(names).toEqual(['Invoice A-26-10001.pdf']))
  })

  it('says that it is unknown if it belongs to another account', async () => {
    await open(`/user/order/additional-cost?cost=${uuid()}`, { [get]: () => refusal('NOT_FOUND', 'Not found.') })
    expect(screen.getByRole('heading', { name: 'This request was not found' })).toBeTruthy()
  })
})
