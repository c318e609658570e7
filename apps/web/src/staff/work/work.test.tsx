import type { RunDetails, StepView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'

const step = (operation: StepView['operation'], traits: Partial<StepView> = {}): StepView => ({
  id: uuid(),
  operation,
  station: 'sla',
  service: null,
  plannedMinutes: 90,
  actualMinutes: 0,
  dueDay: '2026-11-20',
  state: 'waiting',
  quantity: 10,
  good: 0,
  rework: 0,
  scrap: 0,
  runningSince: null,
  operator: null,
  changedAt: null,
  ...traits,
})

const aRun = (...steps: StepView[]): RunDetails => ({
  id: uuid(),
  code: 'F100001',
  orderId: uuid(),
  orderNumber: 'CO-10007',
  lineId: uuid(),
  name: 'bride.stl',
  quantity: 10,
  cause: 'order',
  reason: null,
  dueDay: '2026-11-24',
  promisedDay: '2026-11-24',
  isLate: false,
  steps,
  material: 'Résine 9600',
  process: 'SLA',
  colour: '',
  tolerance: '',
  services: [],
  sizeMm: [20, 10, 5],
  comment: 'Handle with care',
  acceptedRisks: [{ rule: 'thin-wall', wording: 'Walls below 0.8 mm may break', places: [] }],
  trays: [],
  attachments: [{ uploadId: uuid(), name: 'plan.pdf' }],
})

const reportKey = 'POST /global/staff/production/step/{stepId}/report'
const runKey = 'GET /global/staff/production/run/{code}'

async function openRun(run: RunDetails, answers: Answers = {}) {
  const gateway = stubGateway({
    [runKey]: () => data(runKey, run),
    'GET /global/staff/production/run/{code}/mesh': () => refusal('NOT_FOUND', ''),
    ...answers,
  })
  await renderApp('/staff/work/F100001', { staffToken: 'real' })
  await screen.findByRole('heading', { level: 1, name: /F100001/ })
  return { ...gateway, user: userEvent.setup() }
}

beforeEach(() => localStorage.clear())

describe('the work station', () => {
  it('opens the run of a typed code, and says what a code looks like', async () => {
    stubGateway({
      [runKey]: () => data(runKey, aRun(step('material', { state: 'ready' }))),
      'GET /global/staff/production/run/{code}/mesh': () => refusal('NOT_FOUND', ''),
    })
    await renderApp('/staff/work', { staffToken: 'real' })
    const user = userEvent.setup()

    const field = await screen.findByRole('textbox', { name: 'Code of the traveller' })
    await user.type(field, 'bride{Enter}')
    expect(screen.getByText('A code is F followed by at least six digits.')).toBeTruthy()

    await user.clear(field)
    await user.type(field, 'f100001{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'F100001 · bride.stl' })).toBeTruthy()
  })

  it('reads a scanner wherever the focus is', async () => {
    const { to, user } = await openRun(aRun(step('material', { state: 'ready' })))
    await user.keyboard('F200002{Enter}')
    await screen.findByRole('heading', { level: 1 })
    expect(
      to(runKey)
        .map(({ key }) => key)
        .at(-1),
    ).toContain('F200002')
  })

  it('shows what is to be made, the accepted risks and the drawings', async () => {
    await openRun(aRun(step('material', { state: 'ready' }), step('printing')))
    expect(screen.getByText('Walls below 0.8 mm may break')).toBeTruthy()
    expect(screen.getByText('Handle with care')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'plan.pdf' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'Step 1 of 2: Material' })).toBeTruthy()
  })

  it('reports good pieces and scrap with a cause, and says what is made again', async () => {
    const run = aRun(step('printing', { state: 'running', runningSince: '2026-11-18T10:00:00.000Z' }), step('packing'))
    const remake = {
      runId: uuid(),
      code: 'F100002',
      quantity: 2,
      plannedDay: '2026-11-27',
      promisedDay: '2026-11-24',
      isLate: true,
    }
    const {
      acceptedRisks,
      attachments,
      trays,
      comment,
      sizeMm,
      material,
      process,
      colour,
      tolerance,
      services,
      ...view
    } = run
    const { user, to } = await openRun(run, { [reportKey]: () => data(reportKey, { run: view, remake }) })

    await user.click(screen.getByRole('button', { name: 'Finish' }))
    await user.click(screen.getByRole('button', { name: 'Scrap: one more' }))
    await user.click(screen.getByRole('button', { name: 'Scrap: one more' }))
    expect(screen.getByText('8 good pieces of 10')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(screen.getByText('State the cause.')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Cause' }), 'Surface')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))

    const alert = await screen.findByRole('alert', { name: '2 pieces to make again' })
    expect(within(alert).getByText(/after the promised day/)).toBeTruthy()
    expect(to(reportKey)).toMatchObject([{ body: { report: 'done', good: 8, rework: 0, scrap: 2, reason: 'surface' } }])
  })

  it('leads to the tray of pieces that are printed with others', async () => {
    const run = aRun(step('printing', { state: 'running', runningSince: '2026-11-18T10:00:00.000Z' }), step('packing'))
    await openRun({ ...run, trays: [{ code: 'P100004', state: 'printing', quantity: 10 }] })
    expect(screen.getByText('These pieces are in tray P100004: report the tray.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Open tray P100004' }).getAttribute('href')).toMatch(/trays\/P100004$/)
    expect(screen.getByRole('link', { name: 'P100004 · 10 pieces' })).toBeTruthy()
  })

  it('goes on without a network', async () => {
    const { user } = await openRun(aRun(step('material', { state: 'ready' }), step('printing')), {
      [reportKey]: () => Promise.reject(new TypeError('Failed to fetch')),
    })

    await user.click(screen.getByRole('button', { name: 'Finish' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/1 report waits for the network/)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'Step 2 of 2: Printing' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/2 reports wait for the network/)).toBeTruthy()
  })

  it('shows why the server refused a report', async () => {
    const { user } = await openRun(aRun(step('material', { state: 'ready' })), {
      [reportKey]: () => refusal('STEP_REPORTED', 'Noé already reported this step on 18/11 10:00.'),
    })
    await user.click(screen.getByRole('button', { name: 'Start' }))

    const alert = await screen.findByRole('alert', { name: /Start refused \(F100001/ })
    expect(within(alert).getByText(/Noé already reported/)).toBeTruthy()
    await user.click(within(alert).getByRole('button', { name: 'Understood' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('lets customer success read, not report', async () => {
    await openRun(aRun(step('material', { state: 'ready' })), {
      'GET /global/staff/me': () =>
        data('GET /global/staff/me', {
          ...grace,
          role: { id: 'customer-success', name: '' },
          rights: rightsOf('customer-success'),
        }),
    })
    expect(screen.getByText('Your role may see steps but not report them.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  })
})

describe('a report that waits for the network', () => {
  const waiting = {
    report: 'done',
    good: 10,
    rework: 0,
    scrap: 0,
    reason: null,
    key: uuid(),
    memberId: grace.id,
    code: 'F100001',
    stepId: uuid(),
    at: Date.now(),
    refusal: null,
  }

  async function openTodayWith(answers: Answers) {
    localStorage.setItem('staff.work-reports', JSON.stringify([waiting]))
    const gateway = stubGateway({
      'GET /global/staff/today': () =>
        data('GET /global/staff/today', { counts: [], tasks: [], now: '2026-11-18T10:00:00.000Z' }),
      ...answers,
    })
    await renderApp('/staff/today', { staffToken: 'real' })
    return gateway
  }

  it('is sent from any screen', async () => {
    const run = aRun(step('printing', { state: 'done' }))
    const { to } = await openTodayWith({ [reportKey]: () => data(reportKey, { run, remake: null }) })
    await waitFor(() => expect(to(reportKey)).toMatchObject([{ body: { key: waiting.key, good: 10 } }]))
  })

  it('is named on every screen as long as the server does not answer', async () => {
    await openTodayWith({ [reportKey]: () => refusal('BUSY', '') })
    expect(await screen.findByText(/^1 report waits for the network/)).toBeTruthy()
  })
})
