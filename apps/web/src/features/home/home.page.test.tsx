import type { HomeTask, HomeView } from '@cotation/contracts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { aProjectSummary } from '#features/project/project.fixture.ts'
import { ada, adaWithManager, data, generalData, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { anOrderSummary } from '#lib/testing/orders.ts'
import { uuid } from '#lib/testing/views.ts'

const { member: _, ...adaAtWork } = ada

const emptyHome: HomeView = {
  tasks: [],
  openOrders: [],
  hasMoreOrders: false,
  projects: [],
  files: [],
  balance: { availableMinor: 0, pendingMinor: 0 },
  member: null,
}

const answerHome = (home: Partial<HomeView> = {}) => ({
  'GET /global/home': () => data('GET /global/home', { ...emptyHome, ...home }),
})

describe('the user home (spec 6)', () => {
  it.each([
    ['a company, when the account has no member info', adaAtWork, 'Company account, ada@example.com'],
    ['a person, when it has', ada, 'Personal account, ada@example.com'],
  ])('greets %s', async (_name, userInfo, words) => {
    stubGateway({ ...answerHome(), 'GET /global/common/index': () => generalData(userInfo) })
    await renderApp('/user/home', { token: 'real' })
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it.each([
    ['fr', 'Votre interlocuteur', 'Lun.–ven., 9 h–18 h'],
    ['en', 'Your account manager', 'Mon–Fri, 9 am–6 pm'],
  ] as const)('shows how to reach the manager in %s', async (language, title, hours) => {
    stubGateway({ ...answerHome(), 'GET /global/common/index': () => generalData(adaWithManager) })
    await renderApp('/user/home', { token: 'real', language })

    const card = within(await screen.findByRole('region', { name: title }))
    expect(card.getByText('Grace Hopper')).toBeTruthy()
    expect(card.getByText('GH').getAttribute('aria-hidden')).toBe('true')
    expect(card.getByRole('link', { name: 'grace@example.com' }).getAttribute('href')).toBe('mailto:grace@example.com')
    expect(card.getByRole('link', { name: '+33 1 23 45 67 89' }).getAttribute('href')).toBe('tel:+33123456789')
    expect(card.getByText(hours)).toBeTruthy()
  })

  it('omits phone and hours that the manager has not given', async () => {
    const customerManger = { name: 'Grace', email: 'grace@example.com', phone: '' }
    stubGateway({ ...answerHome(), 'GET /global/common/index': () => generalData({ ...ada, customerManger }) })
    await renderApp('/user/home', { token: 'real' })

    const card = within(await screen.findByRole('region', { name: 'Your account manager' }))
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['grace@example.com'])
  })

  it('shows no card without a manager', async () => {
    stubGateway(answerHome())
    await renderApp('/user/home', { token: 'real' })
    expect(await screen.findByText('Personal account, ada@example.com')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Your account manager' })).toBeNull()
  })
})

type CostTask = Extract<HomeTask, { kind: 'additional-cost' }>

const aCostTask = (traits: Partial<CostTask>): CostTask => ({
  kind: 'additional-cost',
  costId: uuid(),
  number: 'A-1',
  orderNumber: 'CO-3',
  totalMinor: 2500,
  dueMinor: 2500,
  transfer: null,
  unconfirmed: null,
  until: '2026-11-18T12:00:00.000Z',
  timeZone: 'UTC',
  ...traits,
})

async function showHome(home: Partial<HomeView>) {
  const gateway = stubGateway(answerHome(home))
  await renderApp('/user/home', { token: 'real' })
  await screen.findByRole('region', { name: 'To do' })
  return gateway
}

describe('what the user home shows (spec 2)', () => {
  it('lists what waits for the customer, each with the way to do it', async () => {
    const id = uuid()
    await showHome({
      tasks: [
        { kind: 'payment', orderId: id, number: 'CO-1', dueMinor: 4200, isTransfer: false },
        { kind: 'payment', orderId: uuid(), number: 'CO-2', dueMinor: 100, isTransfer: true },
        aCostTask({ costId: id, number: 'A-1', totalMinor: 990, dueMinor: 990 }),
        aCostTask({
          number: 'A-2',
          totalMinor: 1990,
          dueMinor: 1990,
          transfer: { reference: 'CT7K2M41', amountMinor: 1711, currency: 'EUR' },
          until: '2026-11-18T23:00:00.000Z',
          timeZone: 'Europe/Paris',
        }),
        aCostTask({ number: 'A-3', dueMinor: 1500 }),
        aCostTask({
          number: 'A-4',
          unconfirmed: { method: 'bank_transfer', amountMinor: 920, currency: 'EUR', at: '2026-11-14T12:00:00.000Z' },
        }),
        { kind: 'claim', claimId: id, orderNumber: 'CO-4', state: 'question' },
        { kind: 'claim', claimId: uuid(), orderNumber: 'CO-5', state: 'accepted' },
        { kind: 'receipt', orderId: id, number: 'CO-6', deliveredAt: '2026-11-13T12:00:00.000Z' },
        { kind: 'decision', projectId: id, name: 'Pump', parts: 2 },
        { kind: 'quote-ends', projectId: id, name: 'Bench', until: '2026-11-20T12:00:00.000Z' },
        { kind: 'coupon-ends', couponId: id, description: '$5 off', until: '2026-11-21T12:00:00.000Z' },
      ],
    })

    const items = screen.getByRole('region', { name: 'To do' }).querySelectorAll('li')
    expect([...items].map(({ textContent }) => textContent)).toEqual([
      'Pay order CO-1Left to pay: $42.00Pay',
      'Transfer expected for order CO-2Left to pay: $1.00Show bank details',
      'Additional cost A-1 for order CO-3$9.90, to pay or decline before Nov 18, 2026Answer',
      'Transfer expected for cost A-2 of order CO-3€17.11, reference CT7K2M41, before Nov 19, 2026Show bank details',
      'Additional cost A-3 for order CO-3$10.00 of $25.00 received; $15.00 to pay or decline before Nov 18, 2026Answer',
      'Payment being checked for cost A-4 of order CO-3Transfer of €9.20 received on Nov 14, 2026. Do not pay a second time.See the cost',
      'We have a question about your claimOrder CO-4Answer',
      'Claim accepted: place the after-sale orderOrder CO-5Place the order',
      'Confirm receipt of order CO-6Delivered on Nov 13, 2026Show the order',
      '2 parts need your decisionPumpDecide',
      'Prices valid until Nov 20, 2026BenchOpen quote',
      'Coupon to use before Nov 21, 2026$5 offShow coupons',
    ])
    expect(screen.getByRole('link', { name: 'Pay' }).getAttribute('href')).toContain(`/checkout/payment?order=${id}`)
    expect(screen.getByRole('link', { name: 'Decide' }).getAttribute('href')).toContain(`/quote/${id}`)
  })

  it('shows open orders with their stage and date', async () => {
    const order = anOrderSummary({ number: 'C-26-10001', status: 'shipped', names: ['Bracket', 'Cap'], lines: 2 })
    await showHome({ openOrders: [order], hasMoreOrders: true })

    const orders = within(screen.getByRole('region', { name: 'Open orders' }))
    expect(orders.getByRole('link', { name: 'C-26-10001' }).getAttribute('href')).toContain(`/detail/${order.id}`)
    expect(orders.getByText('Shipped')).toBeTruthy()
    expect(orders.getByText('Bracket and one more part')).toBeTruthy()
    expect(orders.getByText(/^\$123\.45, delivery by /)).toBeTruthy()
    expect(orders.getByText('More orders are open.')).toBeTruthy()
    expect(orders.getByRole('link', { name: 'All orders' }).getAttribute('href')).toMatch(/\/order\/history$/)
  })

  it('says when an order was delivered instead of when it was due', async () => {
    const delivered = { status: 'delivered', deliveredAt: '2026-12-01T12:00:00.000Z' } as const
    stubGateway(answerHome({ openOrders: [anOrderSummary(delivered)] }))
    await renderApp('/user/home', { token: 'real', language: 'fr' })

    const orders = within(await screen.findByRole('region', { name: 'Commandes en cours' }))
    expect(orders.getByText(/, livrée le 1er déc\. 2026$/)).toBeTruthy()
    expect(orders.queryByText(/au plus tard/)).toBeNull()
  })

  it('shows the latest projects and files, with the way to all of them', async () => {
    const pump = aProjectSummary({ name: 'Pump', lines: 2, totalMinor: 4200 })
    await showHome({ projects: [pump] })

    expect(screen.getByRole('link', { name: 'Pump' }).getAttribute('href')).toContain(`/quote/${pump.id}`)
    expect(screen.getByText('2 parts, $42.00')).toBeTruthy()
    expect(screen.getByText('No file yet.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All projects' }).getAttribute('href')).toMatch(/\/user\/project$/)
    expect(screen.getByRole('link', { name: 'All files' }).getAttribute('href')).toMatch(/upload-history$/)
  })

  it('says how many parts of a project are ordered, and gives no total once all are', async () => {
    await showHome({
      projects: [
        aProjectSummary({ name: 'Pump', lines: 1, orderedLines: 1, totalMinor: 0 }),
        aProjectSummary({ name: 'Valve', lines: 3, orderedLines: 2, totalMinor: 4200 }),
      ],
    })

    expect(screen.getByText('1 part, 1 ordered')).toBeTruthy()
    expect(screen.getByText('3 parts, 2 ordered, $42.00')).toBeTruthy()
  })

  it('shows level and points to members', async () => {
    await showHome({ member: { level: 'silver', levelName: 'Silver', points: -12, comingPoints: 40 } })

    const card = within(screen.getByRole('region', { name: 'Points' }))
    expect(card.getByText('-12 points')).toBeTruthy()
    expect(card.getByText('Silver level')).toBeTruthy()
    expect(card.getByText('40 points to come')).toBeTruthy()
    expect(card.getByText('A refund took back points that you had already used.')).toBeTruthy()
  })

  it('needs two requests', async () => {
    const gateway = await showHome({ balance: { availableMinor: 12_300, pendingMinor: 500 } })

    expect(screen.getByText('$123.00')).toBeTruthy()
    expect(screen.getByText('$5.00 will be available soon.')).toBeTruthy()
    expect(gateway.calls.map(({ key }) => key)).toEqual(['GET /global/common/index', 'GET /global/home'])
  })

  it('offers to try again when the server fails, and names the manager', async () => {
    stubGateway({
      'GET /global/common/index': () => generalData(adaWithManager),
      'GET /global/home': () => refusal('UNEXPECTED', 'No.'),
    })
    await renderApp('/user/home', { token: 'real' })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.getByText('Grace Hopper')).toBeTruthy()
  })
})
