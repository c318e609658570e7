import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'

const { version } = packagedCatalogue

function stubCatalogue() {
  const answer = { version, validFrom: '2026-11-16T00:00:00.000Z', catalogue: packagedCatalogue }
  return stubGateway({ 'GET /global/catalogue/current': () => data('GET /global/catalogue/current', answer) })
}

async function open(path: string, language: 'en' | 'fr' = 'en') {
  stubCatalogue()
  return renderApp(path, { language })
}

const names = () =>
  within(screen.getByRole('list', { name: /List of materials|Liste des matériaux/ }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)

describe('the list of materials', () => {
  it('has all materials of the catalogue, each with a link to its page', async () => {
    await open('/materials')
    expect(screen.getByText(/^85 materials of the catalogue/)).toBeTruthy()
    expect(names()).toHaveLength(85)
    expect(screen.getByRole('link', { name: 'PEEK' }).getAttribute('href')).toBe('/manufacture/materials/peek')
  })

  it('is filtered by the address: process, family and a range of a property', async () => {
    await open('/materials?process=milling&family=al&property=tensileMpa&from=300&to=400')
    expect(names()).toEqual(['Aluminium 6061-T6', 'Aluminium 6082-T6'])
    expect((screen.getByLabelText('Process') as HTMLSelectElement).value).toBe('milling')
    expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('300')
  })

  it('ignores a filter that it does not know', async () => {
    await open('/materials?process=welding&property=taste&from=much')
    expect(names()).toHaveLength(85)
  })

  it('writes the filter into the address, and keeps what is not a number out of it', async () => {
    const user = userEvent.setup()
    const { place } = await open('/materials')
    await user.selectOptions(screen.getByLabelText('Process'), 'sla')
    await user.selectOptions(screen.getByLabelText('Property'), 'hdtC')
    await user.type(await screen.findByLabelText('From'), '100,5')
    await waitFor(() => expect(place()).toBe('/materials?process=sla&property=hdtC&from=100.5'))
    expect(screen.getByLabelText('From')).toHaveProperty('value', '100,5')
    expect(names()).not.toContain('White resin 9600 (ABS-like)')

    await user.type(screen.getByLabelText('To'), 'hot')
    expect(await screen.findByText('Enter a number.')).toBeTruthy()
    expect(place()).not.toContain('to=')
  })

  it('says what to loosen if nothing is left', async () => {
    const { place } = await open('/materials?process=sla&family=titanium')
    expect(screen.getByText('No material meets all these criteria')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Accept all families (14)' })).toBeTruthy()

    await userEvent.click(screen.getByRole('button', { name: 'Accept all processes (2)' }))
    await waitFor(() => expect(place()).toBe('/materials?family=titanium'))
    expect(names()).toHaveLength(2)
  })

  it('says that the catalogue cannot be loaded, and loads it on request', async () => {
    stubGateway({ 'GET /global/catalogue/current': () => refusal('BUSY', 'Busy') })
    await renderApp('/materials')
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 })

    stubCatalogue()
    await userEvent.click(retry)
    await waitFor(() => expect(names()).toHaveLength(85))
  })
})

describe('the comparison of materials', () => {
  it('is chosen in the list, four at most, and kept in the address', async () => {
    const user = userEvent.setup()
    const { place } = await open('/materials?compare=peek,pei,ptfe')
    await user.click(screen.getByRole('checkbox', { name: 'Compare Aluminium 6061-T6' }))
    await waitFor(() => expect(place()).toBe('/materials?compare=peek%2Cpei%2Cptfe%2Cal-6061-t6'))
    expect((screen.getByRole('checkbox', { name: 'Compare Aluminium 5083-H111' }) as HTMLInputElement).disabled).toBe(
      true,
    )

    await user.click(screen.getByRole('link', { name: 'Compare' }))
    const table = await screen.findByRole('table', { name: 'Compared materials' })
    expect(within(table).getAllByRole('columnheader')).toHaveLength(5)
  })

  it('shows properties, prices and a link to a quote side by side', async () => {
    await open('/materials/compare?compare=mjf-pa12,al-6061-t6')
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })
    expect(within(row('Tensile strength')).getAllByRole('cell')[1]?.textContent).toBe('310\u00a0MPa')
    expect(within(row('Price example, 100 parts')).getAllByRole('cell')[0]?.textContent).toMatch(/^\$.* \(Housing\)$/)

    const [first] = screen.getAllByRole('link', { name: /Get a quote in this material/ })
    expect(first?.getAttribute('href')).toBe('/manufacture/quote?technology=3d-printing&material=mjf-pa12')
  })

  it('asks for a second material if there is only one', async () => {
    await open('/materials/compare?compare=mjf-pa12,unobtainium,mjf-pa12')
    expect(screen.getByRole('heading', { name: 'Choose two to four materials' })).toBeTruthy()
  })
})

describe('the page of a material', () => {
  it('has properties, limits, finishes, colours and an example price in French', async () => {
    await open('/materials/sla-9600-white', 'fr')
    expect(screen.getByRole('heading', { level: 1, name: 'Résine blanche 9600 (type ABS)' })).toBeTruthy()
    expect(document.title).toBe('Résine blanche 9600 (type ABS) | Cotation')

    const cellOf = (name: string) =>
      within(screen.getByRole('row', { name: new RegExp(`^${name}`) })).getAllByRole('cell')
    expect(cellOf('Allongement à la rupture')[0]?.textContent).toBe('5,5\u00a0%')
    expect(cellOf('Dimensions maximales')[0]?.textContent).toBe('780 × 780 × 530\u00a0mm')
    expect(screen.getByText('Blanc mat')).toBeTruthy()
    expect(screen.getByText('Ponçage fin')).toBeTruthy()

    const prices = screen.getByRole('table', { name: 'Stéréolithographie (SLA), Boîtier' })
    expect(within(prices).getAllByRole('row')).toHaveLength(5)
    expect(screen.getByText(/Boîtier : 100 × 60 × 30 mm, volume 50 cm³/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /Obtenir un devis dans ce matériau/ }).getAttribute('href')).toBe(
      '/manufacture/quote?technology=3d-printing&material=sla-9600-white',
    )
  })

  it('has limits and a price for each process of the material', async () => {
    await open('/materials/al-6061-t6')
    expect(screen.getByRole('table', { name: 'CNC milling, Housing' })).toBeTruthy()
    expect(screen.getByRole('table', { name: 'CNC turning, Turned shaft' })).toBeTruthy()
    expect(screen.getByText('Ø 250 × 500 mm')).toBeTruthy()
  })

  it('is not found for an unknown material', async () => {
    const { place } = await open('/materials/unobtainium')
    await waitFor(() => expect(place()).toBe('/404'))
  })

  it('has taken the place of the former page about materials', async () => {
    const { place } = await open('/resources/materials')
    await waitFor(() => expect(place()).toBe('/materials'))
  })
})
