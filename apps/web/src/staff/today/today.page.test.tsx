import type { TodayView } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'
import { aTask, now, viewOf } from './today.fixture.ts'

const list = 'GET /global/staff/today'
const hold = 'POST /global/staff/today/{kind}/{subjectId}/hold'
const done = 'POST /global/staff/today/{kind}/{subjectId}/done'

const held = { id: uuid(), name: 'Léa Petit', isCaller: false, since: now }

async function openToday(view: TodayView, answers: Answers = {}, path = '/staff/today') {
  const gateway = stubGateway({ [list]: () => data(list, view), ...answers })
  const { place } = await renderApp(path, { staffToken: 'real' })
  await screen.findByRole('heading', { level: 1, name: 'Today' })
  return { ...gateway, place, user: userEvent.setup() }
}

const rowOf = async (title: string) => {
  const row = (await screen.findByRole('button', { name: title })).closest('tr')
  if (!row) throw new Error(`no row of ${title}`)
  return within(row)
}

describe('the list of what waits', () => {
  it('is the first screen after the sign-in', async () => {
    stubGateway({ [list]: () => data(list, viewOf(aTask())) })
    const { place } = await renderApp('/staff', { staffToken: 'real' })
    await waitFor(() => expect(place()).toBe('/staff/today'))
  })

  it('says what waits, for whom, until when and who has it', async () => {
    await openToday(viewOf(aTask(), aTask({ title: 'C-26-10002', dueAt: '2026-02-28T08:00:00.000Z', holder: held })))

    const first = await rowOf('C-26-10001')
    expect(first.getByText('Order to review')).toBeTruthy()
    expect(first.getByText('$123.45')).toBeTruthy()
    expect(first.getByText('Atelier Martin')).toBeTruthy()
    expect(first.getByText('due in 3 h')).toBeTruthy()
    expect(first.getByText('Free')).toBeTruthy()

    const second = await rowOf('C-26-10002')
    expect(second.getByText('2 days late')).toBeTruthy()
    expect(second.getByText('Léa Petit')).toBeTruthy()
    expect(screen.getByText(/2 tasks, 1 late/)).toBeTruthy()
  })

  it('leads from a changed audit to the audit', async () => {
    const { user, place } = await openToday(viewOf(aTask({ kind: 'audit-broken', title: '#3', customer: '' })))
    await user.click(await screen.findByRole('button', { name: '#3' }))
    await waitFor(() => expect(place()).toBe('/staff/audit'))
  })

  it('says that the work is done if nothing waits', async () => {
    await openToday(viewOf())
    expect(await screen.findByText('The day’s work is done')).toBeTruthy()
  })

  it('offers another try if it cannot be read', async () => {
    let isDown = true
    const { user } = await openToday(viewOf(), {
      [list]: () => (isDown ? refusal('UNEXPECTED', 'Down') : data(list, viewOf(aTask()))),
    })
    expect(await screen.findByText('The list could not be loaded.')).toBeTruthy()

    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'C-26-10001' })).toBeTruthy()
  })

  it('is filtered by kind and holder in the address, with counts', async () => {
    const late = aTask({ dueAt: '2026-02-28T08:00:00.000Z' })
    const claim = aTask({ kind: 'claim', title: 'C-26-10003', holder: held })
    const { user, to, place } = await openToday(viewOf(late, claim))
    await screen.findByRole('option', { name: 'All (2)' })
    expect(screen.getByText('2 tasks, 1 late')).toBeTruthy()

    await user.selectOptions(screen.getByLabelText('Kinds of tasks'), 'Claim (1)')
    expect(await screen.findByText('1 task')).toBeTruthy()
    await user.click(screen.getByLabelText('Free'))
    expect(await screen.findByText('No tasks')).toBeTruthy()

    await waitFor(() => expect(place()).toBe('/staff/today?topic=claim&tab=free'))
    await waitFor(() => expect(to(list).at(-1)?.query).toEqual({ kind: 'claim', holder: 'free' }))
  })
})

describe('a task of the list', () => {
  it('is taken, and the list is read again', async () => {
    const task = aTask()
    let shown = task
    const { user, to } = await openToday(viewOf(), {
      [list]: () => data(list, viewOf(shown)),
      [hold]: () => {
        shown = { ...task, holder: { id: uuid(), name: 'Grace Hopper', isCaller: true, since: now } }
        return data(hold, shown)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Take: C-26-10001' }))

    expect(await screen.findByText('C-26-10001 is yours.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Release: C-26-10001' })).toBeTruthy()
    expect(to(hold)[0]?.key).toContain(`/order-review/${task.subjectId}/hold`)
  })

  it('says who has it if a colleague was faster to take it', async () => {
    const { user } = await openToday(viewOf(aTask()), {
      [hold]: () => refusal('STAFF_TASK_TAKEN', 'Léa Petit is already working on this task.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Take: C-26-10001' }))
    expect(await screen.findByText('Léa Petit is already working on this task.')).toBeTruthy()
  })

  it('is taken over from a colleague with a reason', async () => {
    const takeOver = 'POST /global/staff/today/{kind}/{subjectId}/take-over'
    const task = aTask({ holder: held })
    const { user, to } = await openToday(viewOf(task), { [takeOver]: () => data(takeOver, task) })
    await user.click(await screen.findByRole('button', { name: 'Take over: C-26-10001' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Take over the task of Léa Petit?' }))
    expect(dialog.getByRole('button', { name: 'Take over' })).toHaveProperty('disabled', true)
    await user.type(dialog.getByLabelText(/Reason/), 'On leave')
    await user.click(dialog.getByRole('button', { name: 'Take over' }))

    await waitFor(() => expect(to(takeOver)[0]?.body).toEqual({ reason: 'On leave', holderId: held.id }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is read, answered by mail and marked as done if it is a message', async () => {
    const read = 'GET /global/staff/contact-message/{messageId}'
    const task = aTask({ kind: 'contact-message', title: 'quote', customer: 'Zoé', amountMinor: null })
    const message = { id: task.targetId, name: 'Zoé', email: 'zoe@example.com', topic: 'quote', message: 'Bonjour' }
    const { user, to } = await openToday(viewOf(task), {
      [read]: () => data(read, { ...message, language: 'fr', createdAt: now }),
      [done]: () => data(done, {}),
    })
    await user.click(await screen.findByRole('button', { name: 'A quote' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Contact message' }))
    expect(await dialog.findByText('Bonjour')).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toContain('zoe%40example.com')
    await user.click(dialog.getByRole('button', { name: 'Mark as done' }))
    await waitFor(() => expect(to(done)).toHaveLength(1))
  })

  it('is marked as done in its row, after a question, if only a mark ends it', async () => {
    const task = aTask({ kind: 'cost-declined', title: 'AC-7', newestId: uuid() })
    const { user, to } = await openToday(viewOf(task), { [done]: () => data(done, {}) })
    await user.click(await screen.findByRole('button', { name: 'Mark as done: AC-7' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark AC-7 as done?' }))
    expect(to(done)).toEqual([])

    await user.click(dialog.getByRole('button', { name: 'Mark as done' }))
    expect(await screen.findByText('AC-7 is done.')).toBeTruthy()
    expect(to(done)).toMatchObject([{ body: { seenId: task.newestId } }])
  })

  it('is marked as done with d, unless its cause ends it or a colleague holds it', async () => {
    const ofColleague = aTask({ kind: 'mail-failed', title: 'order-mail', holder: held })
    const free = aTask({ kind: 'referral-refused', title: 'AMIS2026' })
    const { user } = await openToday(viewOf(aTask(), ofColleague, free))
    await screen.findByRole('button', { name: 'AMIS2026' })
    expect(screen.getAllByRole('button', { name: /^Mark as done: / })).toHaveLength(1)

    await user.keyboard('jdjd')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('jd')
    expect(await screen.findByRole('dialog', { name: 'Mark AMIS2026 as done?' })).toBeTruthy()
  })

  it('is reached with j and k, opened with Enter and taken with p', async () => {
    const first = aTask({ kind: 'job-failed', title: 'store-upload', amountMinor: null })
    const second = aTask({ kind: 'mail-failed', title: 'order-mail', amountMinor: null })
    const { user, to, place } = await openToday(viewOf(first, second), { [hold]: () => data(hold, second) })
    await screen.findByRole('button', { name: 'store-upload' })

    await user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('store-upload')
    await user.keyboard('j')
    expect(document.activeElement?.textContent).toBe('order-mail')
    await user.keyboard('p')
    await waitFor(() => expect(to(hold)[0]?.key).toContain(second.subjectId))
    await user.keyboard('k{Enter}')
    await waitFor(() => expect(place()).toBe(`/staff/jobs/${first.targetId}`))
  })
})
