import type { TrayGroup, TrayView } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import { uuid } from '#lib/testing/views.ts'
import { aTray, candidate, content, load, printing } from './tray.fixture.ts'

const viewKey = 'GET /global/staff/tray/{code}'
const candidatesKey = 'GET /global/staff/tray-candidate'
const openKey = 'POST /global/staff/tray'
const changeKey = 'POST /global/staff/tray/{code}/content'
const startKey = 'POST /global/staff/tray/{code}/start'
const doneKey = 'POST /global/staff/tray/{code}/done'
const failureKey = 'GET /global/staff/tray/{code}/failure'
const failKey = 'POST /global/staff/tray/{code}/fail'

const waiting = (...groups: TrayGroup[]) => ({
  [candidatesKey]: () => data(candidatesKey, { groups, hasMore: false }),
})

beforeEach(() => localStorage.clear())

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

/** `becomes` says how the server answers with the tray as it is from then on. */
async function openTrayPage(
  tray: TrayView,
  answers: Answers | ((becomes: (next: TrayView) => TrayView) => Answers) = {},
) {
  let current = tray
  const becomes = (next: TrayView) => {
    current = next
    return next
  }
  const special = typeof answers === 'function' ? answers(becomes) : answers
  const gateway = stubGateway({ [viewKey]: () => data(viewKey, current), ...waiting(), ...special })
  await renderApp('/staff/work/tray/P100001', { staffToken: 'real' })
  await screen.findByRole('heading', { level: 1, name: 'Tray P100001' })
  return { ...gateway, user: userEvent.setup() }
}

async function openNewTray(answers: Answers) {
  const gateway = stubGateway(answers)
  await renderApp('/staff/trays/new', { staffToken: 'real' })
  return { ...gateway, user: userEvent.setup() }
}

const reader = {
  'GET /global/staff/me': () =>
    data('GET /global/staff/me', {
      ...grace,
      role: { id: 'customer-success', name: '' },
      rights: rightsOf('customer-success'),
    }),
} satisfies Answers

describe('the page of a new tray', () => {
  it('proposes what can be printed together, with its fill, and opens the tray', async () => {
    const bride = candidate('bride.stl', 'F100001', 6, 4)
    const capot = candidate('capot.stl', 'F100002', 2, 0)
    const resin: TrayGroup = {
      ...load,
      station: 'sla',
      material: 'Resin',
      parts: [candidate('pion.stl', 'F100003', 1)],
    }
    const { to, user } = await openNewTray({
      ...waiting({ ...load, parts: [bride, capot] }, resin),
      [openKey]: () => data(openKey, aTray()),
      [viewKey]: () => data(viewKey, aTray()),
    })

    const group = await screen.findByRole('combobox', { name: 'Machine and material' })
    expect(within(group).getByRole('option', { name: 'SLS · Nylon PA12 · White (8 pieces)' })).toBeTruthy()
    // Four boxes of 50,000 mm³ with their gaps, of 1,000,000.
    expect(screen.getByRole('progressbar', { name: 'Fill' }).getAttribute('value')).toBe('20')
    expect(screen.getByText('20% by boxes · 3.8% solid · 4 pieces')).toBeTruthy()

    const field = screen.getByRole('spinbutton', { name: 'Quantity of capot.stl, run F100002, at most 2' })
    await user.clear(field)
    await user.type(field, '3')
    await user.click(screen.getByRole('button', { name: 'Open the tray' }))
    expect(screen.getByText('Between 0 and 2')).toBeTruthy()
    expect(to(openKey)).toEqual([])

    await user.clear(field)
    await user.type(field, '2')
    await user.click(screen.getByRole('button', { name: 'Open the tray' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Tray P100001' })).toBeTruthy()
    expect(to(openKey)).toMatchObject([
      {
        body: {
          contents: [
            { stepId: bride.stepId, quantity: 4 },
            { stepId: capot.stepId, quantity: 2 },
          ],
        },
      },
    ])
  })

  it('warns of more than the machine holds, and shows another group', async () => {
    const resin: TrayGroup = {
      ...load,
      station: 'sla',
      materialId: 'resin',
      material: 'Resin',
      parts: [candidate('pion.stl', 'F100003', 12, 10)],
    }
    const { user } = await openNewTray(waiting({ ...load, parts: [candidate('bride.stl', 'F100001', 1)] }, resin))
    const choice = await screen.findByRole('combobox', { name: 'Machine and material' })
    await user.selectOptions(choice, 'SLA · Resin · White (12 pieces)')
    expect(screen.getByText('100% by boxes · 10 pieces')).toBeTruthy()

    const field = screen.getByRole('spinbutton', { name: /pion/ })
    await user.clear(field)
    await user.type(field, '12')
    expect(screen.getByText(/The boxes exceed the machine/)).toBeTruthy()
  })

  it('asks for a piece, and shows why the server refused', async () => {
    const { user } = await openNewTray({
      ...waiting({ ...load, parts: [candidate('bride.stl', 'F100001', 2, 0)] }),
      [openKey]: () => refusal('TRAY_PIECES', 'Some of these pieces are not free any more.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Open the tray' }))
    expect(screen.getByRole('alert').textContent).toContain('Choose at least one piece.')

    const field = screen.getByRole('spinbutton', { name: /bride/ })
    await user.clear(field)
    await user.type(field, '1')
    await user.click(screen.getByRole('button', { name: 'Open the tray' }))
    expect(await screen.findByText(/not free any more/)).toBeTruthy()
  })

  it('says that nothing waits', async () => {
    await openNewTray(waiting())
    expect(await screen.findByText('Nothing is waiting to be printed')).toBeTruthy()
  })
})

describe('the page of an open tray', () => {
  it('changes quantities, also of pieces that still wait, before it starts', async () => {
    const tray = aTray()
    const other = candidate('pion.stl', 'F100003', 5, 5)
    const { to, user } = await openTrayPage(tray, {
      ...waiting({ ...load, parts: [other] }),
      [changeKey]: () => data(changeKey, tray),
    })
    const start = screen.getByRole('button', { name: 'Start printing' })
    expect((start as HTMLButtonElement).disabled).toBe(false)

    const pion = await screen.findByRole('spinbutton', { name: /pion/ })
    const bride = screen.getByRole('spinbutton', { name: /bride/ })
    await user.clear(bride)
    await user.type(pion, '{ArrowUp}{ArrowUp}')
    expect((start as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByText('Save the quantities first.')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Save the quantities' }))
    expect(await screen.findByText('Quantities saved')).toBeTruthy()
    expect(to(changeKey)).toMatchObject([
      {
        body: {
          contents: [
            { stepId: tray.contents[0]?.stepId, quantity: 0 },
            { stepId: other.stepId, quantity: 2 },
          ],
        },
      },
    ])
  })

  it('asks before it starts', async () => {
    const tray = aTray()
    const { to, user } = await openTrayPage(tray, (becomes) => ({
      [startKey]: () => data(startKey, becomes(printing())),
    }))
    await user.click(screen.getByRole('button', { name: 'Start printing' }))
    const dialog = screen.getByRole('dialog', { name: 'Start printing P100001?' })
    expect(to(startKey)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Start printing' }))
    expect(await screen.findByText('Printing')).toBeTruthy()
    const contents = tray.contents.map(({ stepId, quantity }) => ({ stepId, quantity }))
    expect(to(startKey)).toMatchObject([{ body: { agoSeconds: 0, contents } }])
  })

  it('starts once for a double click', async () => {
    const { to, user } = await openTrayPage(aTray(), { [startKey]: noNetwork })
    await user.click(screen.getByRole('button', { name: 'Start printing' }))
    const dialog = screen.getByRole('dialog', { name: 'Start printing P100001?' })
    await user.dblClick(within(dialog).getByRole('button', { name: 'Start printing' }))
    expect(await screen.findByText(/^1 report is waiting for the network/)).toBeTruthy()
    expect(new Set(to(startKey).map(({ body }) => (body as { key: string }).key)).size).toBe(1)
  })

  it('has pieces taken out, starts and ends without a network, and sends all of it in sequence', async () => {
    const tray = aTray()
    const [bride, capot] = tray.contents.map(({ stepId }) => stepId)
    const server = { isAway: true }
    const online = (answer: () => ReturnType<typeof data>) => () => (server.isAway ? noNetwork() : answer())
    const { calls, user } = await openTrayPage(tray, (becomes) => ({
      [changeKey]: online(() => data(changeKey, tray)),
      [startKey]: online(() => data(startKey, becomes(printing()))),
      [doneKey]: online(() => data(doneKey, { tray: becomes(printing({ state: 'done' })), remakes: [] })),
    }))

    const field = screen.getByRole('spinbutton', { name: /bride/ })
    await user.clear(field)
    await user.type(field, '3')
    await user.click(screen.getByRole('button', { name: 'Save the quantities' }))
    await user.click(await screen.findByRole('button', { name: 'Start printing' }))
    const question = within(screen.getByRole('dialog', { name: 'Start printing P100001?' }))
    expect(question.getByText(/^5 pieces/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Start printing' }))
    await user.click(await screen.findByRole('button', { name: 'Printed' }))
    await user.click(screen.getByRole('button', { name: 'Report as printed' }))
    expect(await screen.findByText(/^3 reports are waiting for the network/)).toBeTruthy()
    expect(screen.getByText('Printed')).toBeTruthy()

    server.isAway = false
    const before = calls.length
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(/waiting for the network/)).toBeNull())
    const posts = calls.slice(before).filter(({ key }) => key.startsWith('POST') && key.includes('P100001'))
    expect(posts.map(({ key }) => key.split('/').at(-1))).toEqual(['content', 'start', 'done'])
    expect(posts[0]?.body).toEqual({ isTakeOut: true, contents: [{ stepId: bride, quantity: 3 }] })
    expect(posts[1]?.body).toMatchObject({
      contents: [
        { stepId: bride, quantity: 3 },
        { stepId: capot, quantity: 2 },
      ],
    })
  })

  it('shows why its start was refused, and sends it again with what is in it now', async () => {
    const tray = aTray()
    let isRefused = true
    const { to, user } = await openTrayPage(tray, (becomes) => ({
      [startKey]: () =>
        isRefused ? refusal('TRAY_CHANGED', 'The contents have changed.') : data(startKey, becomes(printing())),
    }))
    await user.click(screen.getByRole('button', { name: 'Start printing' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start printing' }))

    const alert = within(await screen.findByRole('alert', { name: /^Start of tray P100001 refused/ }))
    expect(alert.getByText('The contents have changed.')).toBeTruthy()
    const start = screen.getByRole('button', { name: 'Start printing' })
    expect((start as HTMLButtonElement).disabled).toBe(true)

    isRefused = false
    await user.click(alert.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Printing')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(new Set(to(startKey).map(({ body }) => (body as { key: string }).key)).size).toBe(1)
  })

  it('can be started again once a refused start is discarded', async () => {
    const { user } = await openTrayPage(aTray(), { [startKey]: () => refusal('WORK_HELD', 'Work is on hold.') })
    await user.click(screen.getByRole('button', { name: 'Start printing' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start printing' }))
    const alert = within(await screen.findByRole('alert', { name: /^Start of tray P100001 refused/ }))
    await user.click(alert.getByRole('button', { name: 'Discard the report' }))
    expect(screen.queryByRole('alert')).toBeNull()
    const start = screen.getByRole('button', { name: 'Start printing' })
    expect((start as HTMLButtonElement).disabled).toBe(false)
  })

  it('downloads the model', async () => {
    const saved = savedFiles()
    const modelKey = 'GET /global/staff/tray/{code}/model'
    const { user } = await openTrayPage(aTray(), { [modelKey]: () => new Response('PK') })
    await user.click(screen.getByRole('button', { name: '3MF file' }))
    await expect.poll(() => saved).toEqual(['P100001.3mf'])
  })

  it('is read only for customer success', async () => {
    await openTrayPage(aTray(), reader)
    expect(screen.getByText('Your role may see trays but not change them.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start printing' })).toBeNull()
    expect(screen.queryByRole('spinbutton')).toBeNull()
  })
})

describe('the page of a printing tray', () => {
  it('reports lost pieces with a cause', async () => {
    const tray = printing()
    const { to, user } = await openTrayPage(tray, { [doneKey]: () => data(doneKey, { tray, remakes: [] }) })
    await user.click(screen.getByRole('button', { name: 'Printed' }))
    const dialog = screen.getByRole('dialog', { name: 'Tray P100001 printed' })

    const field = within(dialog).getByRole('spinbutton', { name: 'Lost pieces: capot.stl, run F100002' })
    await user.clear(field)
    await user.type(field, '1')
    await user.click(within(dialog).getByRole('button', { name: 'Report as printed' }))
    expect(within(dialog).getByText('State the cause.')).toBeTruthy()

    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Cause' }), 'Surface')
    await user.click(within(dialog).getByRole('button', { name: 'Report as printed' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(to(doneKey)).toMatchObject([
      { body: { lost: [{ stepId: tray.contents[1]?.stepId, quantity: 1 }], reason: 'surface' } },
    ])
  })

  it('lists the orders that a failure hits before it is confirmed with a cause', async () => {
    const tray = printing()
    const hit = { orderId: uuid(), orderNumber: 'CO-00001', customer: 'Atelier Martin', quantity: 4 }
    const hits = [
      { ...hit, promisedDay: '2026-11-24', plannedDay: '2026-11-27', isLate: true },
      {
        ...hit,
        orderId: uuid(),
        orderNumber: 'CO-00002',
        promisedDay: '2026-12-04',
        plannedDay: '2026-11-27',
        isLate: false,
      },
    ]
    const { to, user } = await openTrayPage(tray, {
      [failureKey]: () => data(failureKey, { hits }),
      [failKey]: () => data(failKey, { tray, remakes: [], hits }),
    })

    await user.click(screen.getByRole('button', { name: 'Failed' }))
    const dialog = screen.getByRole('dialog', { name: 'Tray P100001 failed' })
    const rows = await within(dialog).findAllByRole('row')
    expect(rows).toHaveLength(3)
    expect(rows[1]?.textContent).toMatch(/CO-00001Atelier Martin4Nov 24, 2026Nov 27, 2026Late, customer gets an email/)
    expect(rows[2]?.textContent).toContain('In time')
    expect(within(dialog).getByText('1 customer gets an email.')).toBeTruthy()

    await user.click(within(dialog).getByRole('button', { name: 'Report as failed and make again' }))
    expect(within(dialog).getByText('State the cause.')).toBeTruthy()
    expect(to(failKey)).toEqual([])
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Cause' }), 'Machine')
    await user.click(within(dialog).getByRole('button', { name: 'Report as failed and make again' }))
    expect(await screen.findByText('Tray P100001 reported')).toBeTruthy()
    expect(to(failKey)).toMatchObject([{ body: { reason: 'machine' } }])
  })

  it('says what is made again for the pieces that were lost', async () => {
    const tray = printing()
    const days = { plannedDay: '2026-11-27', promisedDay: '2026-11-24' }
    const remake = { runId: uuid(), code: 'F100009', quantity: 1, ...days, isLate: true }
    const { user } = await openTrayPage(tray, {
      [doneKey]: () => data(doneKey, { tray: { ...tray, state: 'done' }, remakes: [remake] }),
    })
    await user.click(screen.getByRole('button', { name: 'Printed' }))
    await user.click(screen.getByRole('button', { name: 'Report as printed' }))
    expect(await screen.findByRole('alert', { name: '1 piece to make again' })).toBeTruthy()
  })

  it('is reported as printed after a reload under the key of before', async () => {
    const waiting = { key: uuid(), memberId: grace.id, code: 'P100001', at: Date.now() - 600_000, refusal: null }
    const report = { ...waiting, report: 'done', lost: [], reason: null }
    localStorage.setItem('staff.tray-reports', JSON.stringify([report]))
    const { to } = await openTrayPage(printing(), {
      [doneKey]: () => data(doneKey, { tray: { ...printing(), state: 'done' }, remakes: [] }),
    })
    await waitFor(() => expect(to(doneKey)).toHaveLength(1))
    const body = to(doneKey)[0]?.body as { key: string; agoSeconds: number }
    expect(body.key).toBe(waiting.key)
    expect(body.agoSeconds).toBeGreaterThanOrEqual(600)
  })

  it('says that a failure needs the network', async () => {
    const server = { isAway: true }
    const { user } = await openTrayPage(printing(), {
      [failureKey]: () => (server.isAway ? noNetwork() : data(failureKey, { hits: [] })),
    })
    await user.click(screen.getByRole('button', { name: 'Failed' }))
    const alert = within(await screen.findByRole('alert', { name: 'A failure needs the network' }))
    expect(screen.queryByRole('combobox', { name: 'Cause' })).toBeNull()

    server.isAway = false
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('combobox', { name: 'Cause' })).toBeTruthy()
  })

  it('cannot fail while its start waits for the network', async () => {
    const { to, user } = await openTrayPage(aTray(), { [startKey]: noNetwork })
    await user.click(screen.getByRole('button', { name: 'Start printing' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start printing' }))
    expect(await screen.findByText(/^1 report is waiting for the network/)).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Failed' }))
    expect(await screen.findByRole('alert', { name: 'A failure needs the network' })).toBeTruthy()
    expect(to(failureKey)).toEqual([])
  })

  it('keeps the question open and sends the same key if a report was refused', async () => {
    const { to, user } = await openTrayPage(printing(), {
      [failureKey]: () => data(failureKey, { hits: [] }),
      [failKey]: () => refusal('TRAY_CLOSED', 'Zoé already closed this tray on 18/11 10:00.'),
    })
    await user.click(screen.getByRole('button', { name: 'Failed' }))
    const dialog = screen.getByRole('dialog', { name: 'Tray P100001 failed' })
    await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Cause' }), 'Machine')
    for (let press = 0; press < 2; press++) {
      await user.click(within(dialog).getByRole('button', { name: 'Report as failed and make again' }))
      expect(await within(dialog).findByText(/Zoé already closed/)).toBeTruthy()
    }
    const keys = to(failKey).map(({ body }) => (body as { key: string }).key)
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })
})

describe('the page of a closed tray', () => {
  it('shows what became of the pieces', async () => {
    const contents = [
      content('bride.stl', 'F100001', 4, { good: 0, remakeCode: 'F100009' }),
      content('capot.stl', 'F100002', 2, { isMade: false }),
    ]
    const closed = { closedBy: 'Zoé', closedAt: '2026-11-18T14:00:00.000Z', reason: 'machine' as const }
    await openTrayPage(printing({ state: 'failed', ...closed, contents }))

    expect(screen.getByRole('link', { name: 'F100009' }).getAttribute('href')).toMatch(/work\/F100009$/)
    expect(screen.getByText('Order ended')).toBeTruthy()
    expect(screen.getByText(/Zoé, /)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Printed' })).toBeNull()
  })

  it('is not found under a wrong code', async () => {
    stubGateway({ [viewKey]: () => refusal('NOT_FOUND', '') })
    await renderApp('/staff/work/tray/P999999', { staffToken: 'real' })
    expect(await screen.findByText('No tray P999999')).toBeTruthy()
  })
})

describe('the actions of a tray in the command palette', () => {
  it.each([
    ['Start printing', aTray(), 'Start printing P100001?'],
    ['Printed', printing(), 'Tray P100001 printed'],
    ['Failed', printing(), 'Tray P100001 failed'],
  ])('contain “%s”', async (name, tray, title) => {
    const { user } = await openTrayPage(tray, { [failureKey]: () => data(failureKey, { hits: [] }) })
    await runFromPalette(user, name)
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  })

  it('leave out what the page does not take now: saving without changes', async () => {
    const { user } = await openTrayPage(aTray())
    const names = await namesInPalette(user)
    expect(names).toContain('3MF file')
    expect(names).not.toContain(screen.getByRole('button', { name: /^Save/ }).textContent)
  })

  it('are missing for those who may only look', async () => {
    const { user } = await openTrayPage(aTray(), reader)
    expect(await namesInPalette(user)).not.toContain('Start printing')
  })
})
