import { defaultConfiguration, leadTiers, type PartMeasures, selectService } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { referenceParts } from '../reference/reference-parts.ts'
import { priceLine } from './price-line.ts'
import { priceMatrix } from './price-matrix.ts'

const housing = referenceParts[0]?.measures as PartMeasures
const materialIds = catalogue.materials.map(({ id }) => id)
const quantities = [1, 2, 5, 10, 20, 50, 100]
const axes = { quantities, leads: leadTiers, materialIds }

describe('the matrix of quantities, tiers and materials', () => {
  const configuration = defaultConfiguration(housing, 'al-6061-t6', catalogue)
  const rows = priceMatrix(housing, configuration, axes, catalogue)

  it('has a row for every material, with prices or faults', () => {
    expect(rows.map(({ materialId }) => materialId)).toEqual(materialIds)
    expect(rows.filter(({ ok }) => ok)).toHaveLength(85)

    const longHousing: PartMeasures = { ...housing, sizeMm: [750, 60, 30] }
    const reasons = priceMatrix(longHousing, configuration, axes, catalogue).flatMap((row) =>
      row.ok ? [] : row.faults.map(({ code }) => code),
    )

    expect(reasons.length).toBeGreaterThan(10)
    expect(new Set(reasons)).toEqual(new Set(['PART_TOO_LARGE']))
  })

  it('has the price and the days of each line in every cell', () => {
    for (const row of rows) {
      if (!row.ok) continue
      for (const { quantity, lead, unitMinor, lineMinor, workingDays } of row.cells) {
        const line = { ...defaultConfiguration(housing, row.materialId, catalogue, quantity), lead }
        const verdict = priceLine(housing, line, catalogue)
        expect(verdict.ok && verdict.price).toMatchObject({
          unitPrice: { minor: unitMinor },
          linePrice: { minor: lineMinor },
          leadTime: { workingDays },
        })
      }
    }
  })

  it('omits express if it is not offered for so many parts', () => {
    const [row] = priceMatrix(housing, configuration, { ...axes, materialIds: ['mjf-pa12'] }, catalogue)
    const express = row?.ok ? row.cells.filter(({ lead }) => lead === 'express') : []
    expect(express.map(({ quantity }) => quantity)).toEqual([1, 2, 5, 10, 20, 50])
    const [cast] = priceMatrix(housing, configuration, { ...axes, materialIds: ['vc-pu-abs'] }, catalogue)
    expect(cast?.ok && cast.cells.some(({ lead, quantity }) => lead === 'express' && quantity === 100)).toBe(true)
  })

  it('keeps the services that another material allows, and lists the others', () => {
    const anodized = selectService(
      configuration,
      { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 1 },
      catalogue,
    ).configuration
    const [same, plastic] = priceMatrix(housing, anodized, { ...axes, materialIds: ['al-7075-t6', 'pom-c'] }, catalogue)

    expect(same).toMatchObject({ ok: true, dropped: [] })
    expect(plastic).toMatchObject({ ok: true, dropped: ['anodizing'] })

    const ten = same?.ok ? same.cells.find(({ quantity, lead }) => quantity === 10 && lead === 'standard') : undefined
    const line = selectService(
      { ...defaultConfiguration(housing, 'al-7075-t6', catalogue, 10) },
      { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 10 },
      catalogue,
    ).configuration
    const verdict = priceLine(housing, line, catalogue)

    expect(verdict.ok && verdict.price.linePrice.minor).toBe(ten?.lineMinor)
  })
})
