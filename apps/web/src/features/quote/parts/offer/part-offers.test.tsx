// jsdom's files cannot be streamed; Node's are the platform's own.
import { File as StreamedFile } from 'node:buffer'
import type { Catalogue } from '@cotation/domain'
import { box, merge, sphere } from '@cotation/geometry/solids'
import { binaryStl } from '@cotation/geometry/stl'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/testing/render-app.tsx'
import { refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { stubWorkers } from '#lib/testing/worker-stub.ts'
import { catalogueAnswer, smallCatalogue } from './figures/small-catalogue.fixture.ts'

/** Whole analyses take longer than a render. */
const patient = { timeout: 20_000 }
const cube = (side: number) => binaryStl(box([side, side, side]))

interface Visit {
  content: Uint8Array
  language?: 'fr' | 'en'
  path?: string
  catalogue?: Catalogue
  answers?: Parameters<typeof stubGateway>[0]
}

/** The quote home with one file let go over its sheet. */
async function drop({ content, language = 'en', path = '/quote', catalogue = smallCatalogue, answers }: Visit) {
  const gateway = stubGateway({ 'GET /global/catalogue/current': () => catalogueAnswer(catalogue), ...answers })
  stubWorkers()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await renderApp(path, { language })
  const sheet = language === 'fr' ? 'Déposez vos fichiers 3D ici' : 'Drop your 3D files here'
  const files = [new StreamedFile([content], 'part.stl')]
  fireEvent.drop(screen.getByRole('region', { name: sheet }), { dataTransfer: { files } })
  return { gateway }
}

async function dropPriced(visit: Visit, name = 'Price of part.stl') {
  const { gateway } = await drop(visit)
  const offer = await screen.findByRole('region', { name }, patient)
  return { gateway, ...reader(offer) }
}

const minorOf = (element: Element | null | undefined) => Number(element?.getAttribute('value'))

/** What an offer says and asks, as a customer finds it. */
function reader(offer: HTMLElement) {
  const one = within(offer)
  const radio = (name: RegExp) => one.getByRole<HTMLInputElement>('radio', { name })
  return {
    offer: one,
    radio,
    material: () => one.getByRole<HTMLSelectElement>('combobox'),
    quantity: () => one.getByRole<HTMLInputElement>('spinbutton'),
    /** Cents of the line: the large figure. */
    line: () => minorOf(one.getByText(/^Price for /).nextElementSibling),
    tier: (name: RegExp) => {
      const card = radio(name).closest('label')
      const date = card?.querySelector('time')?.getAttribute('datetime') ?? ''
      return { minor: minorOf(card?.querySelector('data')), date, text: card?.textContent ?? '' }
    },
    open: (title: string) => {
      const details = one.getByText(title).closest('details')
      if (!details) throw new Error(`nothing opens at ${title}`)
      // jsdom opens nothing on a click.
      details.open = true
      fireEvent(details, new Event('toggle'))
      return within(details)
    },
  }
}

const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('the price of a dropped part', () => {
  it('is there before anything is sent, and the catalogue is asked once for all parts', async () => {
    const { gateway, line, tier } = await dropPriced({ content: cube(20) })
    expect(line()).toBeGreaterThan(0)
    expect(line()).toBe(tier(/^Standard/).minor)
    const files = [new StreamedFile([cube(30)], 'second.stl')]
    fireEvent.drop(screen.getByRole('region', { name: 'Drop your 3D files here' }), { dataTransfer: { files } })
    await screen.findByRole('region', { name: 'Price of second.stl' }, patient)
    expect(gateway.to('GET /global/catalogue/current')).toHaveLength(1)
    expect(gateway.calls.filter(({ key }) => !key.startsWith('GET '))).toEqual([])
  })

  it.each([
    ['/quote', 'sla/sla-9600-white'],
    ['/quote?technology=cnc', 'milling/al-6061-t6'],
    ['/quote?technology=vacuum-casting', 'casting/vc-pu-abs'],
  ])('begins at %s with %s', async (path, value) => {
    const { material } = await dropPriced({ content: cube(20), path })
    expect(material().value).toBe(value)
  })

  it('follows quantity and material', async () => {
    const { line, quantity, material, offer } = await dropPriced({ content: cube(20) })
    const one = line()
    set(quantity(), '10')
    await waitFor(() => expect(line()).toBeGreaterThan(one))
    const ten = line()
    expect(ten).toBeLessThan(10 * one)
    expect(offer.getByText('Price for 10 parts')).toBeTruthy()
    set(material(), 'milling/al-6061-t6')
    await waitFor(() => expect(line()).toBeGreaterThan(ten))
  })

  it.each(['0', '1.5', '', '-3'])('is none for a quantity of %j, and says what to enter', async (text) => {
    const { quantity, offer } = await dropPriced({ content: cube(20) })
    set(quantity(), text)
    await waitFor(() => expect(offer.getByText('No price for this choice')).toBeTruthy())
    expect(quantity().getAttribute('aria-invalid')).toBe('true')
    const note = document.getElementById(quantity().getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('The quantity is not a whole number. Enter a whole number from 1 to 1,000,000.')
    expect(offer.queryByText(/each$/)).toBeNull()
    set(quantity(), '2')
    await waitFor(() => expect(offer.getByText('Price for 2 parts')).toBeTruthy())
    expect(quantity().getAttribute('aria-invalid')).toBe('false')
  })

  it('says of too many parts that they are, in the words of the rules', async () => {
    const { quantity, offer } = await dropPriced({ content: cube(20) })
    set(quantity(), '1000001')
    await waitFor(() => expect(offer.getByText('No price for this choice')).toBeTruthy())
    expect(offer.getByText(/^The quantity is too large\. Enter 1,000,000 parts at most/)).toBeTruthy()
    const aloud = /^No price for this choice\. The quantity is too large\./
    await waitFor(() => expect(offer.getByRole('status').textContent).toMatch(aloud), { timeout: 3000 })
  })

  it('costs more and comes no later by express, less and no earlier by economy', async () => {
    const { tier, radio, line } = await dropPriced({ content: cube(20), path: '/quote?technology=cnc' })
    const [economy, standard, express] = [tier(/^Economy/), tier(/^Standard/), tier(/^Express/)]
    expect(express.minor).toBeGreaterThan(standard.minor)
    expect(economy.minor).toBeLessThan(standard.minor)
    expect(express.date <= standard.date && standard.date <= economy.date).toBe(true)
    fireEvent.click(radio(/^Express/))
    expect(radio(/^Express/).checked).toBe(true)
    await waitFor(() => expect(line()).toBe(express.minor))
  })

  it('does not offer express for more parts than it is for, and says so', async () => {
    const { tier, radio, quantity, line } = await dropPriced({ content: cube(20) })
    fireEvent.click(radio(/^Express/))
    set(quantity(), '51')
    await waitFor(() => expect(radio(/^Express/).disabled).toBe(true))
    expect(tier(/^Express/).text).toContain('not offered for more than 50 parts')
    expect(radio(/^Standard/).checked).toBe(true)
    expect(line()).toBe(tier(/^Standard/).minor)
    set(quantity(), '50')
    await waitFor(() => expect(radio(/^Express/).checked).toBe(true))
  })

  it('opens to terms that add up to the line, each with its reason', async () => {
    const { open, line, quantity, offer } = await dropPriced({ content: cube(20) })
    set(quantity(), '7')
    await waitFor(() => expect(offer.getByText('Price for 7 parts')).toBeTruthy())
    const rows = open('Price breakdown').getAllByRole('row').slice(1)
    const sum = rows.pop()
    const terms = rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ''))
    expect(terms.length).toBeGreaterThan(3)
    expect(terms.flat().every((text) => text !== '' && !text.includes('pricing.'))).toBe(true)
    const added = rows.reduce((total, row) => total + minorOf(row.querySelector('data')), 0)
    expect(added).toBe(line())
    expect(minorOf(sum?.querySelector('data'))).toBe(line())
  })

  it('is told for the usual quantities and the one asked for', async () => {
    const { open, line, quantity, radio, offer } = await dropPriced({ content: cube(20) })
    set(quantity(), '7')
    fireEvent.click(radio(/^Express/))
    await waitFor(() => expect(offer.getByText('Price for 7 parts')).toBeTruthy())
    const rows = open('Price by quantity').getAllByRole('row').slice(1)
    expect(rows.map((row) => row.children[0]?.textContent)).toEqual(['1', '2', '5', '7', '10', '20', '50', '100'])
    const asked = rows.filter((row) => row.hasAttribute('aria-current'))
    expect(asked.map((row) => minorOf(row.children[2]?.querySelector('data')))).toEqual([line()])
    expect(rows.at(-1)?.textContent).toBe('100Express: not offered')
  })

  it('is read aloud once the choosing pauses, not at every key', async () => {
    const { quantity, offer } = await dropPriced({ content: cube(20) })
    const status = () => offer.getByRole('status').textContent
    await waitFor(() => expect(status()).toMatch(/^\$[\d.]+ for one part, delivered on /), { timeout: 3000 })
    const before = status()
    set(quantity(), '1')
    set(quantity(), '12')
    await waitFor(() => expect(offer.getByText('Price for 12 parts')).toBeTruthy())
    expect(status()).toBe(before)
    await waitFor(() => expect(status()).toContain('for 12 parts'), { timeout: 3000 })
  })

  it('says what an order costs at least, while the line costs less', async () => {
    const { offer, quantity } = await dropPriced({ content: cube(20) })
    expect(offer.getByText(/Minimum order \(3D printing\): \$10\.00\./)).toBeTruthy()
    set(quantity(), '100')
    await waitFor(() => expect(offer.queryByText(/Minimum order/)).toBeNull())
  })

  it('needs an expert where something stands against making the part', async () => {
    const { offer, material } = await dropPriced({ content: binaryStl(box([30, 30, 0.2])) })
    expect(offer.getByText(/Wall of 0\.2/)).toBeTruthy()
    expect(offer.getByText('To be confirmed by an expert: the part cannot be made as it is.')).toBeTruthy()
    expect(offer.getByRole('link', { name: 'Ask an expert' }).getAttribute('href')).toContain('/contact?topic=quote')
    set(material(), 'milling/al-6061-t6')
    await waitFor(() => expect(offer.getByText(/STEP file/)).toBeTruthy())
  })

  it('speaks French, with its money and its dates', async () => {
    const { offer, tier } = await dropPriced({ content: cube(20), language: 'fr' }, 'Prix de part.stl')
    expect(tier(/^Standard/).text).toMatch(/\d,\d\d\s\$US la pièce.*Livraison le \p{L}+\.? \d+ \p{L}+/u)
    expect(offer.getByText('Prix pour une pièce')).toBeTruthy()
  })
})

describe('the materials', () => {
  it('that a part does not fit are listed, disabled, with the reason', async () => {
    const { material } = await dropPriced({ content: cube(500), path: '/quote?technology=cnc' })
    const entries = [...material().options].map(({ text, disabled }) => ({ text, disabled }))
    expect(entries).toContainEqual({ text: 'White resin 9600 (ABS-like)', disabled: false })
    expect(entries).toContainEqual({
      text: 'MJF PA12 (HP 3D HR) (part too large, 370 × 360 × 276 mm at most)',
      disabled: true,
    })
    const groups = [...material().querySelectorAll('optgroup')].map(({ label }) => label)
    expect(groups).toContain('CNC machining: CNC turning (a lathe cannot make this shape)')
    expect(groups).toContain('Vacuum casting')
  })

  it('may all be too small: the part goes to an expert', async () => {
    const { offer } = await dropPriced({ content: cube(1200) })
    expect(offer.getByText(/None of our materials suits this part of 1,200 × 1,200 × 1,200 mm/)).toBeTruthy()
    expect(offer.getByRole('link', { name: 'Ask an expert' })).toBeTruthy()
  })
})

describe('several bodies', () => {
  const lot = binaryStl(merge(box([5, 5, 5]), box([5, 5, 5], [20, 0, 0]), sphere(2, 16)))

  it('are priced each for itself, as often as the file has it', async () => {
    await drop({ content: lot })
    const heads = await waitFor(() => {
      const found = screen.getAllByText(/in the file$/)
      expect(found).toHaveLength(2)
      return found
    }, patient)
    expect(heads.map((head) => head.textContent)).toEqual(['2 times in the file', '1 time in the file'])
    // Folded or not, each says its price.
    expect(heads.every((head) => /\$\d/.test(head.closest('summary')?.textContent ?? ''))).toBe(true)
    const { offer, quantity, line } = reader(screen.getByRole('region', { name: /^Price of / }))
    expect(offer.getByText('Price for 2 parts')).toBeTruthy()
    const one = line()
    set(quantity(), '3')
    await waitFor(() => expect(offer.getByText('Price for 6 parts')).toBeTruthy())
    expect(offer.getByText('2 for each copy of the file, 6 parts in all.')).toBeTruthy()
    expect(line()).toBeGreaterThanOrEqual(one)
  })

  it('beyond twenty distinct ones go to an expert', async () => {
    const many = Array.from({ length: 22 }, (_, n) => box([3 + n, 3, 3], [0, 10 * n, 0]))
    await drop({ content: binaryStl(merge(...many)) })
    expect(await screen.findByText(/2 more bodies are not priced here\./, {}, patient)).toBeTruthy()
    expect(screen.getAllByText(/in the file$/)).toHaveLength(20)
  })
})

describe('without a catalogue', () => {
  it('the part is measured all the same, and prices come when the catalogue does', async () => {
    let broken = true
    const answers = {
      'GET /global/catalogue/current': () =>
        broken ? refusal('UNEXPECTED', 'Something went wrong.') : catalogueAnswer(),
    }
    await drop({ content: cube(20), answers })
    expect(await screen.findByText(/Prices cannot be loaded at the moment/, {}, patient)).toBeTruthy()
    expect(screen.getByText('8 cm³')).toBeTruthy()
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Price of part.stl' }, patient)).toBeTruthy()
  })
})
