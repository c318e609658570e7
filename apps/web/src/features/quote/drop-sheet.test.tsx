// jsdom's files cannot be streamed; Node's are the platform's own.
import { File as StreamedFile } from 'node:buffer'
import { box, merge, sphere } from '@cotation/geometry/solids'
import { asciiStl, binaryStl } from '@cotation/geometry/stl'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/testing/render-app.tsx'
import { stubGateway } from '#lib/testing/gateway-stub.ts'
import { stubWorkers } from '#lib/testing/worker-stub.ts'
import { catalogueAnswer } from './parts/offer/figures/small-catalogue.fixture.ts'

const part = (name: string, content: Uint8Array | string) => new StreamedFile([content], name)
const cube = (side: number) => binaryStl(box([side, side, side]))

/** The quote home with these files let go over its sheet. */
async function drop(language: 'fr' | 'en', ...files: StreamedFile[]) {
  const gateway = stubGateway({ 'GET /global/catalogue/current': () => catalogueAnswer() })
  stubWorkers()
  // jsdom neither draws nor scrolls.
  Element.prototype.scrollIntoView = () => undefined
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await renderApp('/quote', { language })
  const sheet = language === 'fr' ? 'Déposez vos fichiers 3D ici' : 'Drop your 3D files here'
  fireEvent.drop(screen.getByRole('region', { name: sheet }), { dataTransfer: { files } })
  return { gateway, card: (name: string) => screen.findByRole('listitem', { name }, patient) }
}

/** Whole analyses take longer than a render. */
const patient = { timeout: 20_000 }

const factOf = (card: HTMLElement, label: string) => within(card).getByText(label).nextElementSibling?.textContent

describe('the drop sheet', () => {
  it.each([
    ['en', 'Unsupported file type.', /PDF/],
    ['fr', 'Type de fichier non pris en charge.', /PDF/],
  ] as const)(
    'refuses in %s what is no part, whatever its name, and says what it is (spec 8)',
    async (language, title, what) => {
      const { card } = await drop(language, part('part.stl', '%PDF-1.7\n'))
      const alert = await within(await card('part.stl')).findByRole('alert', {}, patient)
      expect(alert.textContent).toContain(title)
      expect(alert.textContent).toMatch(what)
    },
  )

  it('measures what is a part, whatever its name, and sends nothing', async () => {
    const { card, gateway } = await drop('en', part('cube.bin', cube(20)))
    const found = await card('cube.bin')
    await waitFor(() => expect(factOf(found, 'Thinnest wall')).toBe('20 mm'), patient)
    expect(['Dimensions', 'Volume', 'Surface', 'Triangles', 'Watertight'].map((label) => factOf(found, label))).toEqual(
      ['20 × 20 × 20 mm', '8 cm³', '24 cm²', '12', 'Yes'],
    )
    expect(gateway.calls.filter(({ key }) => !key.startsWith('GET '))).toEqual([])
  })

  it('takes several files at once, and one that fails does not hold up the others', async () => {
    const { card } = await drop('en', part('bad.stl', 'solid x\nfacet'), part('good.stl', cube(10)))
    expect(await within(await card('bad.stl')).findByRole('alert', {}, patient)).toBeTruthy()
    const good = await card('good.stl')
    await waitFor(() => expect(factOf(good, 'Volume')).toBe('1 cm³'), patient)
  })

  it('lists distinct bodies with their count', async () => {
    const three = merge(box([5, 5, 5]), box([5, 5, 5], [20, 0, 0]), sphere(2, 16))
    const { card } = await drop('en', part('lot.stl', asciiStl(three)))
    expect(await within(await card('lot.stl')).findByText('3 bodies, 2 distinct', {}, patient)).toBeTruthy()
  })

  it('asks for the unit of a part that is implausible in mm, and measures it anew', async () => {
    const { card } = await drop('en', part('tiny.stl', cube(0.5)))
    const tiny = await card('tiny.stl')
    fireEvent.click(await within(tiny).findByRole('button', { name: 'Inches: 12.7 mm' }, patient))
    await waitFor(() => expect(factOf(tiny, 'Dimensions')).toBe('12.7 × 12.7 × 12.7 mm'), patient)
    expect(within(tiny).queryByText(/Is this the right unit/)).toBeNull()
  })

  it('forgets a part on demand', async () => {
    const { card } = await drop('en', part('cube.stl', cube(10)))
    fireEvent.click(within(await card('cube.stl')).getByRole('button', { name: 'Remove cube.stl' }))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'cube.stl' })).toBeNull())
  })
})
