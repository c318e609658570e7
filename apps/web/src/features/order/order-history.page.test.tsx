import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { anOrderSummary } from '#lib/testing/orders.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'

const list = 'GET /global/order'
const reorder = 'POST /global/order/{orderId}/reorder'
const projectId = '5a0c7e1d-0000-4000-8000-000000000001'
const unpaid = anOrderSummary({ poNumber: 'PO-77', names: ['Bracket', 'Lid', 'Pin'], lines: 5, parts: 12 })
const made = anOrderSummary({ number: 'CO-10002', status: 'in_production', dueMinor: 0 })

const aServer = (more: Answers = {}, orders = [unpaid, made], total = orders.length) =>
  stubGateway({ [list]: () => data(list, { orders, total }), ...more })

async function open(gateway = aServer(), query = '', language: 'en' | 'fr' = 'en') {
  return { gateway, ...(await renderApp(`/user/order/history${query}`, { token: 'real', language })) }
}

async function rowOf(number: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('link', { name: number })).closest('tr')
  if (!row) throw new Error(`No row contains ${number}`)
  return row
}

describe('the order history (spec 2, /user/order/history)', () => {
  it('shows number, date, parts, status, total and delivery of each order', async () => {
    await open()

    const row = within(await rowOf('CO-10001'))
    for (const words of ['PO: PO-77', 'Nov 14, 2026', 'Bracket, Lid and 3 others', '5 lines, 12 parts'])
      expect(row.getByText(words)).toBeTruthy()
    for (const words of ['Awaiting payment', '$123.45', '$123.45 due', 'Nov 26, 2026'])
      expect(row.getByText(words)).toBeTruthy()

    expect(row.getByRole('link', { name: 'CO-10001' }).getAttribute('href')).toContain(`/order/detail/${unpaid.id}`)
    expect(screen.getByRole('table', { name: 'Orders' })).toBeTruthy()
  })

  it('shows what an order on credit owes, and until when', async () => {
    const credit = { owedMinor: 12_345, dueAt: '2026-12-17T12:00:00.000Z' }
    await open(aServer({}, [anOrderSummary({ status: 'paid', dueMinor: 0, methods: ['credit'], credit })]))
    const row = within(await rowOf('CO-10001'))
    expect(row.getByText('Ordered on credit')).toBeTruthy()
    expect(row.getByText('$123.45 on credit, due Dec 17, 2026')).toBeTruthy()
  })

  it('says that the date of an unpaid order counts from its payment', async () => {
    const awaited = anOrderSummary({ number: 'CO-10003', status: 'payment_pending', awaitsTransfer: true })
    await open(aServer({}, [awaited, made]))

    const condition = 'For a payment on Nov 14, 2026: a later payment moves it.'
    expect(within(await rowOf('CO-10003')).getByText(condition)).toBeTruthy()
    expect(within(await rowOf('CO-10002')).queryByText(condition)).toBeNull()
  })

  it('shows when an order was delivered instead of the promised day', async () => {
    const delivered = { status: 'delivered', deliveredAt: '2026-11-24T12:00:00.000Z' } as const
    await open(aServer({}, [anOrderSummary(delivered)]))
    const row = within(await rowOf('CO-10001'))
    expect(row.getByText('Nov 24, 2026')).toBeTruthy()
    expect(row.queryByText('Nov 26, 2026')).toBeNull()
  })

  it('saves the orders of the chosen filters as a spreadsheet', async () => {
    const saved = savedFiles()
    const file = 'GET /global/order/export'
    const { gateway } = await open(aServer({ [file]: () => ({ status: 200, body: {} }) }), '?status=shipped&page=1')
    await userEvent.click(await screen.findByRole('button', { name: 'Export (CSV)' }))
    await waitFor(() => expect(saved).toHaveLength(1))

    expect(saved[0]).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(gateway.to(file)[0]?.query).toEqual({ status: 'shipped' })
  })

  it('links only orders with an amount due to their payment', async () => {
    await open()
    const pay = within(await rowOf('CO-10001')).getByRole('link', { name: 'Pay order CO-10001' })
    expect(pay.getAttribute('href')).toContain(`/checkout/payment?order=${unpaid.id}`)
    expect(within(await rowOf('CO-10002')).queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('offers no second payment while one is under way (PAY-5)', async () => {
    await open(aServer({}, [anOrderSummary({ status: 'payment_pending' })]))
    const row = within(await rowOf('CO-10001'))
    expect(row.queryByRole('link', { name: /^Pay/ })).toBeNull()
    expect(row.queryByText(/due$/)).toBeNull()
  })

  it('names an order that waits for a transfer differently from one whose payment is being confirmed', async () => {
    const status = 'payment_pending'
    const orders = [
      anOrderSummary({ status, awaitsTransfer: true }),
      anOrderSummary({ number: 'CO-10002', status, awaitsTransfer: false }),
    ]
    await open(aServer({}, orders))

    expect(within(await rowOf('CO-10001')).getByText('Awaiting the transfer')).toBeTruthy()
    expect(within(await rowOf('CO-10002')).getByText('Payment being confirmed')).toBeTruthy()
    expect(screen.getByRole('option', { name: 'Payment under way (transfers included)' })).toBeTruthy()
  })

  it('leads from an order that waits for a transfer to the account and other ways to pay', async () => {
    const status = 'payment_pending'
    const waiting = anOrderSummary({ status, awaitsTransfer: true })
    await open(aServer({}, [waiting, anOrderSummary({ number: 'CO-10002', status, awaitsTransfer: false })]))

    const details = within(await rowOf('CO-10001')).getByRole('link', { name: 'Transfer details of order CO-10001' })
    expect(details.getAttribute('href')).toContain(`/checkout/payment?order=${waiting.id}`)
    expect(within(await rowOf('CO-10002')).queryByRole('link', { name: /^Transfer/ })).toBeNull()
  })

  it('keeps the filters in the URL and returns to the first page when they change', async () => {
    const { gateway, place } = await open(aServer({}, [unpaid], 60), '?page=2&from=2026-11-01')

    expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
    expect(gateway.to(list)[0]?.query).toEqual({ from: '2026-11-01', page: '2', pageSize: '20' })

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Shipped')
    await waitFor(() => expect(place()).toMatch(/history\?from=2026-11-01&status=shipped$/))
    await userEvent.type(screen.getByRole('searchbox'), 'lid')
    await waitFor(() =>
      expect(gateway.to(list).at(-1)?.query).toMatchObject({ search: 'lid', status: 'shipped', page: '1' }),
    )
  })

  it('ignores invalid filters in the URL', async () => {
    const { gateway } = await open(aServer(), '?status=lost&from=yesterday&page=x')
    await rowOf('CO-10001')
    expect(gateway.to(list)[0]?.query).toEqual({ page: '1', pageSize: '20' })
  })

  it('links an account without orders to a new quote', async () => {
    await open(aServer({}, []))
    expect(await screen.findByText('No order yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get a quote' }).getAttribute('href')).toMatch(/\/quote$/)
  })

  it('reports a search without results and can reset it (spec 8)', async () => {
    const gateway = stubGateway({
      [list]: ({ query }) => data(list, query.search ? { orders: [], total: 0 } : { orders: [made], total: 1 }),
    })
    const { place } = await open(gateway, '?search=zzz')
    expect(await screen.findByText('Can not found an order')).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Show all orders' }))
    await rowOf('CO-10002')

    expect(place()).toMatch(/history$/)
  })

  it('reports a date range that ends before it starts', async () => {
    await open(aServer({}, []), '?from=2026-11-10&to=2026-11-01')
    expect(await screen.findByText('These dates cannot be used')).toBeTruthy()
  })

  it('offers a retry after a failure', async () => {
    let fails = true
    await open(
      stubGateway({ [list]: () => (fails ? refusal('UNEXPECTED', 'x') : data(list, { orders: [made], total: 1 })) }),
    )
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await rowOf('CO-10002')
  })

  it('shows the order history in French', async () => {
    await open(aServer(), '', 'fr')
    const row = within(await rowOf('CO-10001'))
    expect(row.getByText('En attente de paiement')).toBeTruthy()
    expect(row.getByText('5 lignes, 12 pièces')).toBeTruthy()
  })
})

describe('reordering from the history', () => {
  it('opens a new project with the ordered lines', async () => {
    const { gateway, place } = await open(
      aServer({ [reorder]: () => data(reorder, { projectId, lines: 5, missing: [] }) }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Reorder CO-10001' }))
    await waitFor(() => expect(place()).toContain(`/quote/${projectId}`))
    expect(gateway.to(reorder)[0]?.key).toBe(`POST /global/order/${unpaid.id}/reorder`)
  })

  it('lists missing parts before it opens the project', async () => {
    const { place } = await open(
      aServer({ [reorder]: () => data(reorder, { projectId, lines: 3, missing: ['Lid', 'Pin'] }) }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Reorder CO-10001' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Some parts are missing' }))
    expect(dialog.getByText(/The new project has 3 lines/)).toBeTruthy()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Lid', 'Pin'])
    expect(place()).toMatch(/history$/)
    expect(dialog.getByRole('link', { name: 'Open the new project' }).getAttribute('href')).toContain(projectId)
  })

  it('shows an error and opens nothing when the files are gone', async () => {
    const { place } = await open(aServer({ [reorder]: () => refusal('FILES_GONE', 'The files are gone.') }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reorder CO-10001' }))
    expect(await screen.findByText('The files are gone.')).toBeTruthy()
    expect(place()).toMatch(/history$/)
  })
})
