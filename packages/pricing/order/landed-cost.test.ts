import type { Catalogue } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { hsCodeOf, type LandedCharge, landedCost } from './landed-cost.ts'

const plastics = '392690'
const aluminium = '761699'

/** 200.00 USD of plastic parts, 15.00 USD of carriage. */
const shipment = (destination: string) => ({
  goods: [{ hsCode: plastics, valueMinor: 20_000 }],
  carriageMinor: 1500,
  destination,
})

function estimate(given: Parameters<typeof landedCost>[0], catalogue: Catalogue = packagedCatalogue) {
  const cost = landedCost(given, catalogue)
  if (cost.state !== 'estimated') throw new Error(`there is no estimate: ${cost.state}`)
  return cost
}

const row = ({ name, baseMinor, ratePercent, amountMinor }: LandedCharge) => [
  name.en,
  baseMinor,
  ratePercent,
  amountMinor,
]

describe('the landed cost of plastic parts from China', () => {
  it.each([
    [
      'FR',
      [
        ['Customs duty', 21_500, 6.5, 1398],
        ['Import VAT', 22_898, 20, 4580],
      ],
    ],
    [
      'DE',
      [
        ['Customs duty', 21_500, 6.5, 1398],
        ['Import VAT', 22_898, 19, 4351],
      ],
    ],
    // Carriage is not part of the value; there is no VAT.
    [
      'US',
      [
        ['Customs duty', 20_000, 5.3, 1060],
        ['Section 301 additional duty', 20_000, 7.5, 1500],
      ],
    ],
    [
      'CH',
      [
        ['Customs duty', 21_500, 0, 0],
        ['Import VAT', 21_500, 8.1, 1742],
      ],
    ],
    [
      'GB',
      [
        ['Customs duty', 21_500, 6, 1290],
        ['Import VAT', 22_790, 20, 4558],
      ],
    ],
    [
      'NO',
      [
        ['Customs duty', 21_500, 0, 0],
        ['Import VAT', 21_500, 25, 5375],
      ],
    ],
    [
      'CA',
      [
        ['Customs duty', 20_000, 6.5, 1300],
        ['Federal GST', 21_300, 5, 1065],
      ],
    ],
    [
      'JP',
      [
        ['Customs duty', 21_500, 3.9, 839],
        ['Consumption tax', 22_339, 10, 2234],
      ],
    ],
    ['HK', [['Customs duty', 21_500, 0, 0]]],
  ])('in %s has each charge on its own line with its base and rate', (country, charges) => {
    const { charges: found, dutyMinor, taxMinor } = estimate(shipment(country))

    expect(found.map(row)).toEqual(charges)
    expect(dutyMinor + taxMinor).toBe(found.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
  })

  it('has GST on the value with carriage in Australia, where duty is on the goods alone', () => {
    const goods = [{ hsCode: plastics, valueMinor: 100_000 }]
    expect(estimate({ goods, carriageMinor: 1500, destination: 'AU' }).charges.map(row)).toEqual([
      ['Customs duty', 100_000, 5, 5000],
      ['GST', 106_500, 10, 10_650],
    ])
  })

  it('names the publication and the day of every rate', () => {
    for (const { source } of estimate(shipment('US')).charges) {
      expect(source.name).toMatch(/^US /)
      expect(source.date).toBe('2026-11-17')
    }
  })
})

describe('exemptions', () => {
  it.each([
    [17_800, 0, 3860],
    [17_801, 1158, 4092],
  ])('free goods up to 135 GBP from duty in Britain, not from VAT: %i cents', (valueMinor, dutyMinor, taxMinor) => {
    const goods = [{ hsCode: plastics, valueMinor }]
    const cost = estimate({ goods, carriageMinor: 1500, destination: 'GB' })

    expect(cost).toMatchObject({ dutyMinor, taxMinor })
    expect(cost.charges[0]?.allowance?.currency).toBe(dutyMinor === 0 ? 'GBP' : undefined)
  })

  it('end in the Union, where small consignments pay duty since July 2026', () => {
    const goods = [{ hsCode: plastics, valueMinor: 1000 }]
    expect(estimate({ goods, carriageMinor: 0, destination: 'FR' })).toMatchObject({ dutyMinor: 65, taxMinor: 213 })
  })

  it('cover the tax that Switzerland does not collect', () => {
    const goods = [{ hsCode: plastics, valueMinor: 7700 }]
    expect(estimate({ goods, carriageMinor: 1500, destination: 'CH' }).taxMinor).toBe(0)
  })
})

describe('goods of several classes', () => {
  const goods = [
    { hsCode: plastics, valueMinor: 10_000 },
    { hsCode: aluminium, valueMinor: 20_000 },
    { hsCode: plastics, valueMinor: 5000 },
  ]

  it('pay duty by class, each with its part of the carriage', () => {
    expect(estimate({ goods, carriageMinor: 1000, destination: 'FR' }).charges.map(row)).toEqual([
      ['Customs duty', 15_429, 6.5, 1003],
      ['Customs duty', 20_571, 6, 1234],
      ['Import VAT', 38_237, 20, 7647],
    ])
  })

  it('pay the additional duties of the United States on metal', () => {
    const charges = estimate({ goods, carriageMinor: 1000, destination: 'US' }).charges
    expect(charges.filter(({ hsCode }) => hsCode === aluminium).map(row)).toEqual([
      ['Customs duty', 20_000, 2.5, 500],
      ['Section 301 additional duty', 20_000, 25, 5000],
      ['Section 232 additional duty', 20_000, 50, 10_000],
    ])
  })
})

describe('goods from another country', () => {
  const { shipping } = packagedCatalogue
  const fromFrance = { ...packagedCatalogue, shipping: { ...shipping, origin: { country: 'FR', city: 'Lyon' } } }

  it('pay no duty limited to Chinese goods', () => {
    expect(estimate(shipment('US'), fromFrance).charges.map(row)).toEqual([['Customs duty', 20_000, 5.3, 1060]])
  })

  it.each(['FR', 'DE'])('move freely within the Union, as to %s', (country) => {
    expect(landedCost(shipment(country), fromFrance)).toEqual({ state: 'free-circulation' })
  })

  it('are imported into China', () => {
    expect(estimate(shipment('CN'), fromFrance)).toMatchObject({ dutyMinor: 1398, taxMinor: 2977 })
  })
})

describe('without figures', () => {
  const { customs: _, ...older } = packagedCatalogue
  const unclassified = { ...shipment('FR'), goods: [{ hsCode: undefined, valueMinor: 20_000 }] }
  const unknownClass = { ...shipment('FR'), goods: [{ hsCode: '940390', valueMinor: 20_000 }] }

  it.each([
    ['for the country', shipment('BR'), packagedCatalogue, 'country'],
    ['for an overseas territory of a member', shipment('RE'), packagedCatalogue, 'country'],
    ['for the material', unclassified, packagedCatalogue, 'material'],
    ['for the class', unknownClass, packagedCatalogue, 'material'],
    ['in the version of the catalogue', shipment('FR'), older, 'version'],
  ])('%s there is no estimate rather than zero', (_name, given, catalogue, gap) => {
    expect(landedCost(given, catalogue)).toEqual({ state: 'unknown', gap })
  })

  it('nothing is owed within the workshop’s country in any version', () => {
    expect(landedCost(shipment('CN'), older)).toEqual({ state: 'free-circulation' })
  })
})

it('every material of the packaged catalogue has an HS code', () => {
  const without = packagedCatalogue.materials.filter(({ family }) => !hsCodeOf(family, packagedCatalogue))
  expect(without.map(({ id }) => id)).toEqual([])
})
