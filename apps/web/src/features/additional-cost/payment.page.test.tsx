import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { linkQueryKey } from '#lib/gateway/payment.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aPayment, uuid } from '#lib/testing/views.ts'
import { wholeText } from '#lib/testing/whole-text.ts'
import { aCost, aCostPayment, aLinkedPayment, linkKey } from './additional-cost.fixture.ts'

const get = 'GET /global/payment/additional-cost/{costId}'
const begin = 'POST /global/payment/additional-cost/{costId}/begin'
const check = 'POST /global/payment/additional-cost/{costId}/check'
const link = 'POST /global/payment/link'
const logout = 'GET /global/account/logout'
const linkCheck = 'POST /global/payment/link/check'

beforeEach(() => window.sessionStorage.clear())

async function open(path: string, answers: Answers, token?: string) {
  const gateway = stubGateway(answers)
  const page = await renderApp(path, token === undefined ? {} : { token })
  await screen.findByRole('heading', { level: 1 })
  return { gateway, ...page, user: userEvent.setup() }
}

describe('the payment of an additional cost (spec 2, /additional-cost/payment)', () => {
  it('offers the customer every method, and goes on to the success page', async () => {
    const cost = aCost()
    const paid = aCostPayment(aCost({ ...cost, state: 'paid' }), { result: 'paid', dueMinor: 0 })
    const { user, gateway, place } = await open(
      `/additional-cost/payment?cost=${cost.id}`,
      {
        [get]: () => data(get, aCostPayment(cost)),
        [begin]: () => data(begin, paid),
        [check]: () => data(check, paid),
      },
      'real',
    )
    expect(screen.getByRole('heading', { name: 'Pay cost A-26-10001' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy()

    await user.click(screen.getByRole('radio', { name: 'Balance' }))
    await user.click(screen.getByRole('button', { name: 'Pay $30.00' }))
    await waitFor(() => expect(place()).toBe(`/additional-cost/success?cost=${cost.id}`))
    expect(await screen.findByRole('heading', { name: 'Thank you, cost A-26-10001 is paid' })).toBeTruthy()
    expect(gateway.to(begin)[0]?.body).toMatchObject({ method: 'balance' })
  })

  it('names what the balance has paid to a customer who returns from the card page without paying', async () => {
    const cost = aCost({ dueMinor: 2000 })
    const fromBalance = aPayment({ method: 'balance', state: 'captured', usdMinor: 1000, capturedMinor: 1000 })
    const byCard = aPayment({ amountMinor: 2000, usdMinor: 2000 })
    const view = aCostPayment(cost, {
      paidMinor: 1000,
      dueMinor: 2000,
      open: byCard,
      payments: [fromBalance, byCard],
    })
    await open(`/additional-cost/payment?cost=${cost.id}&cancelled=1`, { [get]: () => data(get, view) }, 'real')

    expect(screen.getByText(/without paying. No card was charged./)).toBeTruthy()
    expect(screen.getByText(/\$10.00 was taken from your balance .* it goes back to your balance/)).toBeTruthy()
    expect(screen.queryByText(/Nothing was charged/)).toBeNull()
  })

  it('opens with the key of a link, without a login, and keeps the key out of the address (PAY-8)', async () => {
    const cost = aCost()
    const path = `/additional-cost/payment?cost=${cost.id}#key=${linkKey}`
    const { gateway, place } = await open(path, { [link]: () => data(link, aLinkedPayment(cost)) })

    await waitFor(() => expect(place()).toBe(`/additional-cost/payment?cost=${cost.id}`))
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-labelledby'))).toHaveLength(2)
    expect(screen.getByText('The drawing asks for an M4 thread.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
    expect(screen.getByText(/Log in to pay from your balance or on credit, or to decline/)).toBeTruthy()
    expect(gateway.to(link)[0]).toMatchObject({ body: { key: linkKey }, token: null })
  })

  it('shows the link to a customer whose account has no such cost, and offers to switch the account', async () => {
    const cost = aCost()
    const path = `/additional-cost/payment?cost=${cost.id}#key=${linkKey}`
    const { user, place, gateway } = await open(
      path,
      {
        [get]: () => refusal('NOT_FOUND', 'Not found.'),
        [link]: () => data(link, aLinkedPayment(cost)),
        [logout]: () => data(logout, {}),
      },
      'real',
    )
    expect(screen.getByText('This link lets you pay by card or bank transfer, without an account.')).toBeTruthy()
    expect(await screen.findByText(/logged in as ada@example.com: this cost belongs to another account/)).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Switch account' }))
    const payment = encodeURIComponent(`/additional-cost/payment?cost=${cost.id}`)
    await waitFor(() => expect(place()).toBe(`/login?redirect=${payment}`))
    expect(gateway.to(logout)).toHaveLength(1)
  })

  it('says to the holder of a link that a transfer was announced, how much is due, and who can change it', async () => {
    const cost = aCost()
    const customerPayment = {
      method: 'bank_transfer',
      amountMinor: 2580,
      currency: 'EUR',
      reference: 'CT7K2M41',
      startedAt: '2026-11-14T12:01:00.000Z',
      expiresAt: cost.deadline,
    } as const
    const view = aLinkedPayment(cost, { result: 'pending', customerPayment, methods: [], bankAmounts: [] })
    await open(`/additional-cost/payment?cost=${cost.id}#key=${linkKey}`, { [link]: () => data(link, view) })

    const begun = within(screen.getByRole('region', { name: 'A bank transfer was announced' }))
    expect(begun.getByText(/No money has arrived yet/)).toBeTruthy()
    expect(begun.getByText('CT7K2M41')).toBeTruthy()
    expect(begun.getByText('€25.80')).toBeTruthy()
    expect(screen.getByText('To be paid').parentElement?.textContent).toContain('$30.00')
    expect(screen.getByText(/Log in to finish this payment, choose another way or decline/)).toBeTruthy()
    expect(screen.queryByText(/being confirmed/)).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('names the cost and what was already paid, for its customer and for the holder of the link', async () => {
    const cost = aCost({ dueMinor: 2000 })
    const path = `/additional-cost/payment?cost=${cost.id}`
    const amounts = () => screen.getByText(wholeText('Total of cost A-26-10001')).closest('dl')?.textContent
    await open(path, { [get]: () => data(get, aCostPayment(cost, { paidMinor: 1000, dueMinor: 2000 })) }, 'real')
    expect(amounts()).toBe('Total of cost A-26-10001$30.00Already paid$10.00To be paid$20.00')
    cleanup()

    await open(`${path}#key=${linkKey}`, { [link]: () => data(link, aLinkedPayment(cost, { dueMinor: 2000 })) })
    expect(amounts()).toBe('Total of cost A-26-10001$30.00Already paid$10.00To be paid$20.00')
  })

  it('says to the holder of a link that a transfer is checked, and not to log in to pay', async () => {
    const cost = aCost()
    const at = '2026-11-14T12:00:00.000Z'
    const unconfirmed = { method: 'bank_transfer', amountMinor: 1000, currency: 'USD', at } as const
    const view = aLinkedPayment(cost, { result: 'pending', unconfirmed, methods: [], bankAmounts: [] })
    await open(`/additional-cost/payment?cost=${cost.id}#key=${linkKey}`, { [link]: () => data(link, view) })

    expect(screen.getByText(/A transfer of \$10.00 arrived on .*Nov.* 14.*our team is checking it/)).toBeTruthy()
    expect(screen.getByText('Is it your account? Log in to follow this payment.')).toBeTruthy()
    expect(screen.queryByText(/less than a minute|Log in to pay|lets you pay/)).toBeNull()
  })

  it('asks for a login without a key, and returns afterwards', async () => {
    const cost = aCost()
    const { user, place, gateway } = await open(`/additional-cost/payment?cost=${cost.id}`, {})
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(place()).toContain('/login?redirect='))
    expect(gateway.to(get)).toEqual([])
  })

  it('tells why a cost that was declined in another tab cannot be paid, and shows its state', async () => {
    const cost = aCost()
    let current = aCostPayment(cost)
    const { user } = await open(
      `/additional-cost/payment?cost=${cost.id}`,
      {
        [get]: () => data(get, current),
        [begin]: () => {
          current = aCostPayment(aCost({ ...cost, state: 'declined', can: {} }), { result: 'closed', dueMinor: 0 })
          return refusal('ADDITIONAL_COST_STATE', 'It was declined already.')
        },
      },
      'real',
    )
    await user.click(screen.getByRole('radio', { name: 'Balance' }))
    await user.click(screen.getByRole('button', { name: 'Pay $30.00' }))

    expect(await screen.findByText(wholeText(/Cost A-26-10001 was declined/))).toBeTruthy()
    expect(await screen.findByText('It was declined already.')).toBeTruthy()
  })

  it.each([
    ['declined', 'Cost A-26-10001 was declined. We decide how to go on and will contact you.'],
    ['withdrawn', 'We have withdrawn cost A-26-10001: you have nothing to pay.'],
    ['expired', 'The deadline of cost A-26-10001 is over. We decide how to go on and will contact you.'],
  ] as const)('says why a %s cost cannot be paid', async (state, words) => {
    const cost = aCost({ state, can: {} })
    const view = aCostPayment(cost, { result: 'closed', dueMinor: 0 })
    await open(`/additional-cost/payment?cost=${cost.id}`, { [get]: () => data(get, view) }, 'real')
    expect(screen.getByText(wholeText(words))).toBeTruthy()
  })
})

describe('the announcement of a result to screen readers', () => {
  const cost = aCost()
  const confirming = { result: 'pending', open: aPayment({ state: 'processing' }) } as const

  /** The live region that was mounted before the result was known. */
  function liveRegion(): HTMLElement | undefined {
    const regions = within(screen.getByRole('main')).getAllByRole('status')
    return regions.find(({ className }) => className === 'visually-hidden')
  }

  it.each([
    ['paid', 'Thank you, cost A-26-10001 is paid'],
    ['due', 'The payment did not succeed'],
    ['closed', 'There is nothing to pay'],
  ] as const)('reaches the holder of a link: %s', async (result, words) => {
    let view = aLinkedPayment(cost, confirming)
    await open(`/additional-cost/payment?cost=${cost.id}#key=${linkKey}`, {
      [link]: () => data(link, view),
      [linkCheck]: () => data(linkCheck, view),
    })
    const region = liveRegion()
    expect(region?.textContent).toBe('')

    view = aLinkedPayment(cost, { result })
    await act(() => queryClient.invalidateQueries({ queryKey: linkQueryKey }))
    await waitFor(() => expect(region?.textContent).toBe(words))
    expect(region?.isConnected).toBe(true)
  })

  it('reaches the customer', async () => {
    let view = aCostPayment(cost, confirming)
    await open(
      `/additional-cost/payment?cost=${cost.id}`,
      { [get]: () => data(get, view), [check]: () => data(check, view) },
      'real',
    )
    const region = liveRegion()
    expect(region?.textContent).toBe('')

    view = aCostPayment(cost, { result: 'paid', dueMinor: 0 })
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(region?.textContent).toBe('Thank you, cost A-26-10001 is paid'))
    expect(region?.isConnected).toBe(true)
  })
})

describe('the result of the payment (spec 2, /additional-cost/success)', () => {
  it('comes from the server for the holder of a link who returns from the card page (PAY-7)', async () => {
    window.sessionStorage.setItem('costKey', linkKey)
    const cost = aCost()
    const paid = aLinkedPayment(cost, { result: 'paid', dueMinor: 0, methods: [] })
    const { gateway } = await open('/additional-cost/success', { [linkCheck]: () => data(linkCheck, paid) })
    expect(screen.getByRole('heading', { name: 'Thank you, cost A-26-10001 is paid' })).toBeTruthy()
    expect(screen.getByText(/nothing more to do: the customer gets the confirmation/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'See the order' })).toBeNull()
    expect(gateway.to(linkCheck)).toHaveLength(1)
  })

  it('shows the holder of a link what was paid, how and when', async () => {
    window.sessionStorage.setItem('costKey', linkKey)
    const payment = { method: 'bank_transfer', amountMinor: 2580, refundedMinor: 0, currency: 'EUR' } as const
    const paid = [{ ...payment, paidAt: '2026-11-14T12:00:00.000Z' }]
    const view = aLinkedPayment(aCost(), { result: 'paid', dueMinor: 0, methods: [], paid })
    await open('/additional-cost/success', { [linkCheck]: () => data(linkCheck, view) })

    const shown = screen.getByText('Paid with this link').parentElement?.textContent
    expect(shown).toMatch(/€25\.80 by bank transfer on Nov.* 14, 2026\./)
  })

  it.each([
    ['requested', 'Cost A-26-10001 is settled, but order C-26-10007 still waits for cost A-26-10002.'],
    ['declined', 'Cost A-26-10001 is settled, but order C-26-10007 waits for our decision about cost A-26-10002.'],
  ] as const)('says that the order waits for another cost that is %s', async (state, words) => {
    const other = { id: uuid(), number: 'A-26-10002', state }
    const cost = aCost({ state: 'paid', can: {}, otherCosts: [other] })
    const paid = aCostPayment(cost, { result: 'paid', dueMinor: 0 })
    await open(`/additional-cost/success?cost=${cost.id}`, { [check]: () => data(check, paid) }, 'real')

    expect(screen.getByText(wholeText(words))).toBeTruthy()
    expect(document.title).toContain('Payment of an additional cost')
    const next = screen.queryByRole('link', { name: 'See cost A-26-10002' })
    expect(next?.getAttribute('href') ?? '').toContain(state === 'requested' ? `?cost=${other.id}` : '')
    expect(screen.queryByText(/goes on/)).toBeNull()
  })

  it('waits while the result is unknown', async () => {
    const cost = aCost()
    const underWay = aPayment({ state: 'processing' })
    const view = aCostPayment(cost, { result: 'pending', open: underWay })
    await open(`/additional-cost/success?cost=${cost.id}`, { [check]: () => data(check, view) }, 'real')
    expect(screen.getByRole('heading', { name: 'Payment of cost A-26-10001' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check now' })).toBeTruthy()
  })

  it('leads back to the payment if it failed', async () => {
    const cost = aCost()
    await open(`/additional-cost/success?cost=${cost.id}`, { [check]: () => data(check, aCostPayment(cost)) }, 'real')
    expect(screen.getByRole('link', { name: 'Back to the payment' })).toBeTruthy()
    expect(document.title).not.toContain('paid')
  })
})
