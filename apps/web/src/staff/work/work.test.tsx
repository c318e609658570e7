import type { RunDetails, TrayView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { encodeMesh } from '@cotation/geometry'
import { box } from '@cotation/geometry/solids'
import { QueryObserver } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { startScrolling } from '#app/scroll.ts'
import { stubDrawing } from '#features/quote/panel/drawing-stub.fixture.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'
import { shownMesh } from '#viewer/scene/shown-mesh.fixture.ts'
import { drawingQuery } from '../shared/drawing/drawing.api.ts'
import { orderDrawing } from '../shared/drawing/order-file-name.tsx'
import { meshQuery } from '../shared/part-mesh.ts'
import { chooseStation } from './kept-runs.ts'
import { aRun, step } from './run.fixture.ts'
import { loadRunMesh, runMeshKey } from './work.api.ts'

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

const aTray: TrayView = {
  id: uuid(),
  code: 'P100004',
  state: 'printing',
  station: 'sls',
  materialId: 'pa12',
  colourId: 'white',
  material: 'Nylon PA12',
  colour: 'White',
  spaceMm: [195, 95, 45],
  openedBy: 'Noé',
  openedAt: '2026-11-18T09:00:00.000Z',
  startedBy: 'Noé',
  startedAt: '2026-11-18T10:00:00.000Z',
  closedBy: null,
  closedAt: null,
  reason: null,
  contents: [],
}

beforeEach(() => {
  localStorage.clear()
  chooseStation('all')
})

afterEach(() => void vi.useRealTimers())

describe('the work station', () => {
  it('opens the run of a typed code, and says what a code looks like', async () => {
    stubGateway({
      [runKey]: () => data(runKey, aRun(step('material', { state: 'ready' }))),
      'GET /global/staff/production/run/{code}/mesh': () => refusal('NOT_FOUND', ''),
    })
    await renderApp('/staff/work', { staffToken: 'real' })
    const user = userEvent.setup()

    const field = await screen.findByRole('textbox', { name: 'Traveller code' })
    await user.type(field, 'bride{Enter}')
    expect(screen.getByText('A code is F followed by at least six digits.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(document.activeElement).toBe(field))

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

  it.each([
    ['ready', '3 days late'],
    ['done', null],
  ] as const)('says how late pieces are whose step is %s', async (state, late) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T08:00:00.000Z') })
    await openRun(aRun(step('material', { state })))
    expect(await screen.findByText('Nov 24, 2026')).toBeTruthy()
    expect(screen.queryByText(/late$/)?.textContent ?? null).toBe(late)
  })

  it('shows where the accepted risks are on the model', async () => {
    stubDrawing()
    const place = { at: [20, 5, 2.5], value: 0.6, areaMm2: null }
    const risk = { rule: 'thin-wall', wording: 'Walls below 0.8 mm may break', places: [place, place] }
    const bytes = encodeMesh(shownMesh(box([20, 10, 5])).mesh)
    await openRun(
      { ...aRun(step('material', { state: 'ready' })), acceptedRisks: [risk] },
      { 'GET /global/staff/production/run/{code}/mesh': () => ({ status: 200, body: bytes }) },
    )

    const marks = await screen.findByRole('list', { name: 'Findings', hidden: true })
    expect(within(marks).getByText('Walls below 0.8 mm may break', { exact: false }).textContent).toMatch(/2/)
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

  it('takes photos at a step, and asks before one is removed', async () => {
    const photo = { id: uuid(), by: 'Grace Hopper', at: '2026-11-18T10:00:00.000Z' }
    const printing = step('printing', { state: 'running', runningSince: '2026-11-18T10:00:00.000Z' })
    const run = aRun(printing)
    const add = 'POST /global/staff/production/step/{stepId}/photo/{photoId}'
    const remove = 'DELETE /global/staff/production/step/{stepId}/photo/{photoId}'
    const { user, to } = await openRun(run, {
      [add]: () => data(add, { run: { ...run, steps: [{ ...printing, photos: [photo] }] } }),
      [remove]: () => data(remove, { run }),
      'GET /global/staff/production/photo/{photoId}': () => refusal('NOT_FOUND', ''),
    })

    const picture = new File(['x'], 'piece.jpg', { type: 'image/jpeg' })
    await user.upload(screen.getByLabelText('Take a photo'), picture)
    await waitFor(() => expect(to(add)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText(/photo waits/)).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Remove photo 1' }))
    expect(to(remove)).toEqual([])

    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this photo?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove photo 1' })).toBeNull())
    expect(to(remove).map(({ key }) => key)).toEqual([
      expect.stringContaining(`/step/${printing.id}/photo/${photo.id}`),
    ])
  })

  it('does not move the page for a report that is answered at once', async () => {
    const run = aRun(step('printing', { state: 'ready' }), step('packing'))
    const seen: boolean[] = []
    const { user } = await openRun(run, {
      [reportKey]: async () => {
        await new Promise((resolve) => setTimeout(resolve))
        seen.push(screen.queryByText(/is waiting for the network/) !== null)
        return data(reportKey, { run, remake: null })
      },
    })

    await user.click(screen.getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(seen).toEqual([false]))
  })

  it('keeps photos without a network, and sends them when it is back', async () => {
    const printing = step('printing', { state: 'running', runningSince: '2026-11-18T10:00:00.000Z' })
    const run = aRun(printing)
    const add = 'POST /global/staff/production/step/{stepId}/photo/{photoId}'
    const server = { isAway: true }
    const { user, to } = await openRun(run, {
      [add]: () => (server.isAway ? Promise.reject(new TypeError('Failed to fetch')) : data(add, { run })),
    })

    const input = screen.getByLabelText('Take a photo')
    await user.upload(input, new File(['x'], 'piece.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText(/1 photo is waiting for the network/)).toBeTruthy()
    const photos = within(screen.getByRole('list', { name: /^Photos: / }))
    expect(photos.getByText('Waiting')).toBeTruthy()
    expect(await photos.findByRole('button', { name: 'Open photo 1' })).toBeTruthy()

    server.isAway = false
    const before = to(add).length
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(/is waiting for the network/)).toBeNull())
    const ids = to(add).map(({ key }) => key)
    expect(ids.length).toBeGreaterThan(before)
    expect(new Set(ids).size).toBe(1)
  })

  it('shows why the server refused a photo, until the person removes it', async () => {
    const run = aRun(step('printing', { state: 'running', runningSince: '2026-11-18T10:00:00.000Z' }))
    const add = 'POST /global/staff/production/step/{stepId}/photo/{photoId}'
    const { user } = await openRun(run, { [add]: () => refusal('STEP_PHOTOS', 'A step has 20 photos at most.') })

    await user.upload(screen.getByLabelText('Take a photo'), new File(['x'], 'piece.jpg', { type: 'image/jpeg' }))
    const alert = within(await screen.findByRole('alert', { name: 'A photo of F100001 was not saved' }))
    expect(alert.getByText('A step has 20 photos at most.')).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Remove the photo' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Not saved')).toBeNull()
  })

  it('leads to the tray of pieces that are printed with others', async () => {
    const run = aRun(step('printing', { state: 'running', runningSince: '2026-11-18T10:00:00.000Z' }), step('packing'))
    await openRun({ ...run, trays: [{ code: 'P100004', state: 'printing', quantity: 10 }] })
    expect(screen.getByText('These pieces are in tray P100004: report the tray.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Open tray P100004' }).getAttribute('href')).toMatch(/work\/tray\/P100004$/)
    expect(screen.getByRole('link', { name: 'P100004 · 10 pieces' })).toBeTruthy()
  })

  it('goes on without a network', async () => {
    const { user } = await openRun(aRun(step('material', { state: 'ready' }), step('printing')), {
      [reportKey]: () => Promise.reject(new TypeError('Failed to fetch')),
    })

    await user.click(screen.getByRole('button', { name: 'Finish' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/1 report is waiting for the network/)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'Step 2 of 2: Printing' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/2 reports are waiting for the network/)).toBeTruthy()
  })

  it('starts a step once for a double tap, and does not pause it', async () => {
    const { user } = await openRun(aRun(step('material', { state: 'ready' }), step('printing')), {
      [reportKey]: () => Promise.reject(new TypeError('Failed to fetch')),
    })

    await user.dblClick(screen.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/1 report is waiting for the network/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
  })

  it('says what a count must be, whatever is typed', async () => {
    const { user, to } = await openRun(aRun(step('material', { state: 'ready' })))
    await user.click(screen.getByRole('button', { name: 'Finish' }))

    for (const wrong of ['11', '1.5', 'two']) {
      await user.clear(screen.getByRole('spinbutton', { name: 'Scrap' }))
      await user.type(screen.getByRole('spinbutton', { name: 'Scrap' }), wrong)
      expect(screen.getByText('Rework and scrap must be whole numbers, together 10 at most.')).toBeTruthy()
    }
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(screen.getByRole('alert').textContent).toBe('Rework and scrap must be whole numbers, together 10 at most.')
    expect(to(reportKey)).toEqual([])
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

  it('lets what runs be paused only while an additional cost holds up the work', async () => {
    const hold = { costId: uuid(), number: 'AC-10003' }
    const running = step('material', { state: 'running', runningSince: '2026-11-18T10:00:00.000Z' })
    await openRun({ ...aRun(running), hold })

    expect(screen.getByText(/An additional cost for this part is not settled/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Additional cost AC-10003' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull()
  })

  it('lets what runs be paused only while a dispute stops the order', async () => {
    await openRun({ ...aRun(step('material', { state: 'paused' })), isStopped: true })

    expect(screen.getByText(/A dispute at the bank has stopped the order/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull()
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

describe('the runs that can be worked on next', () => {
  const listKey = 'GET /global/staff/list/production'
  const planKey = 'GET /global/staff/production/run/{code}/inspection'
  const nextRow = (code: string, part: string) => ({
    id: uuid(),
    code,
    stepDay: '2026-11-20',
    station: 'sla',
    operation: 'printing',
    service: null,
    state: 'ready',
    isHeld: false,
    part,
    pieces: 10,
    operator: null,
  })
  const rows = [nextRow('F100001', 'bride.stl'), nextRow('F200002', 'capot.stl')]

  /** The gateway answers until `cut` is called. */
  async function openStation(answers: Answers = {}) {
    let isCut = false
    const online =
      (answer: (code: string) => ReturnType<typeof data>) =>
      ({ key }: { key: string }) => {
        if (isCut) return Promise.reject(new TypeError('Failed to fetch'))
        return answer(/F\d{6}/.exec(key)?.[0] ?? '')
      }
    const gateway = stubGateway({
      [listKey]: online(() => data(listKey, { rows, next: null, count: { rows: 2, isExact: true } })),
      [runKey]: online((code) => data(runKey, { ...aRun(step('printing', { state: 'ready' })), code })),
      [planKey]: online(() => data(planKey, { current: null, concluded: [] })),
      'GET /global/staff/production/run/{code}/mesh': online(() => refusal('NOT_FOUND', '')),
      ...answers,
    })
    const { router } = await renderApp('/staff/work', { staffToken: 'real' })
    await screen.findByRole('link', { name: 'F200002 · capot.stl' })
    return {
      ...gateway,
      router,
      user: userEvent.setup(),
      cut: () => {
        isCut = true
      },
    }
  }

  it('open without a network, although they were never opened', async () => {
    const { to, user, cut } = await openStation()
    await waitFor(() => expect(to('GET /global/staff/production/run/{code}/mesh')).toHaveLength(2))
    cut()

    await user.type(screen.getByRole('textbox', { name: 'Traveller code' }), 'F200002{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'F200002 · bride.stl' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText(/1 report is waiting for the network/)).toBeTruthy()
  })

  it('have the focus again after the run that was opened', async () => {
    const { user, router } = await openStation()
    startScrolling(router)
    screen.getByRole('link', { name: 'F200002 · capot.stl' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: /F200002/ })

    act(() => router.history.back())
    const link = await screen.findByRole('link', { name: 'F200002 · capot.stl' })
    await waitFor(() => expect(document.activeElement).toBe(link))
  })

  it('say which of them wait for an additional cost or a dispute', async () => {
    const listed = [{ ...nextRow('F100001', 'bride.stl'), isHeld: true }, nextRow('F200002', 'capot.stl')]
    await openStation({ [listKey]: () => answerList(listed) })

    const [held, free] = within(screen.getByRole('list', { name: 'Up next' })).getAllByRole('listitem')
    expect(held?.textContent).toContain('Work on hold')
    expect(free?.textContent).not.toContain('Work on hold')
  })

  describe('of a station with more of them than a tablet keeps', () => {
    const codes = Array.from({ length: 248 }, (_, index) => `F${300_001 + index}`)
    const many = [...rows, ...codes.map((code) => nextRow(code, 'bride.stl'))]
    const page: NonNullable<Answers[typeof listKey]> = ({ query }) => {
      const start = Number(query.cursor ?? 0)
      const end = start + Number(query.pageSize)
      const next = end < many.length ? String(end) : null
      return data(listKey, { rows: many.slice(start, end), next, count: { rows: many.length, isExact: true } })
    }
    const listed = () => within(screen.getByRole('list', { name: 'Up next' })).getAllByRole('listitem')
    const more = () => screen.getByRole('button', { name: 'Show more' })

    it('are counted, and all of them are reached, also after a run was opened', async () => {
      const { user, router } = await openStation({ [listKey]: page })
      expect(listed()).toHaveLength(40)
      expect(screen.getByText('The first 40 travellers also open without a network.')).toBeTruthy()
      expect(screen.getByText('40 of 250 steps are shown.')).toBeTruthy()

      await user.click(more())
      expect(await screen.findByText('200 of 250 steps are shown.')).toBeTruthy()
      await user.click(more())
      const last = await screen.findByRole('link', { name: `${codes.at(-1)} · bride.stl` })
      expect(listed()).toHaveLength(250)
      expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()

      await user.click(last)
      await screen.findByRole('heading', { level: 1, name: new RegExp(String(codes.at(-1))) })
      act(() => router.history.back())
      await screen.findByRole('link', { name: `${codes.at(-1)} · bride.stl` })
      expect(listed()).toHaveLength(250)
    })

    it('stay as they are kept while the others cannot be read, and are read once they can', async () => {
      let isCut = true
      const { user } = await openStation({
        [listKey]: (call) =>
          isCut && call.query.pageSize === '200' ? Promise.reject(new TypeError('Failed to fetch')) : page(call),
      })
      await user.click(more())
      expect((await screen.findByRole('alert')).textContent).toMatch(/^The other steps cannot be read/)
      expect(listed()).toHaveLength(40)

      isCut = false
      await user.click(more())
      await waitFor(() => expect(listed()).toHaveLength(200))
      expect(screen.queryByRole('alert')).toBeNull()
    })

    it('are said to be more where nobody counts them', async () => {
      const count = { rows: 1000, isExact: false }
      await openStation({ [listKey]: () => data(listKey, { rows: many.slice(0, 40), next: '40', count }) })
      expect(screen.getByText('40 of more than 1,000 steps are shown.')).toBeTruthy()
    })
  })

  it('are those of the station that the operator has chosen, which the tablet remembers', async () => {
    const { to, user } = await openStation()
    expect(to(listKey).at(-1)?.query).toMatchObject({ state: 'in:ready,running,paused' })
    expect(to(listKey).at(-1)?.query.station).toBeUndefined()

    await user.selectOptions(screen.getByRole('combobox', { name: 'Station of this tablet' }), 'SLA')
    await waitFor(() => expect(to(listKey).at(-1)?.query.station).toBe('in:sla'))
    expect(localStorage.getItem('staff.station')).toBe('sla')
  })

  const meshKey = 'GET /global/staff/production/run/{code}/mesh'
  const answerList = (listed: typeof rows) =>
    data(listKey, { rows: listed, next: null, count: { rows: listed.length, isExact: true } })
  const modelOf = (code: string) => meshQuery(runMeshKey(code), loadRunMesh(code))
  const isKept = (code: string) => queryClient.getQueryData(modelOf(code).queryKey) !== undefined
  const readAhead = () => queryClient.invalidateQueries({ queryKey: [staffQueries, 'next-steps'] })

  async function openWithModels() {
    let listed = rows
    const bytes = encodeMesh(shownMesh(box([20, 10, 5])).mesh)
    await openStation({
      [listKey]: () => answerList(listed),
      [meshKey]: () => ({ status: 200, body: bytes }),
    })
    await waitFor(() => expect([isKept('F100001'), isKept('F200002')]).toEqual([true, true]))
    return {
      list: async (next: typeof rows) => {
        listed = next
        await readAhead()
      },
    }
  }

  it('a run whose inspection could not be read is read again with the next list', async () => {
    let isBroken = true
    const unread = [nextRow('F300003', 'bride.stl'), nextRow('F200002', 'capot.stl')]
    const { to } = await openStation({
      [listKey]: () => answerList(unread),
      [planKey]: () => (isBroken ? refusal('UNEXPECTED', '') : data(planKey, { current: null, concluded: [] })),
    })
    await waitFor(() => expect(to(meshKey)).toHaveLength(2))
    const readBefore = to(runKey).length

    isBroken = false
    await readAhead()
    await waitFor(() => expect(to(runKey)).toHaveLength(readBefore + 2))
  })

  it('a model that was on the screen as its run left the list is freed later', async () => {
    const { list } = await openWithModels()
    const close = new QueryObserver(queryClient, modelOf('F200002')).subscribe(() => {})
    await list(rows.slice(0, 1))
    expect(isKept('F200002')).toBe(true)

    close()
    await readAhead()
    await waitFor(() => expect(isKept('F200002')).toBe(false))
    expect(isKept('F100001')).toBe(true)
  })

  const traysKey = 'GET /global/staff/list/trays'
  const trayKey = 'GET /global/staff/tray/{code}'

  /** The station of the first run, whose pieces print in a tray; the tray is answered until `cutTrays` is called. */
  async function openWithTray() {
    let isCut = false
    let listed = { id: uuid(), code: 'P100004', state: 'printing', pieces: 10, fill: 40, startedAt: null }
    const readWithPieces: number[] = []
    const answerTray = () => {
      readWithPieces.push(listed.pieces)
      return data(trayKey, aTray)
    }
    const printing = { ...step('printing', { state: 'running' }), runningSince: '2026-11-18T10:00:00.000Z' }
    const station = await openStation({
      [runKey]: () =>
        data(runKey, { ...aRun(printing), trays: [{ code: 'P100004', state: 'printing', quantity: 10 }] }),
      [traysKey]: () => data(traysKey, { rows: [listed], next: null, count: { rows: 1, isExact: true } }),
      [trayKey]: () => (isCut ? Promise.reject(new TypeError('Failed to fetch')) : answerTray()),
    })
    await waitFor(() => expect(station.to(trayKey)).toHaveLength(1))
    return {
      ...station,
      readWithPieces,
      list: (pieces: number) => {
        listed = { ...listed, pieces }
        return queryClient.invalidateQueries({ queryKey: [staffQueries, 'next-trays'] })
      },
      cutTrays: () => {
        isCut = true
      },
    }
  }

  it('have their tray without a network, although it was never opened', async () => {
    const { to, user, cutTrays } = await openWithTray()
    expect(to(traysKey)[0]?.query).toMatchObject({ state: 'in:open,printing', pageSize: '20' })
    cutTrays()

    await user.type(screen.getByRole('textbox', { name: 'Traveller code' }), 'F100001{Enter}')
    await user.click(await screen.findByRole('link', { name: 'Open tray P100004' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Tray P100004' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Printed' })).toBeTruthy()
  })

  it('have a tray read again only if it has changed', async () => {
    const { readWithPieces, list } = await openWithTray()
    await list(10)
    await list(9)
    await waitFor(() => expect(readWithPieces.at(-1)).toBe(9))
    expect(readWithPieces).toEqual([10, 9])
  })

  it('have no trays at a station that prints none', async () => {
    chooseStation('metrology')
    const { to } = await openStation()
    await waitFor(() => expect(to('GET /global/staff/production/run/{code}/mesh')).toHaveLength(2))
    expect(to(traysKey)).toEqual([])
  })

  const drawingKey = 'GET /global/staff/order/{orderId}/drawing/{uploadId}'
  const orderId = uuid()
  const uploads: Record<string, string> = { F100001: uuid(), F200002: uuid() }
  const fileOf = (code: string) => ({ uploadId: uploads[code] ?? '', name: `${code}.pdf` })
  const drawingOf = (code: string) => drawingQuery(orderDrawing({ orderId, ...fileOf(code) }))
  const areDrawingsKept = () =>
    Object.keys(uploads).map((code) => queryClient.getQueryData(drawingOf(code).queryKey) !== undefined)

  const openWithDrawings = (answers: Answers = {}) =>
    openStation({
      [runKey]: ({ key }) => {
        const code = /F\d{6}/.exec(key)?.[0] ?? ''
        const run = aRun(step('printing', { state: 'ready' }))
        return data(runKey, { ...run, code, orderId, attachments: [fileOf(code)] })
      },
      [drawingKey]: () => ({ status: 200, body: new TextEncoder().encode('%PDF-1.7') }),
      ...answers,
    })

  it('a model beyond the memory for models is freed', async () => {
    await openWithModels()
    const large = { positions: new Float32Array(45_000_000), indices: new Uint32Array(0) }
    queryClient.setQueryData([...modelOf('F100001').queryKey], large)

    await readAhead()
    await waitFor(() => expect(isKept('F200002')).toBe(false))
    expect(isKept('F100001')).toBe(true)
  })

  it('have their drawings without a network', async () => {
    const { to, user, cut } = await openWithDrawings()
    await waitFor(() => expect(areDrawingsKept()).toEqual([true, true]))
    expect(to(drawingKey)).toHaveLength(2)
    cut()

    await user.click(screen.getByRole('link', { name: 'F200002 · capot.stl' }))
    await user.click(await screen.findByRole('button', { name: 'F200002.pdf' }))
    // That it was read; the drawing itself needs a browser.
    expect(await screen.findByText(/too old to show PDF files/)).toBeTruthy()
    expect(to(drawingKey)).toHaveLength(2)
  })

  it('have drawings up to the memory for drawings', async () => {
    await openWithDrawings()
    await waitFor(() => expect(areDrawingsKept()).toEqual([true, true]))

    queryClient.setQueryData([...drawingOf('F100001').queryKey], { size: 61 * 1024 * 1024 } as Blob)
    await readAhead()
    await waitFor(() => expect(areDrawingsKept()).toEqual([true, false]))
  })

  it('have no drawings for a member who may not see files', async () => {
    const rights = rightsOf('operator').filter((right) => right !== 'files.read')
    const { to } = await openWithDrawings({
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    })
    await waitFor(() => expect(to(meshKey)).toHaveLength(2))
    expect(to(drawingKey)).toEqual([])
  })

  it('are not read for a member who does not report', async () => {
    const { to } = await openRun(aRun(step('material', { state: 'ready' })), {
      'GET /global/staff/me': () =>
        data('GET /global/staff/me', {
          ...grace,
          role: { id: 'customer-success', name: '' },
          rights: rightsOf('customer-success'),
        }),
    })
    expect(to(listKey)).toEqual([])
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
    expect(await screen.findByText(/^1 report is waiting for the network/)).toBeTruthy()
  })
})

describe('a report about a tray', () => {
  const startKey = 'POST /global/staff/tray/{code}/start'
  const waiting = { key: uuid(), memberId: grace.id, code: 'P100001', at: Date.now(), refusal: null }

  async function openStationWith(answer: () => ReturnType<typeof refusal>, traits: Partial<typeof waiting> = {}) {
    const report = { ...waiting, ...traits, report: 'start', contents: [] }
    localStorage.setItem('staff.tray-reports', JSON.stringify([report]))
    const gateway = stubGateway({ [startKey]: answer })
    await renderApp('/staff/work', { staffToken: 'real' })
    return { ...gateway, user: userEvent.setup() }
  }

  it('is named at the work station while it waits', async () => {
    await openStationWith(() => refusal('BUSY', ''))
    expect(await screen.findByText(/^1 report is waiting for the network/)).toBeTruthy()
  })

  it('is named at the work station while a colleague is signed in', async () => {
    await openStationWith(() => refusal('BUSY', ''), { memberId: uuid() })
    expect(await screen.findByText(/^1 report of a colleague is waiting for that person to sign in/)).toBeTruthy()
  })

  it('says there why it was refused, and leads to its tray', async () => {
    const { user } = await openStationWith(() => refusal('TRAY_CHANGED', 'The contents have changed.'))
    const alert = within(await screen.findByRole('alert', { name: /^Start of tray P100001 refused/ }))
    expect(alert.getByText('The contents have changed.')).toBeTruthy()
    expect(alert.getByRole('link', { name: 'Open tray P100001' }).getAttribute('href')).toMatch(/work\/tray\/P100001$/)

    await user.click(alert.getByRole('button', { name: 'Discard the report' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(localStorage.getItem('staff.tray-reports')).toBeNull()
  })
})

describe('a value of an inspection', () => {
  const recordKey = 'POST /global/staff/production/run/{code}/inspection/value'
  const value = {
    key: uuid(),
    memberId: grace.id,
    code: 'F100001',
    round: 1,
    characteristic: 'size-length',
    piece: 2,
    valueMm: 100.1,
    corrects: null,
    refusal: null,
  }

  /** A screen outside the work station, with a value in the storage that the server answers so. */
  async function openTodayWith(answer: () => ReturnType<typeof refusal>, traits: Partial<typeof value> = {}) {
    localStorage.setItem('staff.inspection-values', JSON.stringify([{ ...value, ...traits }]))
    stubGateway({ [recordKey]: answer })
    await renderApp('/staff/today', { staffToken: 'real' })
    return userEvent.setup()
  }

  it('a value that waits is named on every screen, with a link to its run', async () => {
    await openTodayWith(() => refusal('BUSY', ''))
    expect(await screen.findByText(/^1 value is waiting for the network/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open traveller F100001' }).getAttribute('href')).toMatch(/work\/F100001$/)
  })

  it('a value that was refused says why on every screen, and can be discarded', async () => {
    const user = await openTodayWith(() => refusal('INSPECTION_VALUE_RECORDED', 'Noé recorded another value.'))
    const alert = within(await screen.findByRole('alert', { name: 'A value of F100001, piece 2, was not saved' }))
    expect(alert.getByText('Noé recorded another value.')).toBeTruthy()
    expect(alert.getByRole('link', { name: 'Open traveller F100001' })).toBeTruthy()

    await user.click(alert.getByRole('button', { name: 'Discard the value' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(localStorage.getItem('staff.inspection-values')).toBeNull()
  })

  it('a value of a colleague is named on every screen', async () => {
    await openTodayWith(() => refusal('BUSY', ''), { memberId: uuid() })
    expect(await screen.findByText(/^1 value of a colleague is waiting for that person to sign in/)).toBeTruthy()
  })
})
