import { defaultConfiguration, type LeadTier, leadTiers, type PartMeasures } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { referenceParts } from '../reference/reference-parts.ts'
import { betterTier, leadChoices, type TierFigures, withChargedLead } from './lead-choices.ts'
import { priceLine } from './price-line.ts'

const partOf = (id: string): PartMeasures => {
  const found = referenceParts.find((one) => one.id === id)
  if (!found) throw new Error(`no part ${id}`)
  return found.measures
}
const housing = partOf('housing-100x60x30')
const clip = partOf('clip-18x12x6')

function priceOf(part: PartMeasures, materialId: string, quantity: number, lead: LeadTier) {
  const configuration = { ...defaultConfiguration(part, materialId, catalogue, quantity), lead }
  const verdict = priceLine(part, configuration, catalogue)
  if (!verdict.ok) throw new Error(`${materialId} is refused: ${verdict.faults[0]?.code}`)
  return verdict.price
}

const offered = (part: PartMeasures, materialId: string, quantity: number): LeadTier[] =>
  leadChoices(part, defaultConfiguration(part, materialId, catalogue, quantity), catalogue)
    .filter(({ fault }) => !fault)
    .map(({ lead }) => lead)

describe('a lead-time tier', () => {
  const tiers = (...figures: [days: number, minor: number][]): TierFigures[] =>
    figures.map(([workingDays, goodsMinor], at) => ({ lead: leadTiers[at] ?? 'express', workingDays, goodsMinor }))

  it.each<[string, TierFigures[], (LeadTier | undefined)[]]>([
    ['all differ', tiers([8, 92], [5, 100], [3, 135]), [undefined, undefined, undefined]],
    ['express is not earlier', tiers([4, 92], [2, 100], [2, 135]), [undefined, undefined, 'standard']],
    ['standard is not earlier', tiers([5, 92], [5, 100], [3, 135]), [undefined, 'economy', undefined]],
    ['all are equally early', tiers([5, 92], [5, 100], [5, 135]), [undefined, 'economy', 'economy']],
    ['economy saves nothing', tiers([8, 100], [5, 100], [3, 135]), ['standard', undefined, undefined]],
    // Standard stays: the workshop plans with it, and nobody pays more for it.
    ['all cost the minimum', tiers([8, 100], [5, 100], [3, 100]), ['standard', undefined, undefined]],
    ['all are the same', tiers([5, 100], [5, 100], [5, 100]), [undefined, 'economy', 'economy']],
  ])('brings nothing if another is as early and costs no more: %s', (_what, all, better) => {
    expect(all.map((tier) => betterTier(tier, all)?.lead)).toEqual(better)
  })
})

describe('the tiers of a line', () => {
  // Working days: 2 × 0.6 rounds up to 2, 3 × 0.6 to 2, 4 × 0.6 to 3.
  it.each([
    ['sla-9600-white', 1, ['economy', 'standard']],
    ['sla-9600-white', 20, ['economy', 'standard', 'express']],
    ['mjf-pa12', 1, ['economy', 'standard', 'express']],
    ['sls-pa12-3201', 1, ['economy', 'standard', 'express']],
    ['slm-316l', 1, ['economy', 'standard', 'express']],
    ['al-6061-t6', 1, ['economy', 'standard', 'express']],
    ['al-6061-t6', 51, ['economy', 'standard']],
    ['vc-pu-abs', 51, ['economy', 'standard', 'express']],
  ] as const)('are offered for %s × %i: %j', (materialId, quantity, leads) => {
    expect(offered(housing, materialId, quantity)).toEqual(leads)
  })

  it('say which tier is better', () => {
    const choices = leadChoices(housing, defaultConfiguration(housing, 'sla-9600-white', catalogue), catalogue)
    expect(choices.find(({ lead }) => lead === 'express')?.fault).toEqual({
      code: 'LEAD_BRINGS_NOTHING',
      field: 'lead',
      detail: { lead: 'express', better: 'standard' },
    })
  })

  it('are not compared if the part is too large for the material', () => {
    const beam: PartMeasures = { ...housing, sizeMm: [9000, 60, 30] }
    const configuration = { ...defaultConfiguration(housing, 'sla-9600-white', catalogue), lead: 'express' as const }
    expect(leadChoices(beam, configuration, catalogue).some(({ fault }) => fault)).toBe(false)
    expect(withChargedLead(beam, configuration, catalogue)).toBe(configuration)
  })

  it('are not compared if material, tolerance or quantity is wrong', () => {
    const usual = defaultConfiguration(housing, 'sla-9600-white', catalogue)
    const wrong = [{ materialId: 'none' }, { toleranceId: 'none' }, { quantity: 0 }, { quantity: Number.NaN }]

    for (const change of wrong) {
      const configuration = { ...usual, ...change, lead: 'express' as const }
      expect(leadChoices(housing, configuration, catalogue).some(({ fault }) => fault)).toBe(false)
      expect(withChargedLead(housing, configuration, catalogue)).toBe(configuration)
    }
  })

  it.each([
    ['a large part', housing],
    ['a small part', clip],
  ])('are each cheaper or earlier than every other, in all materials and quantities: %s', (_what, part) => {
    for (const { id } of catalogue.materials) {
      for (const quantity of [1, 5, 20, 50, 100]) {
        const prices = offered(part, id, quantity).map((lead) => priceOf(part, id, quantity, lead))

        for (const [at, slower] of prices.entries()) {
          for (const faster of prices.slice(at + 1)) {
            expect(faster.leadTime.workingDays).toBeLessThan(slower.leadTime.workingDays)
            expect(faster.linePrice.minor).toBeGreaterThanOrEqual(slower.linePrice.minor)
          }
        }
      }
    }
  })
})

describe('the charged tier', () => {
  it('is standard if the customer chose an express that is not earlier', () => {
    const standard = priceOf(housing, 'sla-9600-white', 1, 'standard')
    const express = priceOf(housing, 'sla-9600-white', 1, 'express')

    expect(standard.lead).toBe('standard')
    expect(express).toEqual(standard)
    expect(express.expressExtra.minor).toBe(0)
  })

  it('is standard if economy saves nothing at the minimum price', () => {
    const economy = priceOf(clip, 'sla-9600-white', 1, 'economy')
    expect(economy).toEqual(priceOf(clip, 'sla-9600-white', 1, 'standard'))
    expect(priceOf(housing, 'sla-9600-white', 1, 'economy').lead).toBe('economy')
  })

  it('replaces the chosen one in a configuration', () => {
    const usual = defaultConfiguration(housing, 'sla-9600-white', catalogue)
    expect(withChargedLead(housing, { ...usual, lead: 'express' }, catalogue)).toEqual(usual)
    expect(withChargedLead(housing, usual, catalogue)).toBe(usual)

    const several = { ...usual, quantity: 20, lead: 'express' as const }
    expect(withChargedLead(housing, several, catalogue)).toBe(several)
  })
})
