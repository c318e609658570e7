import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, ada, data, generalData, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aCoupon } from '#lib/testing/views.ts'
import { aLoyalty, aTask } from './loyalty.fixture.ts'

const get = 'GET /global/loyalty'
const checkIn = 'POST /global/loyalty/check-in'
const claim = 'POST /global/loyalty/task/{taskId}'
const exchange = 'POST /global/loyalty/exchange'
const history = 'GET /global/account/balance/wePointTransactionList'

const record = {
  id: '1',
  getTime: '2026-11-15T10:00:00.000Z',
  pointType: 'points-check-in' as const,
  points: 2,
  pointBalance: 260,
  orderNumber: null,
}

async function open(answers: Answers = {}, view = aLoyalty()) {
  const gateway = stubGateway({
    [get]: () => data(get, view),
    [history]: () => data(history, { records: [record], total: 1, balance: 260 }),
    ...answers,
  })
  return { gateway, ...(await renderApp('/user/prime/point', { token: 'real' })) }
}

const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the points programme (spec 2, prime/point)', () => {
  it('shows points, level with the way to the next, and the history, in two requests', async () => {
    const { gateway } = await open()
    expect(await screen.findByText('Valid until the end of Dec 31, 2027.')).toBeTruthy()

    const level = await section('Level')
    expect(level.getByRole('progressbar', { name: 'Purchases' })).toHaveProperty('value', 250_00)
    expect(level.getByText('$250.00 of $500.00')).toBeTruthy()
    expect(level.getAllByText('Every month: $5 off parts, from $80 of parts').length).toBeGreaterThan(0)
    expect(level.getByText('5% off the express surcharge')).toBeTruthy()
    expect(level.getByText('A dedicated manager')).toBeTruthy()

    expect(await (await section('History')).findByText('Daily check-in')).toBeTruthy()
    expect([...gateway.to(get), ...gateway.to(history)]).toHaveLength(2)
  })

  it('reads the page again when a second tab has already checked in', async () => {
    const { gateway } = await open({ [checkIn]: () => refusal('CHECKED_IN', 'You have already checked in today.') })
    const today = await section('Daily check-in')
    const before = gateway.to(get).length

    await userEvent.click(today.getByRole('button', { name: 'Check in today' }))

    await waitFor(() => expect(gateway.to(get).length).toBeGreaterThan(before))
  })

  it('checks in once and shows the day as done', async () => {
    const done = aLoyalty()
    done.checkIn = { ...done.checkIn, isDone: true, streak: 3, nextAt: '2026-11-17T00:00:00.000Z' }
    const { gateway } = await open({ [checkIn]: () => data(checkIn, done) })
    const today = await section('Daily check-in')
    const days = () => today.getAllByRole('listitem')
    expect(days()[2]?.getAttribute('aria-current')).toBe('date')
    expect(within(days()[1] as HTMLElement).getByLabelText('Done')).toBeTruthy()

    await userEvent.click(today.getByRole('button', { name: 'Check in today' }))
    expect(await today.findByRole('button', { name: 'Checked in today' })).toHaveProperty('disabled', true)
    // Midnight UTC, in the customer's zone.
    expect(today.getByText(/Nov 17, 2026, 1:00.AM/)).toBeTruthy()
    expect(within(days()[2] as HTMLElement).getByLabelText('Done')).toBeTruthy()
    expect(gateway.to(checkIn)).toHaveLength(1)
  })

  it('claims the points of a task, and shows its progress before', async () => {
    const due = aLoyalty({ tasks: [aTask({ state: 'claimable', progress: { done: 5, of: 5 }, claimable: 1 })] })
    const { gateway } = await open({ [claim]: () => data(claim, aLoyalty({ tasks: [aTask({ state: 'done' })] })) }, due)
    const tasks = await section('Tasks')
    expect(tasks.getByText('5 of 5')).toBeTruthy()

    await userEvent.click(tasks.getByRole('button', { name: 'Claim 50 points: Complete the profile' }))
    expect(await tasks.findByText('Done')).toBeTruthy()
    expect(gateway.to(claim)).toHaveLength(1)
  })

  it('names a task as something to do, and one that the texts do not know as the catalogue does', async () => {
    const tasks = [
      aTask({ id: 'first-order', name: 'First paid order' }),
      aTask({ id: 'newsletter', name: 'Read the newsletter' }),
      aTask({ id: 'monthly-three-processes', name: 'Three processes' }),
    ]
    await open({}, aLoyalty({ tasks }))

    const shown = await section('Tasks')
    const headings = shown.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(headings.slice(0, 2)).toEqual(['Place a first order', 'Read the newsletter'])
    expect(shown.getByRole('link', { name: 'Go there: Place a first order' })).toBeTruthy()
    expect(shown.getByRole('link', { name: `Go there: ${headings[2]}` }).getAttribute('href')).toMatch(/\/quote$/)
  })

  it('exchanges points after a confirmation, and says why others cannot be exchanged', async () => {
    const spent = aLoyalty({ points: { balance: 10, coming: 0, waiting: 0, expiring: [] } })
    const { gateway } = await open({
      [exchange]: () => data(exchange, { coupon: aCoupon({ code: 'POINTS-1' }), loyalty: spent }),
    })
    const offers = await section('Exchange points')
    expect(offers.getByText('220 points missing')).toBeTruthy()
    expect(offers.getByRole('button', { name: /^Exchange 480 points/ })).toHaveProperty('disabled', true)

    await userEvent.click(offers.getByRole('button', { name: /^Exchange 250 points/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Exchange 250 points?' }))
    expect(gateway.to(exchange)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Exchange' }))

    expect(await screen.findByText('Coupon added: POINTS-1')).toBeTruthy()
    expect(gateway.to(exchange).map(({ body }) => body)).toMatchObject([{ offerId: 'ex-5' }])
  })

  it('explains a negative balance and rewards that wait', async () => {
    await open({}, aLoyalty({ points: { balance: -40, coming: 0, waiting: 30, expiring: [] } }))
    const remark = within(await screen.findByRole('group', { name: 'Your points balance is negative' }))
    expect(remark.getByText(/^A refund took back 40 points/)).toBeTruthy()
    expect(remark.getByText(/^30 points that you earned/)).toBeTruthy()
  })

  it('offers the time zone of the browser to customers who have chosen none', async () => {
    const unchosen = { name: 'Pacific/Kiritimati', isChosen: false, next: null, changeableAt: null }
    const update = 'PATCH /global/account/me'
    const { gateway } = await open(
      { [update]: () => refusal('VALIDATION', 'The time zone can change once in 30 days.') },
      aLoyalty({ timeZone: unchosen }),
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Use / }))
    expect(await screen.findByText('The time zone can change once in 30 days.')).toBeTruthy()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(gateway.to(update).map(({ body }) => body)).toEqual([{ timeZone }])
  })

  it('offers a retry after a failure', async () => {
    let fails = true
    await open({ [get]: () => (fails ? refusal('UNEXPECTED', 'x') : data(get, aLoyalty())) })
    fails = false
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Level' })).toBeTruthy()
  })

  it('leads companies, which are not in the programme, to their home page', async () => {
    const { member: _member, ...company } = ada
    const { place } = await open({ 'GET /global/common/index': () => generalData(company) })
    await waitFor(() => expect(place()).toMatch(/\/user\/home$/))
  })
})
