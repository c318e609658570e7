import { defaultConfiguration } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aWorkLine, measuresOf, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import { aLineView, anUploadView, aSummary } from '#lib/testing/views.ts'

import { minorOf, section, set, showPanel } from './panel.fixture.tsx'

const price = () => within(screen.getByRole('region', { name: 'Price' }))

describe('the heading of a part', () => {
  it('renames it in place: Enter saves, Escape cancels and keeps the panel open', async () => {
    const { edits, line } = await showPanel()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Rename' }))

    expect(document.activeElement).toBe(screen.getByLabelText('Name of the part'))

    await user.clear(screen.getByLabelText('Name of the part'))
    await user.keyboard('Gripper{Escape}')

    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('bracket.stl')

    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.clear(screen.getByLabelText('Name of the part'))
    await user.keyboard('Gripper{Enter}')

    expect(edits).toEqual([{ label: 'name', edits: [{ lineId: line().id, name: 'Gripper' }] }])
    expect(screen.getByRole('article', { name: 'Part Gripper' })).toBeTruthy()
  })

  it('opens the previous and next part, and closes the panel', async () => {
    const { onOpen, onClose } = await showPanel()
    expect(screen.getByText('2 of 2')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next part' }).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Previous part' }))
    expect(onOpen).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: 'Close the part' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe('the price', () => {
  it.each([
    ['server', 'Firm price, valid until December 15, 2026'],
    ['browser', /^Estimate, measured in your browser/],
  ] as const)('is fixed until a date only if it is the server’s: from the %s', async (source, text) => {
    await showPanel({ line: { source } })
    expect(price().getByText(text)).toBeTruthy()
  })

  it.each([
    ['needs-decision', 'Not a firm price: the part awaits a decision.'],
    ['expired', 'Price expired on December 15, 2026'],
    ['ordered', 'Price of the order'],
  ] as const)('is not called firm while the part is %s', async (status, text) => {
    await showPanel({ line: { source: 'server', status } })
    expect(price().getByText(text)).toBeTruthy()
    expect(price().queryByText(/Firm price/)).toBeNull()
  })

  it('is only indicative if the part cannot be made as it is (product decisions, Quote)', async () => {
    const { price: firm } = aWorkLine(smallCatalogue, {})
    if (!firm) throw new Error('no price')

    const thin = { rule: 'min-wall-sla', severity: 'blocks', value: 0.2, limit: 0.5 } as Finding
    await showPanel({ line: { source: 'server', price: { ...firm, blocking: [thin], manualQuote: ['findings'] } } })

    expect(price().getByText('Indicative price, not firm: the part cannot be made as it is.')).toBeTruthy()
    expect(price().getAllByText(/cannot be made as it is/)).toHaveLength(1)
    expect(price().queryByText(/^Firm price/)).toBeNull()
  })

  it('explains a correction by the server (product decisions, Files)', async () => {
    const difference = { browserMinor: 10_000, serverMinor: 10_300, figure: 'volume', share: 0.031 } as const
    await showPanel({ line: { difference } })
    expect(
      price().getByText(
        'The server’s price is $103.00; your browser had estimated $100.00. The volume differs by 3.1%.',
      ),
    ).toBeTruthy()
  })

  it('expands to terms with reasons that add up to the line', async () => {
    const { line } = await showPanel()
    const details = price().getByText('Price breakdown').closest('details') as HTMLDetailsElement

    // jsdom opens nothing on a click.
    details.open = true
    fireEvent(details, new Event('toggle'))

    const rows = within(details).getAllByRole('row').slice(1)
    const sum = rows.pop()
    const added = rows.reduce((total, row) => total + minorOf(row.querySelector('data')), 0)

    expect(rows.length).toBeGreaterThan(3)
    expect(
      rows.every((row) =>
        [...row.children].every((cell) => cell.textContent && !cell.textContent.includes('pricing.')),
      ),
    ).toBe(true)
    expect([added, minorOf(sum?.querySelector('data'))]).toEqual([
      line().price?.linePrice.minor,
      line().price?.linePrice.minor,
    ])
  })

  it('shows what changed it, term by term', async () => {
    const { line } = await showPanel()
    const before = line().price?.linePrice.minor ?? 0
    fireEvent.click(section('Lead time').getByRole('radio', { name: /^Express/ }))

    const summary = await price().findByText(/^Why the price changed: \+\$/)
    const details = summary.closest('details') as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))

    const terms = within(details).getAllByRole('listitem')
    expect(terms[0]?.textContent).toMatch(/^Lead time \+\$/)

    const sum = terms.reduce((total, term) => total + minorOf(term.querySelector('data')), 0)
    expect(sum).toBe((line().price?.linePrice.minor ?? 0) - before)
  })

  it('is not compared with that of the part shown before', async () => {
    await showPanel()
    const before = price().getAllByText(/^\$/)[0]?.textContent
    fireEvent.click(screen.getByRole('button', { name: 'Previous part' }))

    expect(await screen.findByText('1 of 2')).toBeTruthy()
    expect(price().getAllByText(/^\$/)[0]?.textContent).not.toBe(before)
    expect(price().queryByText(/^Why the price changed/)).toBeNull()
  })

  it('gives the reasons for a manual quote', async () => {
    const part = measuresOf('bracket-100x60x25')
    const configuration = { ...defaultConfiguration(part, 'al-6061-t6', smallCatalogue, 10), toleranceId: 'pm-0.01' }
    await showPanel({ configuration })
    expect(
      price().getByText('To be confirmed by an expert: the tolerance asked for is checked by an expert.'),
    ).toBeTruthy()
  })

  it('is missing while inputs are missing, and lists them', async () => {
    await showPanel({ configuration: { services: [{ id: 'grinding', option: 'flat', faces: 1, areaCm2: 0 }] } })
    expect(price().getByText('No price for this choice yet')).toBeTruthy()
    expect(price().getByText(/^The service Grinding is not available for Aluminium/)).toBeTruthy()
  })

  it('is announced to screen readers after a pause', async () => {
    await showPanel()
    const spoken = () => price().getByRole('status').textContent
    await waitFor(() => expect(spoken()).toMatch(/^\$[\d.]+ for 10 parts, delivered on /), { timeout: 3000 })
  })
})

describe('attachments and comment', () => {
  const drawing = anUploadView({ id: 'upload-7', purpose: 'attachment', name: 'plan.pdf', bytes: 1_200_000 })

  it('accept drawings, and refuse those that are too large or too many', async () => {
    const { attach } = await showPanel()
    const input = section('Drawing and comment').getByLabelText('Add a drawing')
    const huge = new File(['x'], 'huge.pdf')
    Object.defineProperty(huge, 'size', { value: 21 * 1024 * 1024 })
    fireEvent.change(input, { target: { files: [huge] } })

    expect((await screen.findByRole('alert')).textContent).toBe(
      'huge.pdf is larger than 20 MB. Send a lighter version.',
    )
    expect(attach).not.toHaveBeenCalled()

    fireEvent.change(input, { target: { files: [new File(['%PDF'], 'plan.pdf')] } })
    await waitFor(() => expect(attach).toHaveBeenCalledOnce())
  })

  it('show the state of a drawing, and remove it from the services that used it', async () => {
    const services = [
      {
        id: 'silkscreen',
        option: 'screen',
        colours: ['RAL 9005'],
        zones: 1,
        position: 'front',
        artworkFileId: 'upload-7',
      },
    ] as const
    const attachments = [drawing, { ...drawing, id: 'upload-8', name: 'new.pdf', state: 'uploading' as const }]
    const { detach, configuration, line } = await showPanel({
      configuration: { services },
      line: { view: aLineView({ attachments }) },
    })

    expect(screen.getByRole('progressbar', { name: 'Sending new.pdf' })).toBeTruthy()

    fireEvent.click(screen.getByRole('button', { name: 'Remove plan.pdf' }))
    await waitFor(() => expect(detach).toHaveBeenCalledWith(line().id, 'upload-7'))

    expect(configuration().services).toEqual([
      { id: 'silkscreen', option: 'screen', colours: ['RAL 9005'], zones: 1, position: 'front' },
    ])
  })

  it('save a comment as one edit on blur', async () => {
    const { edits, line } = await showPanel()
    const field = screen.getByLabelText<HTMLTextAreaElement>('Comment for the workshop')

    expect(field.maxLength).toBe(2000)

    set(field, 'Deburr')
    set(field, 'Deburr all edges')
    fireEvent.blur(field)

    expect(edits).toEqual([{ label: 'comment', edits: [{ lineId: line().id, comment: 'Deburr all edges' }] }])
    expect(screen.getByText('1,984 characters left')).toBeTruthy()
  })
})

describe('the file of a part', () => {
  it('shows what a revision changed', async () => {
    const revision = {
      fileName: 'bracket-v1.stl',
      replacedAt: '2026-11-14T09:00:00.000Z',
      sizeMm: [100, 60, 20],
      volumeMm3: 60_000,
      lineMinor: 20_000,
    }
    await showPanel({ line: { view: aLineView({ revision }) } })

    expect(screen.getByText('Replaces bracket-v1.stl since November 14, 2026.')).toBeTruthy()
    expect(screen.getByText('Size: 100 × 60 × 25 mm, was 100 × 60 × 20 mm')).toBeTruthy()
    expect(screen.getByText('Volume: 70 cm³, was 60 cm³')).toBeTruthy()
    expect(screen.getByText(/^Price: \$[\d.]+, was \$200\.00$/)).toBeTruthy()
  })

  it('is replaced by another, and the configuration stays', async () => {
    const { replaceFile, line, edits } = await showPanel()
    const file = new File(['solid'], 'bracket-v2.stl')
    fireEvent.change(screen.getByLabelText('Replace the file'), { target: { files: [file] } })
    await waitFor(() => expect(replaceFile).toHaveBeenCalledWith(line().id, file))
    expect(edits).toEqual([])
  })

  it('shows why it cannot be read, and an expert can still be asked', async () => {
    const refusal = { code: 'empty-file', detail: {} } as never
    await showPanel({ line: { part: undefined, configuration: undefined, price: undefined, refusal } })
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ask an expert' })).toBeTruthy()
    expect(screen.getByLabelText('Replace the file')).toBeTruthy()
  })
})

describe('a material that the catalogue no longer has', () => {
  it('is replaced by the usual one with the same quantity', async () => {
    const { configuration } = await showPanel({ configuration: { materialId: 'withdrawn' } })
    expect(screen.getByText('The material of this part is no longer in the catalogue.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Choose the usual material' }))
    expect(configuration()).toMatchObject({ materialId: 'sla-9600-white', quantity: 10 })
  })
})

describe('a read-only panel', () => {
  it('shows everything and offers no action', async () => {
    const { edits } = await showPanel({ readOnly: true })
    expect(price().getByText('Price for 10 parts')).toBeTruthy()
    expect(screen.getByText('Aluminium 6061-T6')).toBeTruthy()

    const { container } = { container: screen.getByRole('article') }
    expect(within(container).queryAllByRole('radio')).toEqual([])
    expect(within(container).queryAllByRole('textbox')).toEqual([])
    expect(container.querySelectorAll('input, select, textarea')).toHaveLength(0)

    for (const name of ['Rename', 'Ask an expert', 'Replace the file'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(edits).toEqual([])
  })
})

describe('help', () => {
  it('explains a term in place, and Escape closes it without closing the panel', async () => {
    await showPanel()

    const outer = vi.fn()
    document.addEventListener('keydown', outer)

    const mark = screen.getByRole('button', { name: 'What does “tolerance” mean?' })
    fireEvent.click(mark)

    expect(screen.getByText(/^How far a dimension may be off/)).toBeTruthy()
    expect(mark.getAttribute('aria-expanded')).toBe('true')

    fireEvent.keyDown(mark, { key: 'Escape' })
    expect(mark.getAttribute('aria-expanded')).toBe('false')

    document.removeEventListener('keydown', outer)
  })
})

describe('a part whose unit is in doubt', () => {
  const view = aLineView({ name: 'tiny.stl', upload: anUploadView({ summary: aSummary() }) })

  it('asks for it before price, choices and findings', async () => {
    const { setUnit, line } = await showPanel({ line: { view } })
    const article = screen.getByRole('article')
    const [question] = within(article).getAllByRole('group')

    expect(question?.textContent).toContain('What is the unit of the file?')
    expect(screen.queryByRole('region', { name: 'Price' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change the unit' })).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Metres: 140\u00a0mm' }))
    expect(setUnit.mock.calls).toEqual([[line().id, 'm']])
    expect(article.contains(document.activeElement)).toBe(true)
  })

  it('only shows the question to those who can answer it', async () => {
    await showPanel({ line: { view }, readOnly: true })
    expect(screen.queryByRole('button', { name: 'Metres: 140\u00a0mm' })).toBeNull()
  })
})
