import { findMaterial } from '@cotation/domain'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkLine, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import { aLineView, anUploadView, aSummary } from '#lib/testing/views.ts'
import { aWorkspace, renderWorkspace } from './lines-screen.fixture.tsx'
import { LinesTable } from './lines-table.tsx'

function line(name: string, quantity: number, traits: Partial<WorkLine> & { reference?: string } = {}) {
  const usual = aWorkLine(smallCatalogue, { name, ...traits })
  if (!usual.configuration || traits.configuration) return usual
  return aWorkLine(smallCatalogue, { name, ...traits, configuration: { ...usual.configuration, quantity } })
}

const many = (count: number) => Array.from({ length: count }, (_, index) => line(`part ${index + 1}.stl`, index + 1))

async function open(lines: readonly WorkLine[], options: Parameters<typeof renderWorkspace>[2] = {}) {
  const workspace = aWorkspace(lines)
  const onOpen = vi.fn()
  const { heightReads } = await renderWorkspace(
    workspace,
    ({ workspace: current }) => <LinesTable workspace={current} openId={undefined} onOpen={onOpen} />,
    options,
  )
  await screen.findByRole('checkbox', { name: `Select ${lines[0]?.name}` })

  return { ...workspace, onOpen, heightReads, user: userEvent.setup() }
}

const names = () =>
  screen
    .getAllByRole('row')
    .flatMap((row) => within(row).queryByRole('rowheader')?.querySelector('button')?.textContent ?? [])

const tick = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const sortBy = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const columnOf = (name: string) => screen.getByRole('columnheader', { name })
const stepOf = ({ actions }: Awaited<ReturnType<typeof open>>) => actions.edit.mock.calls.map(([step]) => step)

describe('a table of 200 parts', () => {
  it('has a heading, for those who go through a page by its headings', async () => {
    await open(many(2))
    expect(screen.getByRole('heading', { level: 2, name: 'Parts of the project' })).toBeDefined()
  })

  it('mounts only the visible rows, with their row index', async () => {
    await open(many(200))
    // With the head and the totals.
    expect(screen.getByRole('grid', { name: 'Parts of the project' }).getAttribute('aria-rowcount')).toBe('202')
    const foot = screen.getByRole('rowheader', { name: '200 parts shown' }).closest('tr')
    expect(foot?.getAttribute('aria-rowindex')).toBe('202')
    const rows = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-line'))
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.length).toBeLessThanOrEqual(25)
    expect(rows.map((row) => row.getAttribute('aria-rowindex')).slice(0, 3)).toEqual(['2', '3', '4'])
  })

  it('keeps the focused row mounted when the customer scrolls to the end', async () => {
    await open(many(200))
    tick('part 1.stl').focus()
    fireEvent.keyDown(tick('part 1.stl'), { key: 'End' })
    expect(document.activeElement).toBe(tick('part 200.stl'))
    expect(tick('part 200.stl').closest('tr')?.getAttribute('aria-rowindex')).toBe('201')
  })

  it('re-renders only the row whose line changed', async () => {
    const lines = many(30)
    const reads = lines.map(() => 0)
    for (const [index, one] of lines.entries()) {
      const { difference } = one
      // Only rows read this property, so the number of reads is the number of renders.
      Object.defineProperty(one, 'difference', {
        enumerable: true,
        get: () => {
          reads[index] = (reads[index] ?? 0) + 1
          return difference
        },
      })
    }

    await open(lines)

    const before = [...reads]
    expect(before[0]).toBeGreaterThan(0)
    expect(before[1]).toBeGreaterThan(0)

    const field = screen.getByRole('spinbutton', { name: 'Quantity of part 1.stl' })
    fireEvent.change(field, { target: { value: '40' } })
    fireEvent.change(field, { target: { value: '41' } })

    expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of part 1.stl' }).value).toBe('41')
    expect(reads.slice(1)).toEqual(before.slice(1))
  })
})

describe('a row', () => {
  it('names process, finish and tolerance of a part, with the conditions of the tolerance in the title', async () => {
    const part = line('bride.stl', 1)
    const processes = {
      ...smallCatalogue.processes,
      sla: {
        ...smallCatalogue.processes.sla,
        tolerances: smallCatalogue.processes.sla.tolerances.map((tolerance) => ({
          ...tolerance,
          name: { fr: 'Standard', en: 'Standard ±0.2 mm (≤ 100 mm), ±0.3% above' },
        })),
      },
    }
    const workspace = aWorkspace([part], { catalogue: { ...smallCatalogue, processes } })
    await renderWorkspace(workspace, ({ workspace: current }) => (
      <LinesTable workspace={current} openId={undefined} onOpen={() => {}} />
    ))

    const details = await screen.findByTitle(/Tolerance: Standard ±0\.2 mm \(≤ 100 mm\), ±0\.3% above$/)
    expect(details.textContent).toMatch(/ · Tolerance: Standard ±0\.2 mm$/)
  })

  it('shows file, body, size, material, price and delivery date', async () => {
    const view = aLineView({
      name: 'arm',
      upload: anUploadView({ name: 'robot.step' }),
      body: { index: 1, name: 'arm', perFile: 4, bodies: 3, failure: null },
    })
    await open([line('arm', 8, { view })])

    const row = within(screen.getAllByRole('row')[1] as HTMLElement)
    expect(row.getByText('robot.step · body 2 of 3 · ×4 per file')).toBeDefined()
    expect(row.getByText('100 × 60 × 30 mm')).toBeDefined()
    expect(row.getByText('Ready')).toBeDefined()
    expect(row.getByRole('combobox', { name: 'Lead time of arm' })).toBeDefined()
    expect(row.getByText(findMaterial(smallCatalogue, 'sla-9600-white')?.name.en ?? '')).toBeDefined()
  })

  it('names the paint instead of the colour below it', async () => {
    const before = line('arm', 8)
    if (!before.configuration) throw new Error('the line has no configuration')

    const painting = { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' } as const
    await open([{ ...before, configuration: { ...before.configuration, services: [painting] } }])

    const row = within(screen.getAllByRole('row')[1] as HTMLElement)
    expect(row.getByText(/SLA\).* · Paint.*RAL 9005.*matte/)).toBeDefined()
  })

  it('sends a body that could not be measured to an expert', async () => {
    const body = { index: 2, name: 'screw', perFile: 4, bodies: 3, failure: { code: 'deadline' } } as const
    const view = aLineView({ name: 'screw', part: null, price: null, body })
    const unmeasured = { view, status: 'needs-decision', refusal: body.failure, price: undefined } as const
    await open([line('screw', 8, unmeasured)])

    const row = within(screen.getAllByRole('row')[1] as HTMLElement)
    expect(row.getByText('Body not measured: ask an expert')).toBeDefined()
    expect(row.getByText(/Measuring took too long/)).toBeDefined()
  })

  it('marks an estimate, and explains a price that the server changed', async () => {
    const difference = { browserMinor: 1000, serverMinor: 1100, figure: 'volume', share: 0.021 } as const
    await open([line('a.stl', 1, { source: 'browser' }), line('b.stl', 1, { difference })])
    expect(screen.getByText('Estimate')).toBeDefined()
    expect(
      screen.getByTitle('Estimate $10.00, now $11.00: the server measured a different volume (2.1%).').textContent,
    ).toBe('Was $10.00: volume corrected')
  })

  it('shows the upload progress, with buttons to pause, resume, choose again and cancel (UPL-1)', async () => {
    const progress = (step: 'uploading' | 'paused' | 'interrupted') => ({
      status: 'analysing' as const,
      price: undefined,
      progress: { step, done: 0.5, isLong: false },
    })
    const lines = [
      line('a.stl', 1, progress('uploading')),
      line('b.stl', 1, progress('paused')),
      line('c.stl', 1, progress('interrupted')),
    ]
    const { actions } = await open(lines)

    expect(screen.getByText('Sending 50%')).toBeDefined()

    fireEvent.click(screen.getByRole('button', { name: 'Pause uploading a.stl' }))
    expect(actions.pauseUpload).toHaveBeenCalledWith(lines[0]?.id)

    fireEvent.click(screen.getByRole('button', { name: 'Resume uploading b.stl' }))
    expect(actions.resumeUpload).toHaveBeenCalledWith(lines[1]?.id)

    fireEvent.click(screen.getByRole('button', { name: 'Choose c.stl again to resume uploading' }))
    expect(actions.resumeUpload).toHaveBeenCalledWith(lines[2]?.id)

    fireEvent.click(screen.getByRole('button', { name: 'Cancel a.stl' }))
    expect(actions.removeLines).toHaveBeenCalledWith([lines[0]?.id])
  })

  it('says that the storage of the shop is full, and lets the customer send the file again', async () => {
    const full = line('a.stl', 1, {
      status: 'analysing',
      price: undefined,
      progress: { step: 'storageFull', done: undefined, isLong: false },
    })
    const { actions } = await open([full])

    expect(screen.getByText(/^Our storage is full at the moment\./)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Resume uploading a.stl' }))
    expect(actions.resumeUpload).toHaveBeenCalledWith(full.id)
  })

  it('shows the decision that is needed, and an expert’s price instead of the automatic one', async () => {
    const manual = {
      state: 'answered',
      question: 'Can you?',
      askedAt: '2026-11-02T09:00:00.000Z',
      answer: {
        unitMinor: 5000,
        lineMinor: 10_000,
        workingDays: 12,
        sizeMm: null,
        weightG: null,
        note: '',
        answeredAt: '2026-11-03T09:00:00.000Z',
      },
    } as const
    await open([
      line('a.stl', 1, { status: 'needs-decision', refusal: { code: 'empty-file' }, price: undefined }),
      line('b.stl', 2, { view: aLineView({ name: 'b.stl', manual }) }),
    ])

    expect(screen.getByText('The file is empty.')).toBeDefined()
    expect(screen.getByText('The file cannot be used')).toBeDefined()
    expect(screen.getByText('$100.00', { selector: 'tbody data' })).toBeDefined()
    expect(screen.getByText('By an expert')).toBeDefined()
  })
})

describe('sorting', () => {
  const three = () => [line('b 10.stl', 5), line('b 2.stl', 1), line('a.stl', 30)]

  it('cycles through ascending, descending and unsorted', async () => {
    await open(three())
    expect(names()).toEqual(['b 10.stl', 'b 2.stl', 'a.stl'])

    sortBy('Part')
    expect(names()).toEqual(['a.stl', 'b 2.stl', 'b 10.stl'])
    expect(columnOf('Part').getAttribute('aria-sort')).toBe('ascending')

    sortBy('Part')
    expect(names()).toEqual(['b 10.stl', 'b 2.stl', 'a.stl'])
    expect(columnOf('Part').getAttribute('aria-sort')).toBe('descending')

    sortBy('Part')
    expect(columnOf('Part').getAttribute('aria-sort')).toBe('none')

    sortBy('Quantity')
    expect(names()).toEqual(['b 2.stl', 'b 10.stl', 'a.stl'])

    await waitFor(() => expect(screen.getByText('Sorted by Quantity, ascending.')).toBeDefined())
  })

  it('puts lines without a price last in both directions', async () => {
    await open([line('none.stl', 1, { price: undefined }), ...three()])
    sortBy('Price')
    expect(names().at(-1)).toBe('none.stl')
    sortBy('Price')
    expect(names().at(-1)).toBe('none.stl')
  })

  it('does not move a row while the customer types in it', async () => {
    await open(three())
    sortBy('Quantity')

    const field = screen.getByRole('spinbutton', { name: 'Quantity of b 2.stl' })
    field.focus()
    fireEvent.change(field, { target: { value: '99' } })

    expect(names()).toEqual(['b 2.stl', 'b 10.stl', 'a.stl'])

    fireEvent.blur(field)
    expect(names()).toEqual(['b 10.stl', 'a.stl', 'b 2.stl'])
  })
})

describe('the filter', () => {
  const mixed = () => [
    line('bracket.stl', 1),
    line('équerre.stl', 1, { status: 'needs-decision' }),
    line('shaft.stl', 1, { status: 'needs-decision' }),
  ]

  it('ignores accents, and counts the found lines by status', async () => {
    const { user } = await open(mixed())
    expect(screen.getByRole('button', { name: 'Decision needed 2' })).toBeDefined()
    await user.type(screen.getByRole('searchbox'), 'equerre')
    expect(names()).toEqual(['équerre.stl'])
    expect(screen.getByRole('button', { name: 'Decision needed 1' })).toBeDefined()
    await waitFor(() => expect(screen.getByText('1 part of 3 shown.')).toBeDefined())
  })

  it('shows the chosen statuses, and a reset button if nothing is left', async () => {
    const { user } = await open(mixed())
    fireEvent.click(screen.getByRole('button', { name: 'Ready 1' }))
    expect(names()).toEqual(['bracket.stl'])
    await user.type(screen.getByRole('searchbox'), 'shaft')
    expect(screen.getByText('No part matches')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show all parts' }))
    expect(names()).toHaveLength(3)
  })
})

describe('the selection', () => {
  const selected = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select part/ }).filter(({ checked }) => checked).length

  it('selects single lines, ranges, and all shown lines', async () => {
    const { user } = await open(many(8))
    fireEvent.click(tick('part 2.stl'))
    fireEvent.click(tick('part 5.stl'), { shiftKey: true })

    expect(selected()).toBe(4)

    fireEvent.click(tick('part 3.stl'))
    expect(selected()).toBe(3)

    await user.type(screen.getByRole('searchbox'), 'part 8')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select the one part shown' }))
    await user.clear(screen.getByRole('searchbox'))

    expect(selected()).toBe(4)
    expect(screen.getAllByText('4 parts selected').length).toBeGreaterThan(0)

    fireEvent.keyDown(tick('part 1.stl'), { key: 'Escape' })
    expect(selected()).toBe(0)
  })

  it('shows the totals of the selected lines', async () => {
    const lines = many(4)
    await open(lines)
    fireEvent.click(tick('part 2.stl'))
    fireEvent.click(tick('part 4.stl'))

    const foot = within(screen.getByRole('rowheader', { name: '2 parts selected' }).closest('tr') as HTMLElement)
    expect(foot.getByText('6')).toBeDefined()

    const sum = [1, 3].reduce((total, index) => total + (lines[index]?.price?.linePrice.minor ?? 0), 0)
    expect(foot.getAllByRole('cell').at(-1)?.querySelector('data')?.getAttribute('value')).toBe(String(sum))
  })

  it('counts in the totals only the parts that their price includes', async () => {
    await open([line('a.stl', 3), line('b.stl', 20, { status: 'manual-quote', price: undefined })])

    const foot = within(screen.getByRole('rowheader', { name: '2 parts shown' }).closest('tr') as HTMLElement)
    expect(foot.getByText('1 not included')).toBeDefined()
    expect(foot.getByText('3')).toBeDefined()
    expect(foot.queryByText('23')).toBeNull()
  })

  it('supports arrows, Shift, Enter, Ctrl+A and Delete', async () => {
    const { actions, onOpen, store } = await open(many(5))
    const key = (init: object) => fireEvent.keyDown(document.activeElement as Element, init)
    tick('part 1.stl').focus()
    key({ key: 'ArrowDown' })

    expect(document.activeElement).toBe(tick('part 2.stl'))

    key({ key: 'Enter' })
    expect(onOpen).toHaveBeenCalledWith(store.get().lines[1]?.id)

    key({ key: 'ArrowDown', shiftKey: true })
    key({ key: 'ArrowDown', shiftKey: true })

    expect(selected()).toBe(3)

    key({ key: 'a', ctrlKey: true })
    expect(selected()).toBe(5)

    key({ key: 'Escape' })

    const [, , , fourth] = store.get().lines
    key({ key: 'Delete' })

    expect(actions.removeLines).toHaveBeenCalledWith([fourth?.id])

    await waitFor(() => expect(document.activeElement).toBe(tick('part 5.stl')))
  })

  it('moves from cell to cell with the arrows, so that each can be read', async () => {
    const { onOpen, store } = await open(many(30))
    const key = (init: object) => fireEvent.keyDown(document.activeElement as Element, init)
    const focused = () => {
      const cell = document.activeElement?.closest('td, th')
      return [cell?.closest('tr')?.getAttribute('aria-rowindex'), (cell as HTMLTableCellElement | null)?.cellIndex]
    }
    tick('part 1.stl').focus()
    key({ key: 'ArrowLeft' })
    expect(document.activeElement).toBe(tick('part 1.stl'))

    key({ key: 'ArrowRight' })
    key({ key: 'ArrowRight' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open part 1.stl' }))

    key({ key: 'ArrowRight' })
    expect(document.activeElement?.textContent).toMatch(/^100 ×\s60 ×\s30\smm$/)

    key({ key: 'ArrowDown' })
    key({ key: 'End' })
    expect(focused()).toEqual(['31', 3])

    key({ key: 'Enter' })
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(store.get().lines[29]?.id)
    const reachable = screen.getAllByRole<HTMLElement>('checkbox', { name: /^Select part/ })
    expect(reachable.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tick('part 30.stl')])
  })

  it('tells screen readers which rows are selected', async () => {
    await open(many(3))
    fireEvent.click(tick('part 2.stl'))
    const states = screen.getAllByRole('row').map((row) => row.getAttribute('aria-selected'))
    expect(states).toEqual([null, 'false', 'true', 'false', null])
  })

  it('moves to the next quantity with Enter', async () => {
    await open(many(3))
    const quantity = (index: number) =>
      screen.getByRole<HTMLInputElement>('spinbutton', { name: `Quantity of part ${index}.stl` })
    quantity(1).focus()
    fireEvent.keyDown(quantity(1), { key: 'Enter' })
    expect(document.activeElement).toBe(quantity(2))

    // Selected, so that typing replaces it.
    const { selectionStart, selectionEnd, value } = quantity(2)
    expect([selectionStart, selectionEnd]).toEqual([0, value.length])

    fireEvent.keyDown(quantity(2), { key: 'Enter', shiftKey: true })
    expect(document.activeElement).toBe(quantity(1))
  })

  it('asks before more than three lines are removed', async () => {
    const { actions, store } = await open(many(5))
    const ids = store.get().lines.map(({ id }) => id)
    tick('part 1.stl').focus()
    fireEvent.keyDown(tick('part 1.stl'), { key: 'a', ctrlKey: true })
    fireEvent.keyDown(tick('part 1.stl'), { key: 'Delete' })

    const question = () => screen.findByRole('dialog', { name: 'Remove 5 parts?' })
    expect(within(await question()).getByText(/You can undo this removal/)).toBeDefined()
    fireEvent.click(within(await question()).getByRole('button', { name: 'Keep' }))
    expect(actions.removeLines).not.toHaveBeenCalled()

    fireEvent.keyDown(tick('part 1.stl'), { key: 'Delete' })
    fireEvent.click(within(await question()).getByRole('button', { name: 'Remove' }))
    expect(actions.removeLines).toHaveBeenCalledExactlyOnceWith(ids)
  })

  it('removes three lines without a question', async () => {
    const { actions } = await open(many(4))
    for (const name of ['part 1.stl', 'part 2.stl', 'part 3.stl']) fireEvent.click(tick(name))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(actions.removeLines).toHaveBeenCalledOnce()
  })

  it('restores removed lines from the message', async () => {
    const { actions, store } = await open(many(3))
    const [first] = store.get().lines
    fireEvent.click(tick('part 1.stl'))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(actions.restoreLines).toHaveBeenCalledWith([first?.id])
  })
})

describe('the price of a part without its colour', () => {
  it('stays as a lowest price, and the cell says what is missing', async () => {
    const { price: fromPrice } = aWorkLine(smallCatalogue)
    await open([line('part.stl', 10, { price: undefined, fromPrice, status: 'configuring' })])

    const shown = screen.getAllByText(/^from \$/, { selector: 'data' })
    expect(shown.map((price) => price.getAttribute('value'))).toEqual([
      String(fromPrice?.unitPrice.minor),
      String(fromPrice?.linePrice.minor),
    ])
    expect(screen.getByText('Choose the colour for the firm price.')).toBeTruthy()
  })
})

describe('the quantity field', () => {
  it('applies valid input at once, and keeps invalid input with the limit until it is corrected', async () => {
    const screenOf = await open(many(1))
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of part 1.stl' })
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: '12' } })

    expect(stepOf(screenOf).at(-1)?.edits[0]?.configuration?.quantity).toBe(12)

    fireEvent.change(field, { target: { value: '0' } })
    expect(field.getAttribute('aria-invalid')).toBe('true')

    fireEvent.blur(field)
    expect(field.value).toBe('0')
    expect(screen.getByText(/Enter a whole number from 1 to 1,000,000/)).toBeTruthy()

    fireEvent.change(field, { target: { value: '99999999' } })
    fireEvent.blur(field)
    expect(field.value).toBe('99999999')
    const fault = screen.getByText(/Enter 1,000,000 parts at most/)
    expect(field.getAttribute('aria-describedby')).toBe(fault.id)
    expect(screenOf.actions.edit).toHaveBeenCalledTimes(1)

    fireEvent.change(field, { target: { value: '15' } })
    expect(screen.queryByText(/Enter .* parts at most/)).toBeNull()
    expect(stepOf(screenOf).at(-1)?.edits[0]?.configuration?.quantity).toBe(15)
  })

  it.each([
    ['0', false],
    ['1.5', false],
    ['1000000000', false],
    ['', false],
    ['0', true],
  ])('shows for %j what is still quoted, and that the line is not ready (phone: %s)', async (text, phone) => {
    await open([line('five.stl', 5)], { phone })
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of five.stl' })
    const row = within(field.closest<HTMLElement>('[data-line]') ?? document.body)
    expect(row.getByText('Ready')).toBeTruthy()

    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)

    const fault = row.getByRole('alert')
    expect(fault.textContent).toMatch(/Until then, the quote stays at 5 parts\.$/)
    expect(field.getAttribute('aria-describedby')).toBe(fault.id)
    expect(row.queryByText('Ready')).toBeNull()
    expect(row.getByText('Quantity to correct')).toBeTruthy()

    fireEvent.change(field, { target: { value: '6' } })
    expect(row.queryByRole('alert')).toBeNull()
    expect(row.getByText('Ready')).toBeTruthy()
  })

  it.each([
    ['1 000', 1000],
    ['1,000', 1000],
    ['1.000', undefined],
    ['2,5', undefined],
  ])('keeps %j as it was typed, and orders %s parts', async (text, quantity) => {
    const screenOf = await open(many(1))
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of part 1.stl' })
    fireEvent.change(field, { target: { value: text } })

    expect(field.value).toBe(text)
    expect(stepOf(screenOf).at(-1)?.edits[0]?.configuration?.quantity).toBe(quantity)
    expect(field.getAttribute('aria-invalid')).toBe(String(quantity === undefined))
  })

  it('counts with the arrow keys, never below one part', async () => {
    const screenOf = await open([line('two.stl', 2)])
    const field = screen.getByRole('spinbutton', { name: 'Quantity of two.stl' })
    const chosen = () => stepOf(screenOf).at(-1)?.edits[0]?.configuration?.quantity

    fireEvent.keyDown(field, { key: 'ArrowUp' })
    expect(chosen()).toBe(3)

    fireEvent.change(field, { target: { value: '1' } })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(chosen()).toBe(1)
  })

  it('says nothing while the customer clears it to type another number', async () => {
    await open([line('five.stl', 5)])
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of five.stl' })
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: '' } })
    expect(screen.queryByText(/Until then/)).toBeNull()

    fireEvent.blur(field)
    expect(screen.getByText(/Until then/)).toBeTruthy()
  })

  it('keeps invalid input of a row that is out of sight for a while', async () => {
    await open([line('five.stl', 5), line('two.stl', 2)])
    const find = screen.getByRole('searchbox', { name: 'Search the parts' })
    const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of five.stl' })
    fireEvent.change(field(), { target: { value: '0' } })
    fireEvent.blur(field())

    fireEvent.change(find, { target: { value: 'two' } })
    await waitFor(() => expect(screen.queryByRole('spinbutton', { name: 'Quantity of five.stl' })).toBeNull())

    fireEvent.change(find, { target: { value: '' } })
    await waitFor(() => expect(field().value).toBe('0'))
    expect(field().getAttribute('aria-invalid')).toBe('true')
  })

  it('must be corrected before the selected parts can be ordered', async () => {
    await open([line('five.stl', 5), line('two.stl', 2)])
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity of five.stl' })
    fireEvent.click(tick('five.stl'))
    expect(screen.getByRole('link', { name: 'Order this part' })).toBeTruthy()

    fireEvent.change(field, { target: { value: '0' } })
    expect(screen.queryByRole('link', { name: 'Order this part' })).toBeNull()
    expect(screen.getByText('Correct the quantity of five.stl first.')).toBeTruthy()

    fireEvent.change(field, { target: { value: '6' } })
    expect(screen.getByRole('link', { name: 'Order this part' })).toBeTruthy()
  })
})

describe('the table on a phone', () => {
  it('adds cards without reading their heights, which would lay out the page each time', async () => {
    const { heightReads } = await open(many(20), { phone: true })

    expect(screen.getByRole('list', { name: 'Parts of the project' }).children.length).toBeGreaterThan(1)
    expect(heightReads).not.toHaveBeenCalled()
  })

  it('shows virtualised cards with the same data and actions', async () => {
    const screenOf = await open(many(100), { phone: true })
    expect(screen.queryByRole('table')).toBeNull()

    const cards = within(screen.getByRole('list', { name: 'Parts of the project' })).getAllByRole('listitem')
    expect(cards.length).toBeLessThanOrEqual(15)
    expect(cards[0]?.getAttribute('aria-setsize')).toBe('100')

    fireEvent.change(screen.getByRole('spinbutton', { name: 'Quantity of part 1.stl' }), { target: { value: '7' } })
    expect(stepOf(screenOf)[0]?.edits[0]?.configuration?.quantity).toBe(7)

    fireEvent.click(tick('part 1.stl'))
    fireEvent.click(screen.getByRole('button', { name: 'Change' }))

    expect(screen.getByRole('combobox', { name: 'Material of the selected parts' })).toBeDefined()

    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'quantity down' } })
    expect(cards[0]).toBeDefined()
    expect(screen.getByRole('checkbox', { name: 'Select part 100.stl' })).toBeDefined()
  })
})

describe('a line whose unit is in doubt', () => {
  const upload = anUploadView({ summary: aSummary() })
  const asking = (name: string) => line(name, 1, { price: undefined, view: aLineView({ name, upload }) })

  it('asks for it in place of choices and figures, with the largest side in each unit', async () => {
    const tiny = asking('tiny.stl')
    const { actions, user } = await open([tiny, line('housing.stl', 2)])

    const question = screen.getByRole('group', {
      name: 'tiny.stl – The largest side would measure 0.14 mm. What is the unit of the file?',
    })
    const buttons = within(question).getAllByRole('button')

    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'mm: 0.14\u00a0mm',
      'cm: 1.4\u00a0mm',
      'm: 140\u00a0mm',
      'in: 3.556\u00a0mm',
    ])
    expect(screen.getAllByRole('spinbutton')).toHaveLength(1)

    await user.click(within(question).getByRole('button', { name: 'm: 140\u00a0mm' }))
    expect(actions.setUnit.mock.calls).toEqual([[tiny.id, 'm']])
    expect(document.activeElement).toBe(tick('tiny.stl'))
  })

  it.each([
    ['en', /^huge\.stl – The largest side would measure 25,000 mm\. Is that right\?/, 'mm: 25,000\u00a0mm'],
    [
      'fr',
      /^huge\.stl – Le plus grand côté mesurerait 25\s000\smm\. Est-ce juste\s\?/,
      'mm\u00a0: 25\u202f000\u00a0mm',
    ],
  ] as const)('offers no unit that makes a large part still larger (%s)', async (language, words, only) => {
    const summary = aSummary({ sizeMm: [25_000, 300, 20] })
    const huge = line('huge.stl', 1, {
      price: undefined,
      view: aLineView({ name: 'huge.stl', upload: anUploadView({ summary }) }),
    })
    const workspace = aWorkspace([huge])
    const table = ({ workspace: current }: Pick<Parameters<typeof LinesTable>[0], 'workspace'>) => (
      <LinesTable workspace={current} openId={undefined} onOpen={() => {}} />
    )
    await renderWorkspace(workspace, table, { language })

    const question = within(await screen.findByRole('group', { name: words }))
    expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([only])
    await userEvent.click(question.getByRole('button'))
    expect(workspace.actions.setUnit).toHaveBeenCalledExactlyOnceWith(huge.id, 'mm')
  })

  it('is answered by keyboard', async () => {
    const { actions, user } = await open([asking('tiny.stl'), asking('tinier.stl')])

    tick('tiny.stl').focus()
    await user.keyboard('{ArrowDown}')
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('mm: 0.14\u00a0mm')

    await user.tab()
    await user.keyboard('{Enter}')
    expect(actions.setUnit).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(tick('tinier.stl'))
  })

  it('asks on its card on a phone, in French', async () => {
    const workspace = aWorkspace([asking('tiny.stl')])
    const table = ({ workspace: current }: Pick<Parameters<typeof LinesTable>[0], 'workspace'>) => (
      <LinesTable workspace={current} openId={undefined} onOpen={() => {}} />
    )
    await renderWorkspace(workspace, table, { phone: true, language: 'fr' })

    await userEvent.click(await screen.findByRole('button', { name: /^Pouces\s: 3,556\smm$/ }))
    expect(workspace.actions.setUnit).toHaveBeenCalledOnce()
  })
})

describe('an ordered part', () => {
  const order = {
    orderId: '33333333-3333-4333-8333-333333333333',
    number: 'C-26-10001',
    isUnpaid: true,
    isCancellable: true,
    unitMinor: 5_000,
    lineMinor: 10_000,
  }

  it('names its order, shows what was ordered, and is ordered again as a copy', async () => {
    const base = line('flange.stl', 2, { status: 'ordered' })
    const ordered = { ...base, view: { ...base.view, status: 'ordered' as const, order } }
    const { user, actions } = await open([line('a.stl', 1), ordered])

    const row = within(tick('flange.stl').closest('tr') as HTMLElement)
    expect(row.getByText('Ordered')).toBeDefined()
    expect(row.getByRole('link', { name: 'C-26-10001, to be paid' }).getAttribute('href')).toContain(order.orderId)
    expect(row.getByText('$100.00')).toBeDefined()
    expect(row.getByRole<HTMLInputElement>('spinbutton').disabled).toBe(true)
    expect(row.getByRole<HTMLSelectElement>('combobox').disabled).toBe(true)

    await user.click(row.getByRole('button', { name: 'Order flange.stl again' }))
    expect(actions.transferLines).toHaveBeenCalledExactlyOnceWith([ordered.id], expect.any(String), true)
  })

  it('has a row with room for its three texts, also outside the visible rows', async () => {
    await open(many(100).map((one) => ({ ...one, view: { ...one.view, order } })))

    const rows = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-line'))
    expect(rows.every((row) => row.hasAttribute('data-tall'))).toBe(true)

    const gaps = [...document.querySelectorAll<HTMLElement>('tbody tr[aria-hidden] td')]
    const unmountedPixels = gaps.reduce((sum, { style }) => sum + Number.parseFloat(style.height), 0)
    expect(unmountedPixels).toBe((100 - rows.length) * 64)
  })
})
