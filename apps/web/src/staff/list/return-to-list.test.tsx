import type { ListAnswer, ListRow, StaffTaskView } from '@cotation/contracts'
import type { staffLists } from '@cotation/domain'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { startScrolling } from '#app/scroll.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const listKey = 'GET /global/staff/list/orders'
const pageRows = 20
const rowPx = 44

const orderRow = (index: number): ListRow<typeof staffLists.orders> => ({
  id: uuid(index),
  number: `C-${index}`,
  status: 'paid',
})
const ordersFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => orderRow(first + index))

/** jsdom has no layout: what is scrolled by a script is kept, and reported as a browser would. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  const tops = new WeakMap<Element, number>()
  const scroll = (element: Element, top: number) => {
    tops.set(element, top)
    queueMicrotask(() => void act(() => element.dispatchEvent(new Event('scroll'))))
  }
  vi.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(function (this: Element) {
    return tops.get(this) ?? 0
  })
  vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation(function (this: Element, top: number) {
    scroll(this, top)
  })
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options === 'object') scroll(this, options.top ?? 0)
  }
  return () => Reflect.deleteProperty(Element.prototype, 'scrollTo')
})

/** The rows of the server, page by page. */
function stubOrders() {
  const server = { rows: ordersFrom(1, 60) }
  const page = (cursor: string | undefined): ListAnswer => {
    const start = Number(cursor ?? 0)
    const end = start + pageRows
    return {
      rows: server.rows.slice(start, end),
      next: end < server.rows.length ? String(end) : null,
      count: { rows: server.rows.length, isExact: true },
    }
  }
  const gateway = stubGateway({
    [listKey]: ({ query }) => data(listKey, page(query.cursor)),
    'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
    'GET /global/staff/order/{orderId}': () => refusal('NOT_FOUND', ''),
  })
  return { server, ...gateway }
}

const findGrid = () => screen.findByLabelText('Orders', { selector: 'table' })

async function activeRow(): Promise<string> {
  const id = (await findGrid()).getAttribute('aria-activedescendant')
  return document.getElementById(id ?? '')?.textContent ?? ''
}

async function findBox(): Promise<HTMLElement> {
  const box = (await findGrid()).parentElement
  if (!box) throw new Error('the table has a box that scrolls')
  return box
}

const scrolled = async () => (await findBox()).scrollTop

describe('who comes back to a list from a record', () => {
  /** Opens the record of the 45th row, which is on the third page. */
  async function openFarRecord() {
    const orders = stubOrders()
    const { router, place } = await renderApp('/staff/orders', { staffToken: 'real' })
    startScrolling(router)
    const user = userEvent.setup()
    const box = await findBox()
    for (const last of [20, 40, 60]) {
      act(() => {
        box.scrollTop = last * rowPx - 600
      })
      await screen.findByText(`C-${last}`)
    }
    await user.click(await screen.findByText('C-45'))
    await waitFor(() => expect(place()).toBe(`/staff/orders/${uuid(45)}`))
    await waitFor(() => expect(box.isConnected).toBe(false))

    const goBack = async () => {
      act(() => router.history.back())
      const grid = await findGrid()
      await waitFor(() => expect(document.activeElement).toBe(grid))
    }
    return { ...orders, user, place, top: 60 * rowPx - 600, goBack }
  }

  it('finds the focus on the row that was opened, where it was, without reading the pages again', async () => {
    const { to, top, goBack } = await openFarRecord()
    const calls = to(listKey).length
    await goBack()

    expect(await activeRow()).toContain('C-45')
    expect(await scrolled()).toBe(top)
    expect(to(listKey)).toHaveLength(calls)
  })

  it('finds the row at the same height after others have come above it', async () => {
    const { server, top, goBack } = await openFarRecord()
    server.rows = [...ordersFrom(101, 110), ...server.rows]
    await act(() => queryClient.invalidateQueries())
    await goBack()

    await waitFor(async () => expect(await scrolled()).toBe(top + 10 * rowPx))
    await waitFor(async () => expect(await activeRow()).toContain('C-45'))
  })

  it('finds the row in its place if it has gone', async () => {
    const { server, top, user, place, goBack } = await openFarRecord()
    server.rows = server.rows.filter(({ id }) => id !== uuid(45))
    await act(() => queryClient.invalidateQueries())
    await goBack()

    await waitFor(async () => expect(await activeRow()).toContain('C-46'))
    expect(await scrolled()).toBe(top)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place()).toBe(`/staff/orders/${uuid(46)}`))
  })

  it('finds the last row if the list has become shorter', async () => {
    const { server, goBack } = await openFarRecord()
    server.rows = ordersFrom(1, 3)
    queryClient.clear()
    await goBack()

    expect(await activeRow()).toContain('C-3')
  })

  it('finds the row although its page must be read again', async () => {
    const { goBack } = await openFarRecord()
    queryClient.removeQueries({ queryKey: ['staff', 'list'] })
    await goBack()

    await waitFor(async () => expect(await activeRow()).toContain('C-45'))
  })

  it('starts at the top of a list that is opened by the menu', async () => {
    const { user } = await openFarRecord()
    const menu = screen.getByRole('navigation', { name: 'Screens' })
    await user.click(within(menu).getByText('Orders'))

    expect(await activeRow()).toContain('C-1')
    expect(await scrolled()).toBe(0)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('who comes back to Today', () => {
  const todayKey = 'GET /global/staff/today'
  const now = '2026-03-02T09:00:00.000Z'
  const task = (index: number): StaffTaskView => ({
    kind: 'order-review',
    subjectId: uuid(index),
    newestId: uuid(index),
    targetId: uuid(index),
    title: `C-${index}`,
    customer: 'Atelier Martin',
    amountMinor: 12_345,
    currency: 'USD',
    since: now,
    dueAt: now,
    holder: null,
  })

  it.each([
    ['the task that was opened', [1, 2, 3], 'C-2'],
    ['the next task after it was done', [1, 3], 'C-3'],
    ['the last task if the ones below went too', [1], 'C-1'],
  ])('finds the focus on %s', async (_, left, focused) => {
    let tasks = [task(1), task(2), task(3)]
    stubGateway({
      [todayKey]: () => {
        const counts = [{ kind: 'order-review', total: tasks.length, late: 0, mine: 0, free: tasks.length }] as const
        return data(todayKey, { counts: [...counts], tasks, now })
      },
      'GET /global/staff/order/{orderId}': () => refusal('NOT_FOUND', ''),
    })
    const { router, place } = await renderApp('/staff/today', { staffToken: 'real' })
    startScrolling(router)
    const user = userEvent.setup()
    await screen.findByRole('button', { name: 'C-2' })
    await user.keyboard('jj{Enter}')
    await waitFor(() => expect(place()).toBe(`/staff/orders/${uuid(2)}`))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'C-2' })).toBeNull())

    tasks = left.map(task)
    await act(() => queryClient.invalidateQueries())
    act(() => router.history.back())
    await waitFor(() => expect(document.activeElement?.textContent).toBe(focused))
  })
})
