import { defaultConfiguration, type LeadTier, type ProcessId } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { priceLine } from '#pricing/line/price-line.ts'
import type { MatrixCell } from '#pricing/line/price-matrix.ts'
import { referenceParts } from '#pricing/reference/reference-parts.ts'
import { cheapestRanges, processCurves } from './compare-processes.ts'

const bracket = referenceParts.find(({ id }) => id === 'bracket-100x60x25')
if (!bracket) throw new Error('no reference part')
const { measures } = bracket

const configured = (materialId: string, process: ProcessId, lead: LeadTier = 'standard') => ({
  ...defaultConfiguration(measures, materialId, catalogue),
  process,
  lead,
})

const milled = configured('al-6061-t6', 'milling')
const printed = configured('mjf-pa12', 'mjf')

const cell = (quantity: number, lineMinor: number): MatrixCell => ({
  quantity,
  lead: 'standard',
  unitMinor: Math.round(lineMinor / quantity),
  lineMinor,
  workingDays: 3,
})

describe('the curves of processes', () => {
  it('have the prices of a line in each quantity', () => {
    const quantities = [1, 5, 20, 100]
    const curves = processCurves(measures, [milled, printed], quantities, catalogue)
    expect(curves.map(({ process }) => process)).toEqual(['milling', 'mjf'])

    for (const [at, configuration] of [milled, printed].entries()) {
      const prices = quantities.map((quantity) => {
        const verdict = priceLine(measures, { ...configuration, quantity }, catalogue)
        return verdict.ok ? verdict.price.linePrice.minor : undefined
      })
      expect(curves[at]?.cells.map(({ lineMinor }) => lineMinor)).toEqual(prices)
    }
  })

  it('use the standard lead time in quantities that express is not sold in', () => {
    const [curve] = processCurves(measures, [configured('mjf-pa12', 'mjf', 'express')], [10, 100], catalogue)
    expect(curve?.cells.map(({ quantity, lead }) => [quantity, lead])).toEqual([
      [10, 'express'],
      [100, 'standard'],
    ])
  })

  it('are empty for a configuration that is forbidden', () => {
    const curves = processCurves(measures, [configured('al-6061-t6', 'turning')], [1, 2], catalogue)
    expect(curves).toEqual([{ process: 'turning', cells: [] }])
  })
})

describe('the ranges of the cheapest process', () => {
  it('change where another process becomes cheaper', () => {
    const curves = [
      { process: 'sla', cells: [cell(1, 100), cell(2, 200), cell(3, 300), cell(4, 400)] },
      { process: 'milling', cells: [cell(1, 250), cell(2, 270), cell(3, 290), cell(4, 310)] },
    ] as const
    expect(cheapestRanges(curves)).toEqual([
      { process: 'sla', from: 1, to: 2 },
      { process: 'milling', from: 3, to: 4 },
    ])
  })

  it('do not change at the same price', () => {
    const curves = [
      { process: 'sla', cells: [cell(1, 100), cell(2, 200), cell(3, 250)] },
      { process: 'mjf', cells: [cell(1, 110), cell(2, 200), cell(3, 251)] },
    ] as const
    expect(cheapestRanges(curves)).toEqual([{ process: 'sla', from: 1, to: 3 }])
  })

  it('start where the first process is sold, and are empty without prices', () => {
    expect(cheapestRanges([{ process: 'sla', cells: [cell(5, 100)] }])).toEqual([{ process: 'sla', from: 5, to: 5 }])
    expect(cheapestRanges([{ process: 'sla', cells: [] }])).toEqual([])
  })

  it('cross once for a bracket: printed alone, milled in a series', () => {
    const quantities = Array.from({ length: 100 }, (_, at) => at + 1)
    const [first, second, ...more] = cheapestRanges(processCurves(measures, [milled, printed], quantities, catalogue))
    expect(first).toMatchObject({ process: 'mjf', from: 1 })
    expect(second).toMatchObject({ process: 'milling', to: 100 })
    expect(more).toEqual([])
  })
})
