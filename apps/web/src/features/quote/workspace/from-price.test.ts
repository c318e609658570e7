import { defaultConfiguration } from '@cotation/domain'
import { priceLine } from '@cotation/pricing'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { aLineView } from '#lib/testing/views.ts'
import { lineFigures } from './line-figures.ts'
import { shownPrice } from './line-price.ts'
import type { WorkLine } from './work-line.ts'
import { measuresOf } from './workspace.fixture.ts'

const part = measuresOf('bracket-100x60x25')
const plain = defaultConfiguration(part, 'sla-9600-white', catalogue, 10)

const painted = (...colours: string[]) => ({
  ...plain,
  services: [{ id: 'painting', option: 'pantone', colours, finish: 'matte' } as const],
})

function shown(configuration: typeof plain) {
  const view = aLineView({ part, configuration: plain })
  const figures = lineFigures({
    view,
    edit: { lineId: view.id, configuration },
    local: undefined,
    facts: undefined,
    catalogue,
    service: '3d-printing',
    materialId: null,
    expired: false,
  })
  const line: WorkLine = { id: view.id, progress: undefined, provisional: false, view, ...figures }
  return { line, price: shownPrice(line) }
}

describe('the price of a painted part without a colour', () => {
  it.each([
    ['no colour', [], ['186 C']],
    ['an empty colour', [''], ['186 C']],
  ])('is that of any colour, marked "from", with %s', (_case, colours, chosen) => {
    const { line, price } = shown(painted(...colours))
    expect(line).toMatchObject({ price: undefined, status: 'configuring' })

    const verdict = priceLine(part, painted(...chosen), catalogue)
    expect(verdict.ok).toBe(true)
    expect(price).toMatchObject({ isFrom: true, lineMinor: verdict.ok ? verdict.price.linePrice.minor : 0 })
  })

  it('is firm once the colour is chosen', () => {
    expect(shown(painted('186 C')).price).toMatchObject({ isFrom: false })
  })

  it('is missing while something else is wrong, too', () => {
    expect(shown({ ...painted(''), toleranceId: 'none' }).price).toBeUndefined()
  })
})
