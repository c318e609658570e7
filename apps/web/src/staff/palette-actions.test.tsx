import { type StaffListKey, staffLists } from '@cotation/domain'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aPlan } from '#lib/testing/inspections.ts'
import { aParcel, aStaffOrder } from '#lib/testing/orders.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { aProposal } from '#lib/testing/proposals.ts'
import { uuid } from '#lib/testing/views.ts'
import { ownAnswers } from './access/account.fixture.ts'
import { aCost, bracket, cover, orderId } from './additional-cost/additional-cost.fixture.ts'
import { lists } from './admin/admin.fixture.ts'
import { aClaim, noEvidence } from './claim/claim.fixture.ts'
import { aCustomer, aNote } from './customer/customer.fixture.ts'
import { aQuestion } from './expert-desk/question.fixture.ts'
import { aFailedJob } from './job/jobs.fixture.ts'
import { aMail } from './mail/mail.fixture.ts'
import { aProject } from './project/project.fixture.ts'
import { staffScreens } from './screens.ts'
import { aTask, viewOf } from './today/today.fixture.ts'
import { aNumber } from './vat-number/vat-number.fixture.ts'
import { aRun, step } from './work/run.fixture.ts'
import { aTray, candidate, load } from './work/tray/tray.fixture.ts'

interface Shown {
  /** Below `/staff`; the path of the screen if it has no parameters. */
  address?: string
  answers: Answers
  /** A button that comes with the record. */
  button: string | RegExp
}

const gone = () => refusal('NOT_FOUND', 'Gone')

/** Any list; of one order, so that the table has a row to select. */
const listAnswers: Answers = Object.fromEntries(
  (Object.keys(staffLists) as StaffListKey[]).map((key) => {
    const rows = key === 'orders' ? [{ id: uuid(), number: 'CO-10007' }] : []
    const body = { data: { rows, next: null, count: { rows: rows.length, isExact: true } } }
    return [`GET /global/staff/list/${key}`, () => ({ status: 200, body })]
  }),
)

const aList: Shown = {
  answers: { 'GET /global/staff/audit/verification': () => ({ status: 200, body: { data: { verification: null } } }) },
  button: 'Columns',
}

const order = aStaffOrder({
  id: orderId,
  status: 'in_production',
  lines: [bracket, cover],
  parcels: [aParcel()],
  can: { cancel: true },
})
const orderAnswers: Answers = {
  'GET /global/staff/order/{orderId}': () => data('GET /global/staff/order/{orderId}', order),
  'GET /global/staff/order/{orderId}/file': () => data('GET /global/staff/order/{orderId}/file', { files: [] }),
  'GET /global/staff/order/{orderId}/message': () =>
    data('GET /global/staff/order/{orderId}/message', { messages: [] }),
  'GET /global/staff/order/{orderId}/production': () =>
    data('GET /global/staff/order/{orderId}/production', {
      runs: [aRun(step('printing', { state: 'ready' }))],
    }),
  'GET /global/staff/order/{orderId}/inspection': () =>
    data('GET /global/staff/order/{orderId}/inspection', { inspections: [] }),
  'GET /global/staff/order/{orderId}/additional-cost': () =>
    data('GET /global/staff/order/{orderId}/additional-cost', { costs: [] }),
  'GET /global/staff/order/{orderId}/line/{lineId}/mesh': gone,
}

const costAnswers: Answers = {
  ...orderAnswers,
  'GET /global/staff/additional-cost/{costId}': () => data('GET /global/staff/additional-cost/{costId}', aCost()),
}

const retryName = 'Run again: Store visitors’ files, Nov 18, 2026, 8:00 AM'

const claim = aClaim()
const customer = aCustomer({ notes: [aNote({ isOwn: true, mayRemove: true })] })
const question = aQuestion()

/** Every screen, with a record that offers as many actions as possible. */
const screens: Readonly<Record<string, Shown>> = {
  today: {
    answers: {
      'GET /global/staff/today': () =>
        data(
          'GET /global/staff/today',
          viewOf(
            aTask(),
            aTask({ kind: 'contact-message', title: 'quote' }),
            aTask({
              title: 'CO-2',
              holder: { id: uuid(), name: 'Léa', isCaller: true, since: '2026-03-02T09:00:00Z' },
            }),
          ),
        ),
    },
    button: 'Release: CO-2',
  },
  orders: { ...aList, button: 'Columns' },
  experts: aList,
  'experts/$lineId': {
    address: `experts/${question.lineId}`,
    answers: {
      'GET /global/staff/expert/{lineId}': () => data('GET /global/staff/expert/{lineId}', question),
      'GET /global/staff/expert/{lineId}/similar': () =>
        data('GET /global/staff/expert/{lineId}/similar', { parts: [] }),
      'GET /global/staff/expert/{lineId}/mesh': gone,
    },
    button: /send/i,
  },
  claims: aList,
  'claims/$claimId': {
    address: `claims/${claim.id}`,
    answers: {
      ...orderAnswers,
      'GET /global/staff/afterSale/{claimId}': () => data('GET /global/staff/afterSale/{claimId}', claim),
      'GET /global/staff/afterSale/{claimId}/evidence': () =>
        data('GET /global/staff/afterSale/{claimId}/evidence', { lines: [noEvidence] }),
      'GET /global/staff/inspection/photo/{photoId}': gone,
    },
    button: 'Decide',
  },
  'additional-costs': aList,
  'additional-costs/$costId': { address: `additional-costs/${uuid()}`, answers: costAnswers, button: /withdraw/i },
  'additional-costs/$costId/replace': {
    address: `additional-costs/${uuid()}/replace`,
    answers: costAnswers,
    button: /request/i,
  },
  production: aList,
  work: { answers: {}, button: 'Open' },
  'work/$code': {
    address: 'work/F100001',
    answers: {
      'GET /global/staff/production/run/{code}': () =>
        data('GET /global/staff/production/run/{code}', {
          ...aRun(step('printing', { state: 'done' }), step('inspection', { state: 'running' })),
        }),
      'GET /global/staff/production/run/{code}/inspection': () =>
        data('GET /global/staff/production/run/{code}/inspection', { current: aPlan(), concluded: [] }),
      'GET /global/staff/production/run/{code}/mesh': gone,
    },
    button: 'Pause',
  },
  trays: aList,
  'trays/new': {
    answers: {
      'GET /global/staff/tray-candidate': () =>
        data('GET /global/staff/tray-candidate', {
          groups: [{ ...load, parts: [candidate('bride.stl', 'F100001', 6)] }],
          hasMore: false,
        }),
    },
    button: 'Open the tray',
  },
  'work/tray/$code': {
    address: 'work/tray/P100001',
    answers: {
      'GET /global/staff/tray/{code}': () => data('GET /global/staff/tray/{code}', aTray()),
      'GET /global/staff/tray-candidate': () =>
        data('GET /global/staff/tray-candidate', { groups: [], hasMore: false }),
    },
    button: /3MF/,
  },
  customers: aList,
  'customers/$customerId': {
    address: `customers/${customer.id}`,
    answers: {
      'GET /global/staff/customer/{customerId}': () => data('GET /global/staff/customer/{customerId}', customer),
      'GET /global/staff/customer/{customerId}/view': () =>
        data('GET /global/staff/customer/{customerId}/view', { views: [] }),
    },
    button: /^Edit/,
  },
  'projects/$projectId': {
    address: `projects/${uuid()}`,
    answers: {
      'GET /global/staff/project/{projectId}': () => data('GET /global/staff/project/{projectId}', aProject()),
    },
    button: /clear|release/i,
  },
  'vat-numbers/$vatNumber': {
    address: 'vat-numbers/DE136695976',
    answers: {
      'GET /global/staff/vat-check/{vatNumber}': () => data('GET /global/staff/vat-check/{vatNumber}', aNumber()),
    },
    button: 'Ask the service again',
  },
  'orders/$orderId': { address: `orders/${orderId}`, answers: orderAnswers, button: /cancel/i },
  'orders/$orderId/additional-cost': {
    address: `orders/${orderId}/additional-cost`,
    answers: orderAnswers,
    button: /request/i,
  },
  proposals: aList,
  'proposals/$proposalId': {
    address: `proposals/${uuid()}`,
    answers: {
      'GET /global/staff/proposal/{proposalId}': () => data('GET /global/staff/proposal/{proposalId}', aProposal()),
    },
    button: /approve/i,
  },
  team: { answers: lists, button: /^Disable/ },
  roles: { answers: lists, button: /^Edit the role/ },
  audit: aList,
  'security-events': aList,
  mails: aList,
  'mails/$mailId': {
    address: `mails/${uuid()}`,
    answers: { 'GET /global/staff/mail/{mailId}': () => data('GET /global/staff/mail/{mailId}', aMail()) },
    button: /again/i,
  },
  jobs: {
    answers: { 'GET /global/staff/job': () => data('GET /global/staff/job', { queues: [], failed: [aFailedJob()] }) },
    button: retryName,
  },
  account: { answers: ownAnswers, button: /^End the session/ },
}

const sendsTypedText = 'the palette leads to the field above it, since the text comes first'
const opensTypedCode = 'the palette itself opens runs by their code'

/** Buttons of a screen that the palette leaves out, and why. */
const leftOut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  work: { Open: opensTypedCode },
  'work/$code': { Open: opensTypedCode },
  'orders/$orderId': { 'Add the note': sendsTypedText },
  'customers/$customerId': { 'Add the note': sendsTypedText },
  jobs: { [retryName]: 'each job has a screen of its own, where the palette offers it' },
  account: {
    Save: sendsTypedText,
    'Show the password': 'a part of its field',
    Change: sendsTypedText,
  },
}

/** Buttons, and links that look like the main button. */
const drawnButtons = 'main :is(button[class~="button"], a[class~="primary"])'

function shownButtons(): string[] {
  const all = [...document.querySelectorAll<HTMLButtonElement>(drawnButtons)]
  const enabled = all.filter(({ disabled }) => !disabled)
  return enabled.map((one) => one.getAttribute('aria-label') ?? one.textContent)
}

// Without a height, the virtual table mounts no row.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

describe('the palette over a staff screen', () => {
  it('is compared with every screen that has actions', () => {
    expect(staffScreens.map(({ path }) => path).filter((path) => !(path in screens))).toEqual(['jobs/$jobId'])
  })

  it.each(Object.entries(screens))('offers the buttons of %s', async (path, { address = path, answers, button }) => {
    stubGateway({ ...listAnswers, ...answers })
    await renderApp(`/staff/${address}`, { staffToken: 'real' })
    await screen.findAllByRole('button', { name: button })

    const shown = shownButtons()
    expect(shown.length).toBeGreaterThan(0)
    const offered = await namesInPalette(userEvent.setup())
    const unoffered = new Set(shown.filter((name) => !offered.includes(name)))
    expect([...unoffered]).toEqual(Object.keys(leftOut[path] ?? {}))
  })

  it('starts the step of a run', async () => {
    localStorage.clear()
    const report = 'POST /global/staff/production/step/{stepId}/report'
    const run = aRun(step('printing', { state: 'ready' }))
    const { to } = stubGateway({
      ...screens['work/$code']?.answers,
      'GET /global/staff/production/run/{code}': () => data('GET /global/staff/production/run/{code}', run),
      [report]: () => new Promise<never>(() => {}),
    })
    await renderApp('/staff/work/F100001', { staffToken: 'real' })
    await screen.findByRole('button', { name: 'Start' })

    await runFromPalette(userEvent.setup(), 'Start')
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
    await waitFor(() => expect(to(report).map(({ body }) => body)).toMatchObject([{ report: 'start' }]))
  })

  it('moves selected orders, and switches between the list and the board', async () => {
    stubGateway(listAnswers)
    const { place } = await renderApp('/staff/orders', { staffToken: 'real' })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('checkbox', { name: /CO-10007/ }))
    expect(await namesInPalette(user)).toContain('Check and move')
    await user.keyboard('{Escape}')

    await runFromPalette(user, 'Show the orders as a board')
    await waitFor(() => expect(place()).toBe('/staff/orders?layout=board'))
    await runFromPalette(user, 'Show the orders as a table')
    await waitFor(() => expect(place()).toBe('/staff/orders?layout=table'))
  })
})
