import type { ListAnswer, ListRow } from '@cotation/contracts'
import { rightsOf, staffLists, staffRights } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { queryClient } from '#lib/gateway/query-client.ts'
import { type Answers, data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { savedFiles } from '#lib/testing/saved-files.ts'
import { setLanguage } from '#lib/texts/i18n.tsx'
import { parseListAddress } from './use-list-address.ts'

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

const order = (index: number, traits: object = {}): ListRow<typeof staffLists.orders> => ({
  id: uuid(index),
  number: `C-${index}`,
  customer: { id: uuid(900), name: 'Ada Lovelace' },
  company: 'Engines',
  status: 'paid',
  dueDay: '2026-03-01',
  daysLate: 3,
  totalUsd: 12_300,
  pieces: 4,
  ...traits,
})

const answer = (rows: ListRow[], count = rows.length): ListAnswer => ({
  rows,
  next: null,
  count: { rows: count, isExact: count < 1_000 },
})

const orders = (rows: ListRow[], count?: number): Answers => ({
  'GET /global/staff/list/orders': () => data('GET /global/staff/list/orders', answer(rows, count)),
  'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
})

// Without a height, the virtual table mounts no row.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

const open = (path: string) => renderApp(path, { staffToken: 'real' })

describe('a list of the back office', () => {
  it('shows rows with values in words, and how many there are', async () => {
    stubGateway(
      orders([order(1, { ageDays: 12 }), order(2, { ageDays: 0, daysLate: -2, status: 'in_production' })], 1_000),
    )
    await open('/staff/orders')

    const table = await screen.findByRole('grid', { name: 'Orders' })
    expect(within(table).getByRole('link', { name: 'C-1' }).getAttribute('href')).toContain(`/staff/orders/${uuid(1)}`)
    expect(within(table).getByText('3 days late')).toBeTruthy()
    expect(within(table).getByText('in 2 days')).toBeTruthy()
    expect(within(table).getByText('12 days')).toBeTruthy()
    expect(within(table).getByText('Today')).toBeTruthy()
    expect(within(table).getByText('In production')).toBeTruthy()
    expect(screen.getByText('More than 1,000 rows')).toBeTruthy()
  })

  it('keeps filters and sort in the address, and sends them', async () => {
    const { to } = stubGateway(orders([order(1)]))
    const { place } = await open('/staff/orders?status=in%3Apaid')
    const user = userEvent.setup()
    const lastQuery = () => to('GET /global/staff/list/orders').at(-1)?.query

    expect(await screen.findByRole('button', { name: 'Remove the filter: Status: Paid' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: /^Total \(USD\)/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'in:paid', sort: 'totalUsd' }))
    expect(place()).toContain('sort=totalUsd')

    await user.click(await screen.findByRole('button', { name: 'Remove the filter: Status: Paid' }))
    await waitFor(() => expect(lastQuery()).toEqual({ sort: 'totalUsd' }))
  })

  it('adds a filter from the dialog', async () => {
    const { to } = stubGateway(orders([order(1)]))
    await open('/staff/orders')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Add a filter' }))

    const dialog = screen.getByRole('dialog', { name: 'Add a filter' })
    await user.selectOptions(within(dialog).getByLabelText('Column'), 'totalUsd')
    await user.selectOptions(within(dialog).getByLabelText('Condition'), 'at least')
    await user.type(within(dialog).getByLabelText(/^Value/), '12.50')
    await user.click(within(dialog).getByRole('button', { name: 'Filter' }))

    await waitFor(() => expect(to('GET /global/staff/list/orders').at(-1)?.query.totalUsd).toBe('gte:1250'))
  })

  it('keeps each end of a range where it is typed, also if the second one comes first', async () => {
    const { to } = stubGateway(orders([order(1)]))
    await open('/staff/orders')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Add a filter' }))

    const dialog = within(screen.getByRole('dialog', { name: 'Add a filter' }))
    await user.selectOptions(dialog.getByLabelText('Column'), 'daysLate')
    await user.selectOptions(dialog.getByLabelText('Condition'), 'between')
    await user.type(dialog.getByLabelText(/^To/), '7')
    expect(dialog.getByLabelText<HTMLInputElement>(/^From/).value).toBe('')
    await user.type(dialog.getByLabelText(/^From/), '2')
    await user.click(dialog.getByRole('button', { name: 'Filter' }))

    await waitFor(() => expect(to('GET /global/staff/list/orders').at(-1)?.query.daysLate).toBe('between:2,7'))
  })

  it('names the material of a tray, and shows the code of one that the catalogue no longer has', async () => {
    const materials = 'GET /global/catalogue/current'
    const nylon = packagedCatalogue.materials.find(({ id }) => id === 'sls-pa12-3201')
    const tray = {
      state: 'open',
      station: 'sls',
      pieces: 4,
      orders: 2,
      fill: 30,
      createdAt: '2026-03-01T08:00:00.000Z',
    }
    const rows = [
      { id: uuid(1), code: 'P200001', material: 'sls-pa12-3201', ...tray },
      { id: uuid(2), code: 'P200002', material: 'old-nylon', ...tray },
    ]
    stubGateway({
      'GET /global/staff/list/trays': () => data('GET /global/staff/list/trays', answer(rows)),
      'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
      [materials]: () =>
        data(materials, { version: '1', validFrom: '2026-01-01T00:00:00.000Z', catalogue: packagedCatalogue }),
    })
    await open('/staff/trays')

    const table = within(await screen.findByRole('grid', { name: 'Trays' }))
    expect(await table.findByText(String(nylon?.name.en))).toBeTruthy()
    expect(table.queryByText('sls-pa12-3201')).toBeNull()
    expect(table.getByText('old-nylon')).toBeTruthy()
  })

  it('reads a sum of money as it is typed in French, and refuses what is no number', async () => {
    const { to } = stubGateway(orders([order(1)]))
    await open('/staff/orders')
    await act(() => setLanguage('fr'))
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Ajouter un filtre' }))

    const dialog = within(screen.getByRole('dialog', { name: 'Ajouter un filtre' }))
    await user.selectOptions(dialog.getByLabelText('Colonne'), 'totalUsd')
    await user.selectOptions(dialog.getByLabelText('Condition'), 'au moins')

    const value = dialog.getByLabelText(/^Valeur/)
    await user.type(value, 'douze')
    await user.click(dialog.getByRole('button', { name: 'Filtrer' }))
    expect(await dialog.findByText('Indiquez un nombre.')).toBeTruthy()

    await user.clear(value)
    await user.type(value, '12,345')
    await user.click(dialog.getByRole('button', { name: 'Filtrer' }))
    expect(await dialog.findByText('Un montant a deux décimales au plus.')).toBeTruthy()

    await user.clear(value)
    await user.type(value, '12,50')
    await user.click(dialog.getByRole('button', { name: 'Filtrer' }))
    await waitFor(() => expect(to('GET /global/staff/list/orders').at(-1)?.query.totalUsd).toBe('gte:1250'))
    expect(await screen.findByRole('button', { name: /Total \(USD\)\s: au moins 12,50\s\$US/ })).toBeTruthy()
    await act(() => setLanguage('en'))
  })

  it.each([
    ['placedAt=from:2026-06-02', 'Placed: from Jun 2, 2026', 'Passée le : depuis le 2 juin 2026'],
    [
      'placedAt=between:2026-06-02,2026-06-03',
      'Placed: Jun 2, 2026 to Jun 3, 2026',
      'Passée le : du 2 juin 2026 au 3 juin 2026',
    ],
    ['placedAt=last:7', 'Placed: last 7 days', 'Passée le : 7 derniers jours'],
    ['status=not-in:paid,shipped', 'Status: not Paid, Shipped', 'Statut : sauf Payée, Expédiée'],
    ['daysLate=gte:1', 'Days late: 1 or more', 'Retard (jours) : au moins 1'],
    ['ageDays=gte:30', 'Age (days): 30 or more', 'Âge (jours) : au moins 30'],
    ['totalUsd=between:1250,2000', 'Total (USD): $12.50 to $20.00', 'Total (USD) : de 12,50 $US à 20,00 $US'],
    ['isStopped=is:yes', 'Stopped: Yes', 'Bloquée : Oui'],
    ['poNumber=empty:', 'PO number: empty', 'Réf. d’achat : vide'],
  ])('says the filter %s in a sentence of each language', async (search, english, french) => {
    stubGateway(orders([order(1)]))
    await open(`/staff/orders?${search}`)
    const chip = await screen.findByRole('button', { name: /^Remove the filter/ })
    const plain = (text: string | null | undefined) => text?.replaceAll(/\s/g, ' ').replace('×', '')
    expect(plain(chip.textContent)).toBe(english)

    await act(() => setLanguage('fr'))
    await waitFor(() => expect(plain(chip.textContent)).toBe(french))
    await act(() => setLanguage('en'))
  })

  it('ignores what the address has and the list does not understand, and says so', async () => {
    const { to } = stubGateway(orders([order(1)]))
    await open('/staff/orders?status=in%3Aunknown&sort=nothing')

    expect(await screen.findByText(/Ignored, because the list does not understand it: Sort, Status/)).toBeTruthy()
    expect(to('GET /global/staff/list/orders').at(-1)?.query).toEqual({})
  })

  it('has other words for an empty list than for one without a match', async () => {
    stubGateway(orders([]))
    await open('/staff/orders')
    expect(await screen.findByText('No orders yet')).toBeTruthy()
  })

  it('offers to clear the filters if nothing matches', async () => {
    const { to } = stubGateway(orders([]))
    await open('/staff/orders?search=zzz')
    expect(await screen.findByText('No row matches')).toBeTruthy()
    await userEvent.setup().click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(to('GET /global/staff/list/orders').at(-1)?.query).toEqual({}))
  })

  it('moves with j and k, selects with x, opens with Enter and explains the keys with ?', async () => {
    stubGateway(orders([order(1), order(2)]))
    const { place } = await open('/staff/orders')
    const user = userEvent.setup()
    const table = await screen.findByRole('grid', { name: 'Orders' })

    // Wherever the focus is: here on a button of the page.
    screen.getByRole('button', { name: 'Add a filter' }).focus()
    await user.keyboard('jx')
    expect(document.activeElement).toBe(table)
    expect(screen.getByText('1 selected')).toBeTruthy()

    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
    await user.keyboard('{Escape}{Enter}')
    await waitFor(() => expect(place()).toBe(`/staff/orders/${uuid(2)}`))
  })

  it('leaves single letters alone for members who turned them off, and explains the other keys', async () => {
    stubGateway({
      ...orders([order(1), order(2)]),
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, hasLetterKeys: false }),
    })
    const { place } = await open('/staff/orders')
    const user = userEvent.setup()
    const table = await screen.findByRole('grid', { name: 'Orders' })

    await user.keyboard('jx?')
    expect(screen.queryByText('1 selected')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const shown = [...dialog.querySelectorAll('kbd')].map(({ textContent }) => textContent)
    expect(shown).toEqual(['↓', '↑', 'Enter', 'Ctrl K'])
    await user.keyboard('{Escape}')

    table.focus()
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(place()).toBe(`/staff/orders/${uuid(2)}`))
  })

  it('keeps the same row active when another one arrives above it', async () => {
    let rows = [order(1), order(2)]
    stubGateway({
      ...orders([]),
      'GET /global/staff/list/orders': () => data('GET /global/staff/list/orders', answer(rows)),
    })
    const { place } = await open('/staff/orders')
    const user = userEvent.setup()
    await screen.findByRole('grid', { name: 'Orders' })
    await user.keyboard('j')

    rows = [order(3), ...rows]
    await act(() => queryClient.invalidateQueries())
    await screen.findByRole('link', { name: 'C-3' })
    await user.keyboard('{Enter}')

    await waitFor(() => expect(place()).toBe(`/staff/orders/${uuid(2)}`))
  })

  it('leaves keys to fields and dialogs, and Enter to the button that has the focus', async () => {
    stubGateway(orders([order(1), order(2)]))
    const { place } = await open('/staff/orders')
    const user = userEvent.setup()
    const search = await screen.findByRole('searchbox')
    await screen.findByRole('grid', { name: 'Orders' })

    await user.type(search, 'jx?')
    expect(screen.queryByText('1 selected')).toBeNull()

    screen.getByRole('button', { name: 'Add a filter' }).focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Add a filter' })
    dialog.focus()
    await user.keyboard('x?')
    expect(screen.queryByText('1 selected')).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
    expect(place()).toMatch(/^\/staff\/orders(\?|$)/)
  })

  it('keeps its rows, marked as busy, until those of another filter arrive', async () => {
    let arrive = () => {}
    stubGateway({
      ...orders([]),
      'GET /global/staff/list/orders': async ({ query }) => {
        if (query.sort) await new Promise<void>((resolve) => (arrive = resolve))
        return data('GET /global/staff/list/orders', answer([order(query.sort ? 2 : 1)]))
      },
    })
    await open('/staff/orders')
    const table = await screen.findByRole('grid', { name: 'Orders' })
    await userEvent.setup().click(screen.getByRole('button', { name: /^Total \(USD\)/ }))

    expect(await screen.findByText('Updating…')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'C-1' })).toBeTruthy()
    expect(table.getAttribute('aria-busy')).toBe('true')
    arrive()
    expect(await screen.findByRole('link', { name: 'C-2' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'C-1' })).toBeNull()
    expect(table.getAttribute('aria-busy')).toBe('false')
  })

  it('shows what a move of several orders would be refused for, and moves the others', async () => {
    const { to } = stubGateway({
      ...orders([order(1), order(2)]),
      'GET /global/staff/order-move': () =>
        data('GET /global/staff/order-move', {
          orders: [
            { id: uuid(1), number: 'C-1', status: 'paid', refusal: null, pieces: [] },
            { id: uuid(2), number: 'C-2', status: 'paid', refusal: 'ADDITIONAL_COST_OPEN', pieces: [] },
            { id: uuid(3), number: 'C-3', status: 'paid', refusal: 'PARTS_UNPACKED', pieces: [] },
          ],
        }),
      'POST /global/staff/order/{orderId}/move': () => ({ status: 200, body: { data: { number: 'C-1' } } }),
    })
    await open('/staff/orders')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Check and move' }))

    const dialog = await screen.findByRole('dialog', { name: 'Move to “In review”' })
    expect(within(dialog).getByText(/C-2: an additional cost waits for an answer/)).toBeTruthy()
    expect(within(dialog).getByText(/C-3: some parts are in no parcel/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Move 1 order' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(to('POST /global/staff/order/{orderId}/move').map(({ body }) => body)).toEqual([{ to: 'in_review' }])
  })

  it('refuses to move more than a hundred orders at once', async () => {
    stubGateway(orders(Array.from({ length: 101 }, (_, index) => order(index + 1))))
    await open('/staff/orders')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check and move' })
    expect(screen.getByText('At most 100 orders at once: deselect some.')).toBeTruthy()
    expect(check.disabled).toBe(true)

    await user.click(screen.getByRole('checkbox', { name: 'Select C-1' }))
    expect(screen.queryByText('At most 100 orders at once: deselect some.')).toBeNull()
    expect(check.disabled).toBe(false)
  })

  it('offers no file and no moves to those without the rights', async () => {
    const rights = staffRights.filter((right) => right !== 'data.export' && right !== 'orders.move')
    stubGateway({
      ...orders([order(1)]),
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    })
    await open('/staff/orders')

    await screen.findByRole('grid', { name: 'Orders' })
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Select all' })).toBeNull()
  })

  it('neither offers nor understands columns that need another right', async () => {
    const rights = staffRights.filter((right) => right !== 'customers.read')
    const { to } = stubGateway({
      ...orders([order(1)]),
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    })
    await open('/staff/orders?email=contains%3Aada&columns=number%2Cemail')

    expect(await screen.findByText(/Ignored, because the list does not understand it: Columns, Email/)).toBeTruthy()
    expect(to('GET /global/staff/list/orders').at(-1)?.query).toEqual({})
    await userEvent.setup().click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Shown columns' }))
    expect(dialog.getByRole('checkbox', { name: 'Payment' })).toBeTruthy()
    expect(dialog.queryByRole('checkbox', { name: 'Email' })).toBeNull()
  })

  it('says when it could not be read, and tries again', async () => {
    let isBroken = true
    stubGateway({
      ...orders([]),
      'GET /global/staff/list/orders': () =>
        isBroken ? refusal('FORBIDDEN', 'No') : data('GET /global/staff/list/orders', answer([order(1)])),
    })
    await open('/staff/orders')
    const retry = await screen.findByRole('button', { name: /again/i })
    isBroken = false
    await userEvent.setup().click(retry)
    expect(await screen.findByRole('link', { name: 'C-1' })).toBeTruthy()
  })
})

describe('the board of orders', () => {
  it('moves an order by the choice of a status after a question, and says why if it is refused', async () => {
    const { to } = stubGateway({
      'GET /global/staff/list/orders': ({ query }) =>
        data('GET /global/staff/list/orders', answer(query.status === 'in:quality_check' ? [order(1)] : [])),
      'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
      'POST /global/staff/order/{orderId}/move': () => refusal('PARCEL_MISSING', 'No parcel'),
    })
    await open('/staff/orders?layout=board')

    const column = await screen.findByRole('region', { name: 'Quality check' })
    const choice = await within(column).findByRole('combobox', { name: 'Move order C-1' })
    const user = userEvent.setup()
    await user.selectOptions(choice, 'Shipped')

    const dialog = await screen.findByRole('dialog', { name: 'Has order C-1 left?' })
    expect(to('POST /global/staff/order/{orderId}/move')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Mark as shipped' }))
    expect(await within(dialog).findByText('No parcel')).toBeTruthy()
  })

  it('says how old an order is, how late, and that it is stopped', async () => {
    const old = order(1, { ageDays: 4, isStopped: true })
    stubGateway({
      ...orders([]),
      'GET /global/staff/list/orders': ({ query }) =>
        data('GET /global/staff/list/orders', answer(query.status === 'in:paid' ? [old] : [])),
    })
    await open('/staff/orders?layout=board')

    const card = within((await screen.findByRole('link', { name: 'C-1' })).closest('li') ?? document.body)
    expect(card.getByText('Placed 4 days ago')).toBeTruthy()
    expect(card.getByText('3 days late')).toBeTruthy()
    expect(card.getByText('Stopped')).toBeTruthy()
  })

  it('says where a dragged order has gone meanwhile, and shows it there', async () => {
    let status = 'paid'
    const { to } = stubGateway({
      'GET /global/staff/list/orders': ({ query }) =>
        data('GET /global/staff/list/orders', answer(query.status === `in:${status}` ? [order(1)] : [])),
      'POST /global/staff/order/{orderId}/move': () => {
        status = 'cancelled'
        return refusal('ORDER_STATE', 'The order has changed.')
      },
      'GET /global/staff/order/{orderId}': () => ({ status: 200, body: { data: { status } } }),
    })
    await open('/staff/orders?layout=board')
    const paid = await screen.findByRole('region', { name: 'Paid' })
    const card = (await within(paid).findByRole('link', { name: 'C-1' })).closest('li')
    if (!card) throw new Error('an order of the board is a card')

    const review = screen.getByRole('region', { name: 'In review' })
    const shipped = screen.getByRole('region', { name: 'Shipped' })
    fireEvent.dragStart(card, { dataTransfer: { setData: () => {} } })
    // A column that does not take the order leaves the browser's "not allowed".
    expect(fireEvent.dragOver(shipped)).toBe(true)
    fireEvent.drop(shipped)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(fireEvent.dragOver(review)).toBe(false)
    fireEvent.drop(review)

    const user = userEvent.setup()
    const dialog = within(await screen.findByRole('dialog', { name: 'Review order C-1?' }))
    await user.click(dialog.getByRole('button', { name: 'Start the review' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Order C-1 is now “Cancelled”: it changed in the meantime, and your action was not carried out.',
    )
    expect(to('POST /global/staff/order/{orderId}/move')).toHaveLength(1)

    await user.click(dialog.getByRole('button', { name: 'Back to the order' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'C-1' })).toBeNull())
  })

  it.each([
    ['in%3Apaid,shipped,completed', ['Paid', 'Shipped']],
    ['not-in%3Apaid,in_review,in_production,quality_check', ['Shipped', 'Delivered']],
    ['in%3Acompleted', []],
  ])('shows only the columns of the status filter %s', async (filter, columns) => {
    const { to } = stubGateway(orders([]))
    await open(`/staff/orders?layout=board&status=${filter}`)
    await screen.findByRole('button', { name: /^Remove the filter: Status/ })

    const board = screen.queryByRole('group', { name: 'Board' })
    const shown = board ? within(board).getAllByRole('region') : []
    expect(shown.map((region) => region.getAttribute('aria-label'))).toEqual(columns)
    if (columns.length === 0) expect(screen.getByText('No column of the board has this status')).toBeTruthy()
    expect(to('GET /global/staff/list/orders').map(({ query }) => query.status)).not.toContain('in:in_review')
  })

  it('asks for the reason after the server refused to ship an order without some of its parts', async () => {
    const { to } = stubGateway({
      'GET /global/staff/list/orders': ({ query }) =>
        data('GET /global/staff/list/orders', answer(query.status === 'in:quality_check' ? [order(1)] : [])),
      'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
      'GET /global/staff/order-move': () => refusal('BUSY', ''),
      'POST /global/staff/order/{orderId}/move': ({ body }) =>
        (body as { reason: string }).reason === ''
          ? refusal('PARTS_UNPACKED', 'Some parts are in no parcel yet.')
          : { status: 200, body: { data: { number: 'C-1' } } },
    })
    await open('/staff/orders?layout=board')
    const user = userEvent.setup()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Move order C-1' }), 'Shipped')

    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('textbox', { name: 'Reason (optional)' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Mark as shipped' }))
    expect(await dialog.findByText('Some parts are in no parcel yet.')).toBeTruthy()

    await user.click(dialog.getByRole('button', { name: 'Mark as shipped' }))
    expect(await dialog.findByText('Enter the reason.')).toBeTruthy()
    expect(to('POST /global/staff/order/{orderId}/move')).toHaveLength(1)

    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The lid follows')
    await user.click(dialog.getByRole('button', { name: 'Mark as shipped' }))
    await waitFor(() => expect(to('POST /global/staff/order/{orderId}/move')).toHaveLength(2))
  })

  it('asks for the reason before an order goes back to production', async () => {
    const { to } = stubGateway({
      'GET /global/staff/list/orders': ({ query }) =>
        data('GET /global/staff/list/orders', answer(query.status === 'in:quality_check' ? [order(1)] : [])),
      'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
      'POST /global/staff/order/{orderId}/move': () => ({ status: 200, body: { data: { number: 'C-1' } } }),
    })
    await open('/staff/orders?layout=board')
    const user = userEvent.setup()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Move order C-1' }), 'In production')

    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Start production' }))
    expect(await dialog.findByText('Enter the reason.')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Scratches')
    await user.click(dialog.getByRole('button', { name: 'Start production' }))
    await waitFor(() =>
      expect(to('POST /global/staff/order/{orderId}/move').map(({ body }) => body)).toEqual([
        { to: 'in_production', reason: 'Scratches' },
      ]),
    )
  })
})

describe('saved views', () => {
  it('are saved with the filters of the address', async () => {
    const { to } = stubGateway({
      ...orders([order(1)]),
      'POST /global/staff/view': () =>
        data('POST /global/staff/view', {
          id: uuid(5),
          list: 'orders',
          name: 'Late',
          state: '',
          isShared: true,
          isOwn: true,
          count: null,
        }),
    })
    await open('/staff/orders?daysLate=gte%3A1')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.type(screen.getByLabelText(/Save the shown view as/), 'Late')
    await user.click(screen.getByRole('checkbox', { name: 'Share with the team' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() =>
      expect(to('POST /global/staff/view').map(({ body }) => body)).toEqual([
        { list: 'orders', name: 'Late', state: 'daysLate=gte%3A1', isShared: true },
      ]),
    )
  })
})

describe('the menu', () => {
  it('lists the saved views below their list, with the number of rows', async () => {
    const view = { id: uuid(5), list: 'orders', name: 'Late ones', state: 'daysLate=gte%3A1' } as const
    stubGateway({
      ...orders([order(1)]),
      'GET /global/staff/view': () =>
        data('GET /global/staff/view', {
          views: [{ ...view, isShared: true, isOwn: false, count: { rows: 1_000, isExact: false } }],
        }),
    })
    await open('/staff/orders')

    const menu = await screen.findByRole('navigation', { name: 'Screens' })
    const link = await within(menu).findByRole('link', { name: /Late ones more than 1,000/ })
    expect(link.getAttribute('href')).toContain('daysLate=gte')
  })
})

describe('the address of a list', () => {
  it('is read into what the server is asked for', () => {
    const search = { status: 'in:paid', sort: '-totalUsd', columns: 'number,status', search: ' C-1 ', layout: 'board' }
    const { parameters, ignored, columns } = parseListAddress(staffLists.orders, search)
    expect(parameters).toEqual({ status: 'in:paid', sort: '-totalUsd', columns: 'number,status', search: 'C-1' })
    expect(columns).toEqual(['number', 'status'])
    expect(ignored).toEqual([])
  })

  it.each([
    ['Delmas\tRobotique\n', 'Delmas Robotique'],
    ['\u202aC-26-10001\u202c', 'C-26-10001'],
    [`${'x'.repeat(99)}🔩`, 'x'.repeat(99)],
    ['\u0000', undefined],
  ])('leaves out what no name holds when %j is pasted as a search', (search, sent) => {
    expect(parseListAddress(staffLists.orders, { search }).parameters.search).toBe(sent)
  })
})

describe('the palette over a list', () => {
  it('opens the form for a new view of the list', async () => {
    stubGateway(orders([order(1)]))
    await open('/staff/orders')
    await screen.findByRole('grid', { name: 'Orders' })
    const user = userEvent.setup()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: /Number, name/ }), 'new view')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Saved views' })).toBeTruthy()
  })
})

describe('the actions of a list in the command palette', () => {
  it.each([
    ['Add a filter', 'Add a filter'],
    ['Columns', 'Shown columns'],
  ])('contain “%s”', async (name, title) => {
    stubGateway(orders([order(1)]))
    await open('/staff/orders')
    const user = userEvent.setup()
    await runFromPalette(user, name)
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  })

  it('export the list, for those who may', async () => {
    const saved = savedFiles()
    const exported = 'GET /global/staff/list/orders/export'
    let rights = staffRights
    stubGateway({
      ...orders([order(1)]),
      [exported]: () => ({ status: 200, body: {} }),
      'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    })
    await open('/staff/orders')
    const user = userEvent.setup()
    await runFromPalette(user, 'Export as CSV')
    await waitFor(() => expect(saved).toHaveLength(1))

    cleanup()
    rights = rightsOf('operator')
    await open('/staff/orders')
    await screen.findByRole('button', { name: 'Columns' })
    expect(await namesInPalette(user)).not.toContain('Export as CSV')
  })
})
