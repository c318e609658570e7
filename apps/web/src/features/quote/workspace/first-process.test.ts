import { defaultConfiguration } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { analysedPlate } from '#features/quote/panel/plate.fixture.ts'
import { aLineView, anUploadView } from '#lib/testing/views.ts'
import { type FigureSources, lineFigures } from './line-figures.ts'

/** A plate of 40 × 40 × 5 mm and a block of 40 × 40 × 30 mm. */
const plate = await analysedPlate(5)
const block = await analysedPlate(30)

const view = aLineView({ part: null, configuration: null, upload: anUploadView({ state: 'uploading' }) })

/** The figures of a new line whose file this browser has read. */
function figuresOf(summary: PartAnalysis, analysis: PartAnalysis | undefined, traits: Partial<FigureSources> = {}) {
  return lineFigures({
    view,
    edit: undefined,
    local: { summary, analysis, refusal: undefined },
    facts: undefined,
    catalogue,
    service: null,
    materialId: null,
    expired: false,
    ...traits,
  })
}

describe('the process of a new line', () => {
  it('follows from the analysed shape if the customer chose no service', () => {
    const exact: PartAnalysis = { ...plate, format: 'step' }
    expect(figuresOf(exact, exact).configuration).toMatchObject({ process: 'milling', materialId: 'al-6061-t6' })
    expect(figuresOf(block, block).configuration).toMatchObject({ process: 'sla', materialId: 'sla-9600-white' })
  })

  it('is printing for a plate that is only known as a mesh, which machining needs a decision for', () => {
    expect(figuresOf(plate, plate).configuration).toMatchObject({ process: 'sla', materialId: 'sla-9600-white' })
  })

  it('stays within the service that the customer chose', () => {
    expect(figuresOf(plate, plate, { service: '3d-printing' }).configuration?.process).toBe('sla')
    expect(figuresOf(block, block, { service: 'cnc' }).configuration?.process).toBe('milling')
  })

  it('is printing for a first price before the analysis, unless the box is that of a plate', () => {
    expect(figuresOf(block, undefined).configuration?.process).toBe('sla')
    expect(figuresOf(block, undefined).price).toBeDefined()
    expect(figuresOf(plate, undefined)).toMatchObject({ part: undefined, configuration: undefined, price: undefined })
    expect(figuresOf(plate, undefined, { service: '3d-printing' }).configuration?.process).toBe('sla')
  })

  it('stays as the customer edited it when the analysis arrives', () => {
    const { part } = figuresOf(plate, plate)
    if (!part) throw new Error('not measured')

    const configuration = defaultConfiguration(part, 'mjf-pa12', catalogue, 3)
    const edit = { lineId: view.id, configuration }
    expect(figuresOf(plate, plate, { edit }).configuration).toEqual(configuration)
  })

  it('stays as the server stored it', () => {
    const { part } = figuresOf(plate, plate)
    if (!part) throw new Error('not measured')

    const configuration = defaultConfiguration(part, 'sla-9600-white', catalogue, 1)
    const stored = aLineView({ part, configuration })
    expect(figuresOf(plate, plate, { view: stored }).configuration).toEqual(configuration)
  })
})
