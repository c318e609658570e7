import type { FoundItem } from '@cotation/contracts'
import { rightsOf } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'
import { pageActions } from '../shared/page-actions.ts'

const find = 'GET /global/staff/find'
const today = 'GET /global/staff/today'
const hold = 'POST /global/staff/today/{kind}/{subjectId}/hold'

async function openPalette(answers: Answers = {}) {
  const gateway = stubGateway({ [find]: () => data(find, { found: [] }), ...answers })
  // An address without a screen asks for nothing else.
  const { place } = await renderApp('/staff/somewhere', { staffToken: 'real' })
  await screen.findByRole('heading', { name: 'Screen not found' })
  const user = userEvent.setup()
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Number, name, screen or action' })
  const type = (text: string) => user.type(field, text)
  return { ...gateway, place, user, field, type }
}

const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('the palette', () => {
  const orderId = uuid()
  const id = uuid()
  const targets: [FoundItem['kind'], string, string | null, string][] = [
    ['order', 'C-26-10001', null, `orders/${id}`],
    ['invoice', 'F-C-26-10001', orderId, `orders/${orderId}`],
    ['cost-invoice', 'F-A-26-10001', orderId, `additional-costs/${id}`],
    ['customer', 'Atelier Martin', null, `customers/${id}`],
    ['part', 'block.stl', orderId, `orders/${orderId}`],
    ['question', 'bracket.stl', null, `experts/${id}`],
    ['project', 'Pump', null, `projects/${id}`],
    ['claim', 'W-26-10001', orderId, `claims/${id}`],
    ['additional-cost', 'A-26-10001', orderId, `additional-costs/${id}`],
    ['parcel', 'JD0146', orderId, `orders/${orderId}`],
    ['run', 'F100001', orderId, 'work/F100001'],
    ['tray', 'P100001', null, 'work/tray/P100001'],
  ]

  it.each(targets)('leads from a found %s to its screen', async (kind, name, ofOrder, path) => {
    const found = [{ kind, id, name, detail: '', orderId: ofOrder, projectId: null }]
    const { place, type, user } = await openPalette({ [find]: () => data(find, { found }) })
    await type(name)
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
    await waitFor(() => expect(place()).toBe(`/staff/${path}`))
  })

  it('leads from a found part of a quote to its project', async () => {
    const projectId = uuid()
    const found = [{ kind: 'quoted-part' as const, id, name: 'cover.stl', detail: 'Pump', orderId: null, projectId }]
    const { place, type, user } = await openPalette({ [find]: () => data(find, { found }) })
    await type('cover')
    await user.click(await screen.findByRole('option', { name: /Quoted part.*cover\.stl.*Pump/ }))
    await waitFor(() => expect(place()).toBe(`/staff/projects/${projectId}`))
  })

  it('offers only the screens of the own rights', async () => {
    const me = () => data('GET /global/staff/me', { ...grace, rights: rightsOf('operator') })
    await openPalette({ 'GET /global/staff/me': me })
    const names = optionNames().join()
    expect(names).toContain('New tray')
    expect(names).toContain('My account')
    expect(names).not.toContain('Customers')
    expect(names).not.toContain('Audit')
  })

  it('says how many results there are, and which one Enter chooses', async () => {
    const { field, type, user, place } = await openPalette()
    await type('tray')
    await waitFor(() => expect(screen.getByText('2 results').getAttribute('role')).toBe('status'))
    const [trays, added] = screen.getAllByRole('option')
    expect(field.getAttribute('aria-activedescendant')).toBe(trays?.id)

    await user.keyboard('{ArrowDown}')
    expect(added?.getAttribute('aria-selected')).toBe('true')
    expect(field.getAttribute('aria-activedescendant')).toBe(added?.id)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe('/staff/trays/new'))
  })

  it('opens the order of a typed number rather than run an action that names it', async () => {
    const answer = Promise.withResolvers<void>()
    const order = { kind: 'order' as const, id, name: 'C-26-10001', detail: '', orderId: null, projectId: null }
    const { place, type, user } = await openPalette({
      [find]: async () => {
        await answer.promise
        return data(find, { found: [order] })
      },
    })
    const run = vi.fn()
    pageActions.set([{ key: 'take', name: 'Take: C-26-10001', run }])
    onTestFinished(() => pageActions.set([]))

    await type('C-26-10001')
    expect(optionNames()).toEqual([])
    await user.keyboard('{Enter}')
    answer.resolve()
    await waitFor(() => expect(optionNames()).toHaveLength(2))
    await user.keyboard('{Enter}')

    await waitFor(() => expect(place()).toBe(`/staff/orders/${id}`))
    expect(run).not.toHaveBeenCalled()
  })

  it('says that nothing matches, and that a search failed', async () => {
    let isReachable = true
    const answer = () => (isReachable ? data(find, { found: [] }) : refusal('UNEXPECTED', 'Broken'))
    const { type } = await openPalette({ [find]: answer })
    await type('zzz')
    expect(await screen.findByText('Nothing matches.')).toBeTruthy()

    isReachable = false
    await type('z')
    expect(await screen.findByText('The search failed. Type again to retry.')).toBeTruthy()
  })

  it('finds what is pasted from two cells of a sheet', async () => {
    const { field, to, user } = await openPalette()
    await user.click(field)
    await user.paste('Delmas\tRobotique')

    await waitFor(() => expect(to(find).map(({ query }) => query)).toEqual([{ text: 'Delmas Robotique' }]))
  })

  it('switches the language', async () => {
    const { type, user } = await openPalette()
    await type('switch')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Écran introuvable' })).toBeTruthy()
  })

  it('logs out by an action of its own', async () => {
    const { type, user, place } = await openPalette()
    await type('log out')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toMatch(/^\/staff\/login/))
  })
})

describe('claiming the next task', () => {
  const aTask = (targetId: string) => ({
    kind: 'order-review' as const,
    subjectId: uuid(),
    targetId,
    title: 'C-26-10001',
    newestId: uuid(),
    customer: '',
    amountMinor: null,
    currency: 'USD' as const,
    since: '2026-11-19T07:00:00.000Z',
    dueAt: '2026-11-19T12:00:00.000Z',
    holder: null,
  })

  it('takes the most urgent one that no colleague has just taken, and opens it', async () => {
    const first = uuid()
    const second = uuid()
    const tasks = [aTask(first), aTask(second)]
    let count = 0
    const { type, user, place, to } = await openPalette({
      [today]: () => data(today, { now: '2026-11-19T08:00:00.000Z', tasks, counts: [] }),
      [hold]: () => (count++ === 0 ? refusal('STAFF_TASK_TAKEN', 'Taken') : data(hold, aTask(second))),
    })
    await type('claim the')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe(`/staff/orders/${second}`))
    expect(to(hold)).toHaveLength(2)
    expect(to(today)[0]?.query).toEqual({ holder: 'free' })
  })

  it('says when colleagues took the first ones, and more wait', async () => {
    const tasks = Array.from({ length: 6 }, () => aTask(uuid()))
    const { type, user } = await openPalette({
      [today]: () => data(today, { now: '2026-11-19T08:00:00.000Z', tasks, counts: [] }),
      [hold]: () => refusal('STAFF_TASK_TAKEN', 'Taken'),
    })
    await type('claim the')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Colleagues took the first tasks meanwhile. Try again.')).toBeTruthy()
  })

  it('says when none waits', async () => {
    const { type, user } = await openPalette({
      [today]: () => data(today, { now: '2026-11-19T08:00:00.000Z', tasks: [], counts: [] }),
    })
    await type('claim the')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('No task is free to claim.')).toBeTruthy()
    expect(within(document.body).queryByRole('combobox')).toBeNull()
  })
})
