import type { CurrentInspectionView, RunDetails, RunInspections, StepView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { anAppearance, anInspection, aPlan, aSide, aValue } from '#lib/testing/inspections.ts'
import { uuid } from '#lib/testing/views.ts'
import { conclusionQueue, valueQueue } from './inspection.api.ts'

const runKey = 'GET /global/staff/production/run/{code}'
const plan = 'GET /global/staff/production/run/{code}/inspection'
const record = 'POST /global/staff/production/run/{code}/inspection/value'
const conclusion = 'POST /global/staff/production/run/{code}/inspection/conclusion'
const photo = 'POST /global/staff/production/run/{code}/inspection/photo/{photoId}'

const step = (operation: StepView['operation'], traits: Partial<StepView> = {}): StepView => ({
  id: uuid(),
  operation,
  station: 'sla',
  service: null,
  plannedMinutes: null,
  actualMinutes: 0,
  dueDay: '2026-11-20',
  state: 'done',
  quantity: 2,
  good: 2,
  rework: 0,
  scrap: 0,
  runningSince: null,
  operator: null,
  changedAt: null,
  photos: [],
  ...traits,
})

const ready = { state: 'ready', good: 0 } as const
const run: RunDetails = {
  id: uuid(),
  code: 'F100001',
  orderId: uuid(),
  orderNumber: 'CO-10007',
  lineId: uuid(),
  name: 'bride.stl',
  quantity: 2,
  cause: 'order',
  reason: null,
  dueDay: '2026-11-24',
  promisedDay: '2026-11-24',
  isLate: false,
  hold: null,
  isStopped: false,
  steps: [step('printing'), step('inspection', ready), step('packing', { state: 'waiting', good: 0 })],
  material: 'Résine 9600',
  process: 'SLA',
  colour: '',
  tolerance: '',
  services: [],
  sizeMm: [100, 10, 5],
  comment: '',
  acceptedRisks: [],
  attachments: [],
  trays: [],
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'))

const withCurrent = (current: CurrentInspectionView): RunInspections => ({ current, concluded: [] })

async function openInspection(current: CurrentInspectionView, answers: Answers = {}) {
  const gateway = stubGateway({
    [runKey]: () => data(runKey, run),
    [plan]: () => data(plan, withCurrent(current)),
    'GET /global/staff/production/run/{code}/mesh': () => refusal('NOT_FOUND', ''),
    ...answers,
  })
  await renderApp('/staff/work/F100001', { staffToken: 'real' })
  await screen.findByRole('heading', { level: 2, name: 'Inspection plan' })
  return { ...gateway, user: userEvent.setup() }
}

beforeEach(() => {
  localStorage.clear()
  for (const { key } of valueQueue.store.get()) valueQueue.discard(key)
  for (const { key } of conclusionQueue.store.get()) conclusionQueue.discard(key)
})

describe('the inspection of a run', () => {
  it('shows what is checked with its limits, and no plain end of the step', async () => {
    await openInspection(aPlan())
    expect(screen.getByText(/99.8 to 100.2 mm, nominal 100/)).toBeTruthy()
    expect(screen.getAllByRole('textbox', { name: /Piece \d \(mm\)/ })).toHaveLength(2)
    expect(screen.getByText('3 checks have no value yet.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
  })

  it('judges a value as it is typed, and saves it when its field is left', async () => {
    const saved = aPlan({ characteristics: [aSide({ values: [aValue({ valueMm: 100.25, isGood: false })] })] })
    const { to, user } = await openInspection(aPlan(), { [record]: () => data(record, withCurrent(saved)) })

    const field = screen.getByRole('textbox', { name: 'Piece 1 (mm)' })
    await user.type(field, '100,2')
    expect(screen.getByText('Within limits')).toBeTruthy()
    await user.type(field, '5')
    expect(screen.getByText('Outside the limits')).toBeTruthy()
    expect(to(record)).toEqual([])

    await user.tab()
    await waitFor(() => expect(to(record)).toHaveLength(1))
    expect(to(record)).toMatchObject([
      { body: { round: 1, values: [{ characteristic: 'size-length', piece: 1, valueMm: 100.25 }] } },
    ])
    expect(await screen.findByText(/1 piece is not good/)).toBeTruthy()
  })

  it('refuses what is no length', async () => {
    const { to, user } = await openInspection(aPlan())
    await user.type(screen.getByRole('textbox', { name: 'Piece 1 (mm)' }), '1o0{Enter}')
    expect(screen.getByText('Enter a length in millimetres.')).toBeTruthy()
    expect(to(record)).toEqual([])
  })

  it('keeps values and the conclusion while there is no network, and sends them in order', async () => {
    let isAway = true
    const sent: string[] = []
    const unlessAway = (name: string, answer: () => ReturnType<typeof refusal>) => () => {
      if (isAway) return Promise.reject(new TypeError('Failed to fetch'))
      sent.push(name)
      return answer()
    }
    const checked = aPlan({ characteristics: [anAppearance({ values: [aValue({ piece: 0 })] })] })
    const { acceptedRisks, attachments, comment, sizeMm, material, process, colour, tolerance, services, ...view } = run
    const inspections = { current: null, concluded: [anInspection()] }
    const { to, user } = await openInspection(aPlan({ characteristics: [anAppearance()] }), {
      [record]: unlessAway('value', () => data(record, withCurrent(checked))),
      [conclusion]: unlessAway('conclusion', () => data(conclusion, { inspections, run: view, remake: null })),
    })
    await user.click(screen.getByRole('button', { name: 'Good' }))
    expect(await screen.findByText('1 value is waiting for the network and will be sent automatically.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Good' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText('Every check has a value.')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Conclude' }))
    expect(await screen.findByText(/^The conclusion is saved and will be sent/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Conclude' })).toBeNull()
    expect(to(conclusion)).toEqual([])

    isAway = false
    fireEvent(window, new Event('online'))
    expect(await screen.findByRole('region', { name: 'Concluded inspections' })).toBeTruthy()
    expect(sent).toEqual(['value', 'conclusion'])
    expect(conclusionQueue.store.get()).toEqual([])
  })

  it('a conclusion of a colleague that waits takes the place of the form', async () => {
    const body = { key: uuid(), round: 1, rework: 0, scrap: 0, backToStepId: null, reason: null, note: '' }
    stubGateway({ [conclusion]: offline })
    await conclusionQueue.put('ada', 'F100001', body)
    await openInspection(aPlan({ characteristics: [anAppearance({ values: [aValue({ piece: 0 })] })] }))

    expect(screen.getByText(/^A colleague’s conclusion is waiting on this tablet/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Conclude' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull()
  })

  it('a conclusion whose value was refused says so, and is sent once the value is discarded', async () => {
    let isAway = true
    const { to, user } = await openInspection(
      aPlan({ characteristics: [anAppearance({ values: [aValue({ piece: 0 })] })] }),
      {
        [record]: () =>
          isAway ? offline() : refusal('INSPECTION_VALUE_RECORDED', 'Noé already recorded another value.'),
        [conclusion]: () => refusal('INSPECTION_INCOMPLETE', 'The step was changed.'),
      },
    )
    await user.click(screen.getByRole('button', { name: 'Good' }))
    await user.click(screen.getByRole('button', { name: 'Conclude' }))
    await screen.findByText(/^The conclusion is saved and will be sent/)

    isAway = false
    fireEvent(window, new Event('online'))
    expect(await screen.findByText(/correct or discard the refused value first/)).toBeTruthy()
    expect(screen.queryByText(/will be sent/)).toBeNull()
    expect(to(conclusion)).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Discard' }))
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(to(conclusion)).toHaveLength(1))
  })

  it('a conclusion does not wait for what a colleague left on the tablet', async () => {
    const ofColleague = { code: 'F100001', round: 1, characteristic: 'appearance', piece: 0 }
    stubGateway({ [record]: offline })
    await valueQueue.put('ada', ofColleague, { isGood: false }, null)
    const { to, user } = await openInspection(
      aPlan({ characteristics: [anAppearance({ values: [aValue({ piece: 0 })] })] }),
      { [conclusion]: () => refusal('INSPECTION_INCOMPLETE', 'The step was changed.') },
    )
    await user.click(screen.getByRole('button', { name: 'Conclude' }))
    await waitFor(() => expect(to(conclusion)).toHaveLength(1))
  })

  it('says why a conclusion is refused, and lets it be made again', async () => {
    const { to, user } = await openInspection(
      aPlan({ characteristics: [anAppearance({ values: [aValue({ piece: 0 })] })] }),
      { [conclusion]: () => refusal('INSPECTION_INCOMPLETE', 'The step was changed.') },
    )
    await user.type(screen.getByRole('textbox', { name: 'Note for colleagues' }), 'Edges checked')
    await user.click(screen.getByRole('button', { name: 'Conclude' }))
    expect(await screen.findByText('The step was changed.')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Note for colleagues' })).toHaveProperty('value', 'Edges checked')

    await user.click(screen.getByRole('button', { name: 'Understood' }))
    await user.click(screen.getByRole('button', { name: 'Conclude' }))
    await waitFor(() => expect(to(conclusion)).toHaveLength(2))
  })

  it('says who recorded another value, and lets the person discard the own one', async () => {
    const { user } = await openInspection(aPlan({ characteristics: [anAppearance()] }), {
      [record]: () => refusal('INSPECTION_VALUE_RECORDED', 'Noé already recorded another value on 18/11 10:00.'),
    })
    await user.click(screen.getByRole('button', { name: 'Not good' }))
    expect(await screen.findByText(/Not saved: Noé already recorded/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText(/Not saved/)).toBeNull()
  })

  it('sends failed pieces back to a step with a cause', async () => {
    const failed = aPlan({
      characteristics: [
        aSide({ values: [aValue({ valueMm: 101, isGood: false }), aValue({ piece: 2, valueMm: 100 })] }),
        anAppearance({ values: [aValue({ piece: 0 })] }),
      ],
    })
    const { acceptedRisks, attachments, comment, sizeMm, material, process, colour, tolerance, services, ...view } = run
    const concluded = anInspection({ verdict: 'failed', quantity: 2 })
    const { to, user } = await openInspection(failed, {
      [conclusion]: () =>
        data(conclusion, { inspections: { current: null, concluded: [concluded] }, run: view, remake: null }),
    })

    await user.click(screen.getByRole('button', { name: 'Conclude' }))
    expect(screen.getByText('At least 1 piece must be reworked or scrapped.')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Rework: one more' }))
    await user.click(screen.getByRole('button', { name: 'Conclude' }))
    expect(screen.getByText('Choose the step.')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Back to the step' }), 'Printing')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Cause' }), 'Size')
    await user.click(screen.getByRole('button', { name: 'Conclude' }))

    const list = await screen.findByRole('region', { name: 'Concluded inspections' })
    expect(within(list).getByText('Pieces not good')).toBeTruthy()
    expect(to(conclusion)).toMatchObject([
      { body: { round: 1, rework: 1, scrap: 0, reason: 'size', backToStepId: failed.earlierSteps[0]?.id } },
    ])
  })

  it('adds a photo with the camera, and asks before it removes one', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
    const taken = aPlan({ photos: [{ id: uuid(), by: 'Noé', at: '2026-11-18T10:00:00.000Z' }] })
    const remove = 'DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}'
    const { to, user } = await openInspection(aPlan(), {
      [photo]: () => data(photo, withCurrent(taken)),
      [remove]: () => data(remove, withCurrent(aPlan())),
      'GET /global/staff/inspection/photo/{photoId}': () => refusal('NOT_FOUND', ''),
    })

    const input = screen.getByLabelText('Take a photo', { selector: 'input' })
    expect(input.getAttribute('capture')).toBe('environment')
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } })
    await waitFor(() => expect(to(photo)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText(/photo waits/)).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Remove photo 1' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove photo 1' })).toBeNull())
    expect([to(photo).length, to(remove).length]).toEqual([1, 1])
  })

  it('shows the plan to a role that only reads, without fields to change', async () => {
    await openInspection(aPlan(), {
      'GET /global/staff/me': () =>
        data('GET /global/staff/me', {
          ...grace,
          role: { id: 'customer-success', name: '' },
          rights: rightsOf('customer-success'),
        }),
    })
    for (const field of screen.getAllByRole('textbox', { name: /Piece/ }))
      expect((field as HTMLInputElement).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Conclude' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take a photo' })).toBeNull()
  })
})
