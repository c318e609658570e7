import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { minorOf, section, set, showPanel } from '#features/quote/panel/panel.fixture.tsx'

const materials = () => section('Process and material')
const openMaterials = () => fireEvent.click(materials().getByRole('button', { name: 'Change' }))
const option = (name: RegExp) => materials().getByRole<HTMLButtonElement>('button', { name })

const priced = (element: Element) => ({
  minor: minorOf(element.querySelector('data')),
  date: element.querySelector('time')?.getAttribute('datetime') ?? '',
})

const linePrice = () =>
  minorOf(within(screen.getByRole('region', { name: 'Price' })).getByText(/^Price for /).nextElementSibling)

describe('the materials', () => {
  it('show price and date before they are chosen, and cost exactly that afterwards', async () => {
    const { line, edits } = await showPanel()
    openMaterials()
    fireEvent.click(materials().getByRole('button', { name: '3D printing' }))

    const before = priced(option(/^MJF PA12/))
    expect(before.minor).toBeGreaterThan(0)
    expect(before.date).toMatch(/^\d{4}-\d\d-\d\d$/)

    fireEvent.click(option(/^MJF PA12/))
    expect(line().price?.linePrice.minor).toBe(before.minor)
    expect(edits.map(({ label }) => label)).toEqual(['material'])

    await waitFor(() => expect(linePrice()).toBe(before.minor))
  })

  it('report which services they removed and added, with an undo (spec, value-added services)', async () => {
    const anodized = { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 } as const
    const { configuration, undo } = await showPanel({ configuration: { services: [anodized] } })
    openMaterials()
    fireEvent.click(materials().getByRole('button', { name: 'All' }))

    expect(within(option(/^MJF PA12/)).getByText('Without Anodizing')).toBeTruthy()

    fireEvent.click(option(/^MJF PA12/))

    const notice = screen.getByText(/^No longer possible and removed: Anodizing\./)
    expect(notice.textContent).toContain('Also added: Sandblasting / bead blasting.')
    expect(notice.textContent).toContain('The tolerance is now Standard')
    expect(configuration().services.map(({ id }) => id)).toEqual(['sandblasting'])

    fireEvent.click(within(notice).getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
  })

  it('are disabled with a reason if they are impossible', async () => {
    await showPanel({ reference: 'cover-260x180x45', materialId: 'sla-9600-white' })
    openMaterials()
    fireEvent.click(materials().getByRole('button', { name: 'CNC machining' }))
    const turning = materials().getByRole('region', { name: 'CNC turning' })
    expect(turning.textContent).toContain('A lathe cannot make the shape of this part')
    expect(within(turning).queryByRole('button')).toBeNull()
  })

  it.each([
    ['PA12', ['MJF PA12 (HP 3D HR)']],
    ['pa 12', ['MJF PA12 (HP 3D HR)']],
    ['resine', ['White resin 9600 (ABS-like)']],
    ['aluminium mic', ['Cast aluminium tooling plate MIC-6']],
    ['turning', ['Aluminium 6061-T6']],
    ['unobtainium', []],
  ])('are found by %j in every technology', async (query, found) => {
    await showPanel({ reference: 'shaft-30x80' })
    openMaterials()
    set(materials().getByRole('searchbox'), query)
    await waitFor(() => {
      const names = materials()
        .queryAllByRole('button')
        .flatMap((button) =>
          button.hasAttribute('data-stop') ? (button.querySelector('span > span')?.textContent ?? '') : [],
        )
      expect(names).toEqual(found)
    })
    if (found.length === 0) expect(materials().getByText(/No material matches “unobtainium”/)).toBeTruthy()
  })

  it('are sorted by price and by date', async () => {
    await showPanel()
    openMaterials()
    fireEvent.click(materials().getByRole('button', { name: 'All' }))

    const figures = () =>
      materials()
        .getAllByRole('button')
        .filter((button) => button.hasAttribute('data-stop'))
        .map(priced)
    for (const [order, by] of [
      ['price', 'minor'],
      ['date', 'date'],
    ] as const) {
      set(materials().getByRole('combobox', { name: 'Sort' }), order)
      const groups = materials()
        .getAllByRole('region')
        .filter((group) => within(group).queryAllByRole('button').length > 0)
      const firsts = groups.map((group) => priced(within(group).getAllByRole('button')[0] as Element)[by])
      expect(firsts).toEqual(firsts.toSorted((a, b) => (a < b ? -1 : 1)))
      expect(figures().length).toBe(5)
    }
  })

  it('are navigated with the arrow keys, and chosen with Enter', async () => {
    const { configuration } = await showPanel()
    const user = userEvent.setup()
    openMaterials()
    await user.click(materials().getByRole('searchbox'))
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}')

    expect(document.activeElement?.textContent).toContain('Cast aluminium tooling plate')

    await user.keyboard('{Enter}')
    expect(configuration().materialId).toBe('al-mic6')

    // The list is unmounted, but the focus must not jump to the top of the page.
    expect(document.activeElement).toBe(materials().getByRole('button', { name: 'Change' }))
  })
})

describe('the colours', () => {
  it('name the service that makes them and what it adds, and select it', async () => {
    const { configuration, line } = await showPanel({ materialId: 'mjf-pa12' })
    const before = line().price?.linePrice.minor ?? 0
    const black = section('Colour').getByRole('radio', { name: /^Black/ })
    const card = black.closest('label')

    expect(card?.textContent).toMatch(/by Dyeing\+\$[\d.]+ · \+3 working days/)

    const added = minorOf(card?.querySelector('data'))
    fireEvent.click(black)

    expect(configuration().services).toContainEqual({ id: 'dyeing', option: 'solid', colours: ['black'] })
    expect((line().price?.linePrice.minor ?? 0) - before).toBe(added)
    expect(screen.getByText(/^Also added: Dyeing\./)).toBeTruthy()
  })

  it('ask before they replace a service that they exclude', async () => {
    const painted = { id: 'painting', option: 'pantone', colours: ['RAL 9005'], finish: 'matte' } as const
    const depowdered = { id: 'sandblasting', option: 'depowder' } as const
    const { configuration, edits } = await showPanel({
      materialId: 'mjf-pa12',
      configuration: { services: [depowdered, painted] },
    })

    fireEvent.click(section('Colour').getByRole('radio', { name: /^Black/ }))

    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('This service replaces “Painting (Pantone)”. Continue?')
    expect(edits).toEqual([])

    fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(configuration().services.map(({ id }) => id)).toEqual(['sandblasting', 'dyeing'])
  })
})

describe('the quantity', () => {
  const field = () => section('Quantity').getByRole<HTMLInputElement>('spinbutton')
  const breaks = () => within(section('Quantity').getByRole('list', { name: 'Prices by quantity' }))

  it('is priced at the usual breaks and at the customer’s own value (product decisions, Quote)', async () => {
    const { line } = await showPanel()
    set(field(), '7')
    await waitFor(() => {
      const shown = breaks()
        .getAllByRole('button')
        .map((button) => button.querySelector('span')?.textContent)
      expect(shown).toEqual(['1', '2', '5', '7', '10', '20', '50', '100'])
    })

    const own = breaks().getByRole('button', { pressed: true })
    expect(minorOf(own.querySelector('data'))).toBe(line().price?.unitPrice.minor)
  })

  it('shows what the next break saves per part, and selects it', async () => {
    const { configuration } = await showPanel()
    const note = section('Quantity').getByText(/^10 more parts: \$[\d.]+ each, \d+% less, for \$[\d.]+ more in all\./)
    fireEvent.click(within(note).getByRole('button', { name: 'Choose 20' }))
    expect(configuration().quantity).toBe(20)
  })

  it.each(['0', '1.5', '', '-3', '1000001'])('is not changed by %j, and the field shows an error', async (text) => {
    const { edits } = await showPanel()
    set(field(), text)
    fireEvent.blur(field())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(section('Quantity').getByText(/^(This quantity is not possible|The quantity is too large)\./)).toBeTruthy()
    expect(edits).toEqual([])
  })

  it('keeps what cannot be ordered, with the limit, after the field has lost the focus', async () => {
    await showPanel()
    set(field(), '99999999')
    fireEvent.blur(field())
    expect(field().value).toBe('99999999')
    expect(section('Quantity').getByText(/Enter 1,000,000 parts at most/)).toBeTruthy()

    set(field(), '15')
    fireEvent.blur(field())
    expect(field().value).toBe('15')
    expect(section('Quantity').queryByText(/parts at most/)).toBeNull()
  })

  it('updates the quantity of anodizing, and removes express if it is not offered for that many', async () => {
    const anodized = { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 } as const
    const { configuration, line } = await showPanel({ configuration: { services: [anodized], lead: 'express' } })
    set(field(), '60')
    expect(configuration()).toMatchObject({ quantity: 60, lead: 'standard', services: [{ quantity: 60 }] })
    expect(line().faults).toEqual([])
    expect(screen.getByText(/^The lead time is now Standard\./)).toBeTruthy()
  })
})

describe('lead time and tolerance', () => {
  it('show express as more expensive and earlier, each with price and date', async () => {
    const { line } = await showPanel()
    const tier = (name: RegExp) => section('Lead time').getByRole<HTMLInputElement>('radio', { name })
    const figures = (name: RegExp) => priced(tier(name).closest('label') as Element)
    const economy = figures(/^Economy/)
    const standard = figures(/^Standard/)
    const express = figures(/^Express/)

    expect(economy.minor).toBeLessThan(standard.minor)
    expect(express.minor).toBeGreaterThan(standard.minor)
    expect(express.date < standard.date && standard.date < economy.date).toBe(true)

    fireEvent.click(tier(/^Express/))
    expect(line().price?.linePrice.minor).toBe(express.minor)
  })

  it('do not offer an express that is not earlier, and say why', async () => {
    const { configuration } = await showPanel({ materialId: 'sla-9600-white', configuration: { quantity: 20 } })
    const leads = () => section('Lead time').getAllByRole<HTMLInputElement>('radio')
    fireEvent.click(section('Lead time').getByRole('radio', { name: /^Express/ }))
    expect(configuration().lead).toBe('express')

    set(section('Quantity').getByRole('spinbutton'), '5')
    expect(configuration()).toMatchObject({ quantity: 5, lead: 'standard' })
    await waitFor(() => expect(leads()).toHaveLength(2))
    expect(leads().map(({ checked }) => checked)).toEqual([false, true])
    expect(section('Lead time').getByText(/^Express brings nothing here\. Choose Standard/)).toBeTruthy()
    expect(screen.getByText(/^The lead time is now Standard\./)).toBeTruthy()
  })

  it('show what each tolerance adds, and which need a manual review', async () => {
    const { line } = await showPanel()
    const before = line().price?.linePrice.minor ?? 0
    const fine = section('Tolerance').getByRole('radio', { name: /^±0\.02 mm/ })
    const added = minorOf(fine.closest('label')?.querySelector('data'))

    expect(fine.closest('label')?.textContent).toContain('+1 working day')
    expect(
      section('Tolerance')
        .getByRole('radio', { name: /^±0\.01 mm/ })
        .closest('label')?.textContent,
    ).toContain('An expert confirms the price.')

    fireEvent.click(fine)
    expect((line().price?.linePrice.minor ?? 0) - before).toBe(added)
  })
})
