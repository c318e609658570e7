import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { minorOf, section, set, showPanel } from '#features/quote/panel/panel.fixture.tsx'
import { measuresOf } from '#features/quote/workspace/workspace.fixture.ts'

const materials = () => section('Process and material')
const compare = () => fireEvent.click(materials().getByRole('button', { name: 'Compare processes' }))
const options = () => within(materials().getByRole('list', { name: 'Possible processes' }))
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => minorOf(cell.querySelector('data')))

/** The cheapest process of each row of the table. */
function cheapestByQuantity(): Map<number, string> {
  const table = within(materials().getByRole('table', { name: 'Unit price by quantity and process' }))
  const [head, ...rows] = table.getAllByRole('row')
  const names = within(head as HTMLElement)
    .getAllByRole('columnheader')
    .map((column) => column.title)

  return new Map(
    rows.map((row) => {
      const at = cells(row).indexOf(Math.min(...cells(row)))
      return [Number(within(row).getByRole('rowheader').textContent), names[at + 1] ?? '']
    }),
  )
}

describe('the advice on the process of a part', () => {
  it('says why the process of the line suits the part', async () => {
    await showPanel()
    expect(
      materials().getByText(
        'Suggested process for this part. Flat faces and 8 holes, threads or slots: machining holds their dimensions.',
      ),
    ).toBeTruthy()
  })

  it('names a process that suits the part better, and takes it at the price that it names', async () => {
    const { line, edits } = await showPanel({ materialId: 'sla-9600-white' })
    expect(materials().getByText(/^Better suited: CNC milling\. Flat faces and 8 holes/)).toBeTruthy()

    const take = materials().getByRole('button', { name: /^Choose CNC milling: \$/ })
    const price = /\$([\d.,]+)/.exec(take.textContent ?? '')?.[1]
    fireEvent.click(take)

    expect(edits.map(({ label }) => label)).toEqual(['material'])
    expect(line().configuration).toMatchObject({ materialId: 'al-6061-t6', process: 'milling', quantity: 10 })
    expect(((line().price?.linePrice.minor ?? 0) / 100).toFixed(2)).toBe(price)
  })

  it('is silent about a process that suits the part as well', async () => {
    await showPanel({ reference: 'clip-18x12x6', materialId: 'mjf-pa12', configuration: { quantity: 1 } })
    expect(materials().queryByText(/^Better suited|^Suggested process/)).toBeNull()
    expect(materials().getByRole('button', { name: 'Compare processes' })).toBeTruthy()
  })

  it('changes with the quantity, and leaves the process to the customer', async () => {
    const reference = 'cover-260x180x45'
    const hollow = { ...measuresOf(reference), hiddenPercent: 12 }
    const { configuration } = await showPanel({
      reference,
      materialId: 'mjf-pa12',
      configuration: { quantity: 1 },
      line: { part: hollow },
    })
    expect(materials().getByText(/^Suggested process for this part\. 12% of the surface is out of reach/)).toBeTruthy()

    set(screen.getByRole('spinbutton', { name: 'Number of parts' }), '20')
    expect(await materials().findByText(/^Better suited: Vacuum casting\. 20 identical plastic parts/)).toBeTruthy()
    expect(configuration()).toMatchObject({ materialId: 'mjf-pa12', quantity: 20 })
  })

  it('does not advise a mould that costs far more than a print', async () => {
    const visit = { reference: 'clip-18x12x6', materialId: 'sla-9600-white', configuration: { quantity: 20 } }
    await showPanel(visit)
    expect(
      materials().getByText(/^Suggested process for this part\. Freeform shapes on 20% of the surface/),
    ).toBeTruthy()
  })

  it('asks before it removes a chosen service', async () => {
    const painted = { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' } as const
    const inserts = { id: 'brass-insert', option: 'standard', items: [{ size: 'M3', count: 1, depthMm: 6 }] } as const
    const { edits } = await showPanel({ materialId: 'sla-9600-white', configuration: { services: [painted, inserts] } })
    fireEvent.click(materials().getByRole('button', { name: /^Choose CNC milling/ }))
    expect(edits).toEqual([])
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
})

describe('the comparison of processes', () => {
  it('shows price and date of each process, and takes one with a click', async () => {
    const { line } = await showPanel()
    compare()

    const own = options().getByRole('button', { name: /^CNC milling/ })
    expect(own.getAttribute('aria-current')).toBe('true')
    expect(minorOf(own.querySelector('data'))).toBe(line().price?.linePrice.minor)

    const printed = options().getByRole('button', { name: /^Stereolithography/ })
    expect(printed.querySelector('time')?.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\d$/)
    const minor = minorOf(printed.querySelector('data'))
    fireEvent.click(printed)

    expect(line().configuration).toMatchObject({ process: 'sla', materialId: 'sla-9600-white' })
    await waitFor(() => expect(line().price?.linePrice.minor).toBe(minor))
  })

  it('has the unit prices of the chart in a table, and marks the lowest of each quantity', async () => {
    const { line } = await showPanel()
    compare()

    expect(materials().getByRole('img', { name: /^Unit price by quantity and process/ })).toBeTruthy()
    const table = within(materials().getByRole('table', { name: 'Unit price by quantity and process' }))
    const [head, ...rows] = table.getAllByRole('row')
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      '1',
      '2',
      '5',
      '10',
      '20',
      '50',
      '100',
    ])

    const columns = within(head as HTMLElement).getAllByRole('columnheader')
    expect(columns.map((column) => column.textContent?.trim()).slice(0, 3)).toEqual(['Quantity', 'CNC milling', 'SLA'])
    expect(columns[2]?.title).toBe('Stereolithography (SLA)')

    const ten = rows[3] as HTMLElement
    expect(cells(ten)[0]).toBe(line().price?.unitPrice.minor)
    for (const row of rows) {
      const marked = within(row)
        .getAllByText('lowest')
        .map((mark) => minorOf(mark.closest('td')?.querySelector('data')))
      expect(marked).toEqual([Math.min(...cells(row))])
    }
  })

  it.each([10, 250])(
    'says which process is the cheapest in which quantities, as the table does (%i parts)',
    async (quantity) => {
      await showPanel({ configuration: { quantity } })
      compare()
      const cheapestOf = cheapestByQuantity()
      const sentence = materials().getByText(/^Cheapest /).textContent ?? ''
      const stated = [...sentence.matchAll(/(?:from|From) (\d+) to (\d+) parts: ([^.]+)\./g)]

      expect(stated.at(0)?.[1]).toBe('1')
      expect(stated.at(-1)?.[2]).toBe('100')
      for (const [, from, to, process] of stated) {
        const within = [...cheapestOf].filter(([some]) => some >= Number(from) && some <= Number(to))
        expect(within.map(([, cheapest]) => cheapest)).toEqual(within.map(() => process))
      }
    },
  )

  it('closes when its button is pressed a second time', async () => {
    await showPanel()
    compare()
    fireEvent.click(materials().getByRole('button', { name: 'Close the comparison' }))
    expect(materials().queryByRole('table')).toBeNull()
  })
})
