import type { ReloadView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, ada, data, generalData, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import type { Balance } from './balance.api.ts'
import { aBalance, aReload, aTransaction, orderId, reloadId, someTransfer } from './balance.fixture.ts'

const now = 'GET /global/account/balance'
const reloads = 'GET /global/account/balance/rechargeList'
const transactions = 'GET /global/account/balance/transactionList'
const points = 'GET /global/account/balance/wePointTransactionList'
const payments = 'POST /global/member/paymentList'
const check = 'POST /global/account/balance/reload/{reloadId}/check'
const read = 'GET /global/account/balance/reload/{reloadId}'

/** A server with empty lists, except for the given answers. */
const aServer = (balance: Partial<Balance> = {}, more: Answers = {}) =>
  stubGateway({
    [now]: () => data(now, aBalance(balance)),
    [reloads]: () => data(reloads, { records: [], total: 0 }),
    ...more,
  })

afterEach(() => vi.restoreAllMocks())

async function open(gateway = aServer(), query = '', language: 'en' | 'fr' = 'en') {
  return { gateway, ...(await renderApp(`/user/account/balance${query}`, { token: 'real', language })) }
}

describe('the balance (spec 2, account/balance)', () => {
  it('shows what can be spent and links to the reload', async () => {
    await open()
    expect(await screen.findByText('$1,234.56')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Reload the balance' }).getAttribute('href')).toMatch(/balance\/reload$/)
    expect(screen.queryByText('Pending')).toBeNull()
    expect(screen.queryByText('Credit available')).toBeNull()
  })

  it('shows when pending money becomes available, and the credit (quality, decision 7)', async () => {
    const gateway = aServer({
      pendingMinor: 50_000,
      nextAvailableAt: '2026-11-14T12:05:00.000Z',
      credit: {
        limitMinor: 500_000,
        owedMinor: 120_000,
        overdueMinor: 20_000,
        nextDueAt: '2026-11-01T00:00:00.000Z',
        isSuspended: false,
      },
    })
    await open(gateway)

    expect(await screen.findByText('$500.00')).toBeTruthy()
    expect(screen.getByText(/^Can be spent from Nov 14, 2026/)).toBeTruthy()
    expect(screen.getByText('$3,800.00')).toBeTruthy()
    expect(screen.getByText('Limit of $5,000.00, $1,200.00 of it to settle.')).toBeTruthy()
    expect(screen.getByText(/^\$200\.00 is overdue/)).toBeTruthy()
  })

  it('offers no credit while it is suspended', async () => {
    const credit = { limitMinor: 500_000, owedMinor: 0, overdueMinor: 0, nextDueAt: null, isSuspended: true }
    await open(aServer({ credit }))

    const text = await screen.findByText('Payment on credit is not possible at the moment.')
    expect(text.parentElement?.textContent).toContain('$0.00')
  })

  it('shows no points to a company, which earns none', async () => {
    const { member: _, ...company } = ada
    await open(aServer({}, { 'GET /global/common/index': () => generalData(company) }), '?tab=points')

    expect(await screen.findByText('$1,234.56')).toBeTruthy()
    expect(screen.queryByText('Points')).toBeNull()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Reloads')
  })

  it('explains why an account may not reload (spec 6)', async () => {
    await open(aServer({ isRecharge: false }))
    expect(await screen.findByText(/Reloading is not enabled for this account/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Reload the balance' })).toBeNull()
  })

  it('shows a failure and offers a retry', async () => {
    let fails = true
    await open(aServer({}, { [now]: () => (fails ? refusal('UNEXPECTED', 'x') : data(now, aBalance())) }))
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('$1,234.56')).toBeTruthy()
  })

  it('is available in French', async () => {
    await open(aServer(), '', 'fr')
    expect(await screen.findByRole('tab', { name: 'Rechargements', selected: true })).toBeTruthy()
    expect(await screen.findByText('Aucun rechargement en deux ans')).toBeTruthy()
  })
})

describe('the records', () => {
  it('show the state of reloads, and how to pay an unpaid one', async () => {
    const transfer = aReload({
      id: '5a0c7e1d-0000-4000-8000-0000000000aa',
      number: 'R-10002',
      method: 'bank_transfer',
      payment: someTransfer,
      redirectUrl: null,
    })

    const pending = aReload({
      id: '5a0c7e1d-0000-4000-8000-0000000000ab',
      number: 'R-10003',
      state: 'pending',
      availableAt: '2026-11-14T12:05:00.000Z',
      redirectUrl: null,
    })
    await open(aServer({}, { [reloads]: () => data(reloads, { records: [aReload(), transfer, pending], total: 3 }) }))

    const link = await screen.findByRole('link', { name: 'Continue the payment of reload R-10001' })
    expect(link.getAttribute('href')).toBe('https://pay.example/session')
    expect(screen.getByText('R-10001-XK')).toBeTruthy()
    expect(screen.getByText('Paid, pending')).toBeTruthy()
    expect(screen.getByText(/^Can be spent from Nov 14/)).toBeTruthy()
    expect(screen.getByText('3 reloads in two years')).toBeTruthy()
  })

  it('show the amount of transactions, the balance after them and the order', async () => {
    const rows = [
      aTransaction({ note: 'With thanks', remark: 'PO-77' }),
      aTransaction({ id: 'other', type: 'refund', amountMinor: 500, orderId: null, orderNumber: null }),
    ]
    const { place } = await open(aServer({}, { [transactions]: () => data(transactions, { records: rows, total: 2 }) }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Transactions' }))

    const [first, second] = await within(await screen.findByRole('tabpanel')).findAllByRole('listitem')
    if (!first || !second) throw new Error('two records are missing')

    for (const words of ['−$25.05', 'Balance: $74.45', 'With thanks', 'PO-77'])
      expect(within(first).getByText(words)).toBeTruthy()
    expect(within(first).getByRole('link', { name: 'Order 10007' }).getAttribute('href')).toContain(orderId)
    expect(within(second).getByText('+$5.00')).toBeTruthy()
    expect(place()).toMatch(/balance\?tab=transaction$/)
  })

  it('show payments in yuan as RMB with their value in dollars', async () => {
    const payment = {
      id: reloadId,
      at: '2026-11-14T12:00:00.000Z',
      orderId,
      number: '10007',
      subject: 'order',
      method: 'bank_transfer',
      state: 'partially_refunded',
      amountMinor: 72_345,
      currency: 'CNY',
      usdMinor: 10_000,
      refundedMinor: 1_000,
      orderStatus: 'paid',
    } as const
    await open(aServer({}, { [payments]: () => data(payments, { records: [payment], total: 1 }) }), '?tab=payment')

    expect(await screen.findByText(/^RMB\s723\.45$/)).toBeTruthy()
    expect(screen.getByText('Counts for $100.00')).toBeTruthy()
    expect(screen.getByText(/^Refunded: RMB\s10\.00$/)).toBeTruthy()
    expect(screen.getByText('Partly refunded')).toBeTruthy()
  })

  it('show the change of points and the total', async () => {
    const row = {
      id: 'p1',
      getTime: '2026-11-14T12:00:00.000Z',
      pointType: 'points-earned',
      points: 25,
      pointBalance: 1_042,
      orderNumber: '10007',
    } as const
    await open(
      aServer({}, { [points]: () => data(points, { records: [row], total: 1, balance: 1_042 }) }),
      '?tab=points',
    )

    expect(await screen.findByText('+25')).toBeTruthy()
    expect(screen.getByText('Balance: 1,042')).toBeTruthy()
  })

  it('keep the page in the address, and start another list at its first page', async () => {
    const gateway = aServer(
      {},
      {
        [reloads]: () => data(reloads, { records: [aReload()], total: 45 }),
        [transactions]: () => data(transactions, { records: [aTransaction()], total: 45 }),
      },
    )
    const { place } = await open(gateway)
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }))

    expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
    expect(gateway.to(reloads).at(-1)?.query).toEqual({ page: '2', pageSize: '20' })

    await userEvent.click(screen.getByRole('tab', { name: 'Transactions' }))
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy()
    expect(place()).toMatch(/\?tab=transaction$/)
  })

  it('can be exported as a file, for the open list', async () => {
    const saved = savedFiles()
    const file = 'GET /global/account/balance/export/{list}'
    const { gateway } = await open(aServer({}, { [file]: () => ({ status: 200, body: {} }) }))
    await userEvent.click(await screen.findByRole('button', { name: 'Export (CSV)' }))
    await waitFor(() => expect(saved).toHaveLength(1))

    expect(saved[0]).toMatch(/^reloads-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(gateway.to(file)[0]?.key).toMatch(/export\/recharge$/)
  })
})

describe('the return from a payment (?reload=)', () => {
  const states = (first: Partial<ReloadView>, then: Partial<ReloadView> = first) => ({
    [check]: () => data(check, aReload({ redirectUrl: null, ...first })),
    [read]: () => data(read, aReload({ redirectUrl: null, ...then })),
  })

  const comeBack = (answers: Answers) => open(aServer({}, answers), `?reload=${reloadId}`)

  it.each([
    [{ state: 'credited' }, '$100.00 were added to your balance'],
    [{ state: 'failed' }, 'The reload of $100.00 did not go through'],
    [{ state: 'returned' }, 'The reload of $100.00 was refunded'],
    [{ state: 'disputed' }, 'The reload of $100.00 is disputed at the bank'],
    [{ state: 'paying' }, 'The payment of $100.00 is under way'],
    [{ state: 'unpaid' }, 'The reload of $100.00 is not paid yet'],
    [{ state: 'pending', availableAt: '2026-11-14T12:05:00.000Z' }, '$100.00 are paid, the credit is pending'],
  ] as const)('shows the notice of %o', async (traits, words) => {
    await comeBack(states(traits))
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('asks the provider first, polls until the state is final, and refreshes the balance', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })

    const { gateway } = await comeBack(states({ state: 'paying' }, { state: 'credited' }))

    expect(await screen.findByText('The payment of $100.00 is under way')).toBeTruthy()

    const asked = gateway.to(now).length
    await vi.advanceTimersByTimeAsync(3_500)

    expect(await screen.findByText('$100.00 were added to your balance')).toBeTruthy()
    expect(gateway.to(check)).toHaveLength(1)

    await waitFor(() => expect(gateway.to(now).length).toBeGreaterThan(asked))

    const reads = gateway.to(read).length
    await vi.advanceTimersByTimeAsync(60_000)

    expect(gateway.to(read)).toHaveLength(reads)

    vi.useRealTimers()
  })

  it('links to an unfinished payment page, and to a new reload after a failure', async () => {
    await comeBack(states({ state: 'unpaid', redirectUrl: 'https://pay.example/session' }))
    const link = await screen.findByRole('link', { name: 'Continue the payment' })
    expect(link.getAttribute('href')).toBe('https://pay.example/session')
  })

  it('shows the bank details of a transfer', async () => {
    await comeBack(states({ state: 'unpaid', method: 'bank_transfer', payment: someTransfer }))
    expect(await screen.findByText('The reload of $100.00 is waiting for your transfer')).toBeTruthy()
    expect(screen.getByText('FR76 3000 6000 0112 3456 7890 189')).toBeTruthy()
  })

  it('can be dismissed once the state is final', async () => {
    const { place } = await comeBack(states({ state: 'credited' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Hide this notice' }))
    await waitFor(() => expect(place()).toMatch(/balance$/))
    expect(screen.queryByText('$100.00 were added to your balance')).toBeNull()
  })

  it('reports another customer’s reload as unknown and keeps the page usable', async () => {
    await comeBack({ [check]: () => refusal('NOT_FOUND', 'Not found.') })
    expect(await screen.findByText('This reload was not found')).toBeTruthy()
    expect(await screen.findByText('$1,234.56')).toBeTruthy()
  })

  it('reads the stored state if the provider does not respond', async () => {
    await comeBack({ ...states({ state: 'pending' }), [check]: () => refusal('RATE_LIMITED', 'Later.') })
    expect(await screen.findByText('$100.00 are paid, the credit is pending')).toBeTruthy()
  })
})
