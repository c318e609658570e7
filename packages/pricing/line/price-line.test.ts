import { type Configuration, defaultConfiguration, type PartMeasures, selectService } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue as catalogue } from '../catalogue/packaged-catalogue.ts'
import { referenceParts } from '../reference/reference-parts.ts'
import { explain } from './explain.ts'
import { shownUnitMinor } from './prepared-line.ts'
import { type LinePrice, priceLine } from './price-line.ts'

function partNamed(name: string): PartMeasures {
  const part = referenceParts.find(({ id }) => id.startsWith(name))
  if (!part) throw new Error(`no reference part ${name}`)
  return part.measures
}

const housing = partNamed('housing')
const bracket = partNamed('bracket')
const shaft = partNamed('shaft')

const bead: PartMeasures = { ...partNamed('clip'), volumeMm3: 60, areaMm2: 110, sizeMm: [6, 5, 5] }

const usual = (part: PartMeasures, materialId: string, quantity = 1): Configuration =>
  defaultConfiguration(part, materialId, catalogue, quantity)

function priced(part: PartMeasures, configuration: Configuration, changed = catalogue): LinePrice {
  const verdict = priceLine(part, configuration, changed)
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.faults))
  return verdict.price
}

const termsOf = ({ breakdown }: LinePrice) => breakdown.map(({ term }) => term)
const amountOf = ({ breakdown }: LinePrice, name: string) => breakdown.find(({ term }) => term === name)?.minor

describe('a priced line', () => {
  it('has the worked price, the version of the catalogue, its weight and its days (catalogue 3.1)', () => {
    const price = priced(housing, usual(housing, 'sls-pa12-3201', 10))
    expect(price).toMatchObject({
      catalogueVersion: catalogue.version,
      process: 'sls',
      materialId: 'sls-pa12-3201',
      quantity: 10,
      lead: 'standard',
      unitPrice: { minor: 1126, currency: 'USD' },
      linePrice: { minor: 11260, currency: 'USD' },
      goods: { minor: 11260 },
      services: { minor: 0 },
      expressExtra: { minor: 0 },
      leadTime: { workingDays: 3 },
      manualQuote: [],
      blocking: [],
    })
    expect(price.weightG).toBeCloseTo(47.5, 6)
    expect(price.stockMm).toBeUndefined()
  })

  it('states the stock that the part is cut from', () => {
    expect(priced(bracket, usual(bracket, 'al-6061-t6')).stockMm).toEqual([105, 65, 30])
  })

  it('is milled or turned by its shape, unless the customer chooses', () => {
    expect(priced(shaft, usual(shaft, 'al-6061-t6')).process).toBe('turning')
    expect(priced(shaft, { ...usual(shaft, 'al-6061-t6'), process: 'milling' }).process).toBe('milling')
    expect(priced(bracket, usual(bracket, 'al-6061-t6')).process).toBe('milling')
  })

  it('costs the total of a larger quantity if a break makes that lower', () => {
    const [nine, ten] = [9, 10].map((quantity) => priced(housing, usual(housing, 'sls-pa12-3201', quantity)))
    const [four, five] = [4, 5].map((quantity) => priced(housing, usual(housing, 'mjf-pa12', quantity)))

    expect(nine?.linePrice.minor).toBeLessThanOrEqual(ten?.linePrice.minor ?? 0)
    expect(four?.linePrice.minor).toBeLessThanOrEqual(five?.linePrice.minor ?? 0)

    const many = priced(housing, usual(housing, 'sls-pa12-3201', 249))
    const more = priced(housing, usual(housing, 'sls-pa12-3201', 250))

    expect(many.linePrice.minor).toBe(more.linePrice.minor)
    expect(many.breakdown.at(-2)).toMatchObject({ term: 'larger-quantity', reason: { values: { quantity: 250 } } })
    expect(amountOf(many, 'larger-quantity')).toBeLessThan(0)
  })

  it('lists cost, quantity, tolerance, finish, lead time and services, in this sequence', () => {
    const base = selectService(usual(bracket, 'al-6061-t6', 10), { id: 'sandblasting', option: 'glass-120' }, catalogue)
    const price = priced(bracket, { ...base.configuration, toleranceId: 'pm-0.05', lead: 'express' })

    expect(termsOf(price)).toEqual([
      'material',
      'machine',
      'tool-wear',
      'labour',
      'scrap',
      'setup',
      'programming',
      'quantity-break',
      'tolerance',
      'lead-time',
      'rounding',
      'sandblasting',
    ])
    expect(price.breakdown.find(({ term }) => term === 'quantity-break')?.reason).toEqual({
      code: 'quantity-break',
      values: { quantity: 10, percent: -5 },
    })
    expect(price.breakdown.find(({ term }) => term === 'lead-time')?.reason.values).toEqual({
      lead: 'express',
      percent: 35,
    })
    expect(price.expressExtra.minor).toBeGreaterThan(0)
    expect(price.goods.minor - price.expressExtra.minor).toBe(
      priced(bracket, { ...base.configuration, toleranceId: 'pm-0.05' }).goods.minor,
    )
  })

  it('shows selling rates: hours times the rate are the amount', () => {
    const price = priced(housing, usual(housing, 'sla-9600-white'))
    const machine = price.breakdown.find(({ term }) => term === 'machine')
    const { hours, rate } = machine?.reason.values ?? {}
    expect(Math.abs(Number(hours) * Number(rate) * 100 - (machine?.minor ?? 0))).toBeLessThanOrEqual(1)
    expect(Number(rate)).toBeCloseTo((4.5 * 1.1) / 0.62, 9)
  })

  it('gives every change of the price its reason', () => {
    const tight = priced(bracket, { ...usual(bracket, 'al-6061-t6', 10), toleranceId: 'pm-0.05' })
    const reasonOf = ({ breakdown }: LinePrice, name: string) => breakdown.find(({ term }) => term === name)?.reason

    expect(reasonOf(tight, 'tolerance')).toEqual({ code: 'tolerance', values: { tolerance: 'pm-0.05', percent: 6 } })
    expect(reasonOf(tight, 'rounding')).toEqual({
      code: 'rounding',
      values: { unitMinor: tight.goods.minor / 10 },
    })
    expect(reasonOf(priced(bead, usual(bead, 'sla-black', 2)), 'minimum')).toEqual({
      code: 'minimum',
      values: { leastUsd: 1.09 * 0.625 },
    })
    expect(reasonOf(priced(housing, usual(housing, 'sls-pa12-3201', 249)), 'larger-quantity')).toEqual({
      code: 'larger-quantity',
      values: { quantity: 250 },
    })
  })

  it('shows money in reasons at selling rates, and leaves grams, minutes and words unchanged', () => {
    const { selling } = catalogue
    const cn = { ...selling.rateCards.cn, marketPosition: 1.5 }
    const dearer = { ...catalogue, selling: { ...selling, rateCards: { ...selling.rateCards, cn } } }
    const factor = (1.1 / 0.62) * 1.5
    const terms = new Map(
      priced(bracket, usual(bracket, 'al-6061-t6', 10), dearer).breakdown.map((one) => [one.term, one]),
    )

    expect(terms.get('material')?.reason.values.usdPerKg).toBeCloseTo(4.8 * factor, 9)
    expect(terms.get('setup')?.reason.values.lineUsd).toBeCloseTo((22 / 60) * 13 * factor, 9)
    expect(terms.get('setup')?.reason.values).toMatchObject({ setups: 2, minutes: 22, quantity: 10 })
    expect(terms.get('setup')?.minor).toBe(Math.round((22 / 60) * 13 * factor * 100))
  })

  it('charges the minimum price for the first part and a quarter of it for each further one', () => {
    const totals = [1, 2, 3, 4, 5].map((quantity) => priced(bead, usual(bead, 'sla-black', quantity)).linePrice.minor)
    expect(totals).toEqual([109, 136, 165, 192, 220])
  })

  it('lists no minimum if the part costs more', () => {
    expect(termsOf(priced(housing, usual(housing, 'sls-pa12-3201', 10)))).not.toContain('minimum')
  })

  it('rounds services once, and shares the cents among their terms', () => {
    let configuration = usual(bracket, 'al-6061-t6', 3)
    for (const service of [
      { id: 'sandblasting', option: 'glass-120' },
      { id: 'anodizing', option: 'type-ii', colour: 'black', gloss: 'matte', quantity: 3 },
    ] as const) {
      configuration = selectService(configuration, service, catalogue).configuration
    }

    const part = { ...bracket, areaMm2: 26_037 }
    const price = priced(part, configuration)
    const blasting = 3 * (0.8 + 0.006 * 260.37)
    const anodizing = 6 + 3 * (1.5 + 0.012 * 260.37)

    expect(price.services.minor).toBe(Math.round(100 * (blasting + anodizing)))
    expect(amountOf(price, 'sandblasting')).toBe(Math.round(100 * blasting))
    expect(amountOf(price, 'anodizing')).toBe(price.services.minor - Math.round(100 * blasting))
    expect(price.unitPrice.minor).toBe(Math.round((price.goods.minor + 100 * (blasting + anodizing)) / 3))
  })

  it('charges more machine time for a finer surface', () => {
    const machineOf = (option: string) =>
      priced(
        bracket,
        selectService(usual(bracket, 'al-6061-t6', 10), { id: 'surface-finish', option, faces: 'all' }, catalogue)
          .configuration,
      ).breakdown.find(({ term }) => term === 'machine')?.reason.values.minutes
    const plain = Number(machineOf('ra-3.2'))
    const fine = Number(machineOf('ra-0.8'))

    // Loading and tool changes, 5.35 min, do not depend on the surface.
    expect((fine - 5.35) / (plain - 5.35)).toBeCloseTo(1.35, 9)
  })

  it('charges a core in the mould for every insert', () => {
    const part = { ...housing, holes: Array(3).fill({ diameterMm: 4, depthMm: 9, through: false, wallMm: 3 }) }
    const items = [
      { size: 'M3', count: 1, depthMm: 9, holes: [0] },
      { size: 'M3', count: 2, depthMm: 9, holes: [1, 2] },
    ]
    const configuration = selectService(
      usual(part, 'vc-pu-abs', 20),
      { id: 'brass-insert', option: 'bonded', items },
      catalogue,
    ).configuration
    const [plain, held] = [usual(part, 'vc-pu-abs', 20), configuration].map((one) =>
      amountOf(priced(part, one), 'mould'),
    )
    const threeInserts = ((3 * 12) / 60) * 8 * (1.1 / 0.48) * 100

    expect(Math.abs((held ?? 0) - (plain ?? 0) - threeInserts)).toBeLessThanOrEqual(1)
  })

  it('casts small parts in one more cavity from 20, 30 and 40 on, and never charges less for more', () => {
    const small: PartMeasures = { ...partNamed('clip'), volumeMm3: 4000, areaMm2: 4000, sizeMm: [40, 25, 12] }
    const totals = Array.from(
      { length: 60 },
      (_, i) => priced(small, usual(small, 'vc-pu-pa-gf', i + 1)).linePrice.minor,
    )

    expect(totals.every((total, i) => total >= (totals[i - 1] ?? 0))).toBe(true)

    const cavities = [13, 20, 30, 40].map(
      (quantity) =>
        priced(small, usual(small, 'vc-pu-pa-gf', quantity)).breakdown.find(({ term }) => term === 'mould')?.reason
          .values.cavities,
    )

    expect(cavities).toEqual([1, 2, 3, 4])
  })

  it('lists the minimum if it applies', () => {
    const clip = partNamed('clip')
    const price = priced(clip, usual(clip, 'sla-9600-white'))
    expect(price.linePrice.minor).toBe(32)
    expect(amountOf(price, 'minimum')).toBeGreaterThan(0)
  })

  it('costs less without sanding, and lists the reduction', () => {
    const rough = selectService(
      usual(housing, 'sla-9600-white', 10),
      { id: 'surface-finish', option: 'sla-none', faces: 'all' },
      catalogue,
    ).configuration
    const price = priced(housing, rough)

    expect(amountOf(price, 'finish')).toBeLessThan(0)
    expect(price.linePrice.minor).toBeLessThan(priced(housing, usual(housing, 'sla-9600-white', 10)).linePrice.minor)
  })

  it('follows the market position', () => {
    const { selling } = catalogue
    const cn = { ...selling.rateCards.cn, marketPosition: 1.2 }
    const dearer = { ...catalogue, selling: { ...selling, rateCards: { ...selling.rateCards, cn } } }
    const [usualPrice, price] = [catalogue, dearer].map((one) => priced(housing, usual(housing, 'mjf-pa12', 10), one))
    expect((price?.linePrice.minor ?? 0) / (usualPrice?.linePrice.minor ?? 1)).toBeCloseTo(1.2, 3)
  })

  it('follows the rate card', () => {
    const eu = { ...catalogue, selling: { ...catalogue.selling, rateCard: 'eu' as const } }
    expect(priced(housing, usual(housing, 'sls-pa12-3201', 10), eu).unitPrice.minor).toBe(1952)
  })
})

describe('an expert’s price', () => {
  const finding = { rule: 'min-wall-sla', severity: 'blocks' } as Finding
  it.each<[string, Configuration, readonly Finding[], string[]]>([
    ['is not needed for 500 parts', usual(housing, 'mjf-pa12', 500), [], []],
    ['is needed for 501 parts', usual(housing, 'mjf-pa12', 501), [], ['quantity']],
    ['is needed above 20 000 USD', usual(housing, 'slm-ti6al4v', 400), [], ['amount']],
    ['is needed for ±0.01', { ...usual(bracket, 'al-6061-t6'), toleranceId: 'pm-0.01' }, [], ['tolerance']],
    ['is needed for a part that cannot be made as it is', usual(housing, 'mjf-pa12'), [finding], ['findings']],
    ['is not needed for a part with a risk', usual(housing, 'mjf-pa12'), [{ ...finding, severity: 'warns' }], []],
  ])('%s', (_, configuration, findings, reasons) => {
    const part = configuration.toleranceId === 'pm-0.01' ? bracket : housing
    const verdict = priceLine(part, configuration, catalogue, findings)
    expect(verdict).toMatchObject({ ok: true, price: { manualQuote: reasons } })
    expect(verdict.ok && verdict.price.blocking).toEqual(findings.filter(({ severity }) => severity === 'blocks'))
  })
})

describe('a forbidden configuration', () => {
  it('has faults and no price', () => {
    expect(priceLine(housing, { ...usual(housing, 'mjf-pa12'), quantity: 0 }, catalogue)).toMatchObject({
      ok: false,
      faults: [{ field: 'quantity' }],
    })
  })
})

describe('a unit price', () => {
  it.each([
    [100, 0, 3, 33],
    [200, 0, 3, 67],
    [5, 0, 2, 3],
    [100, 0.014, 1, 101],
    [100, 0.014, 2, 51],
  ])(
    'is rounded: %i cents of goods and %f USD of services for %i parts give %i',
    (goods, servicesUsd, quantity, unit) => {
      expect(shownUnitMinor(goods, servicesUsd, quantity)).toBe(unit)
    },
  )
})

describe('the comparison of two configurations', () => {
  it('lists the terms that differ, the largest first, and the days', () => {
    const plain = priced(bracket, usual(bracket, 'al-6061-t6', 10))
    const blasted = selectService(
      usual(bracket, 'al-6061-t6', 10),
      { id: 'sandblasting', option: 'alox-120' },
      catalogue,
    ).configuration
    const after = priced(bracket, { ...blasted, lead: 'economy' })
    const { minor, workingDays, differences } = explain(plain, after)

    expect(differences.map(({ term }) => term)).toEqual(['sandblasting', 'lead-time', 'rounding'])
    expect(differences[0]).toMatchObject({ before: undefined, after: { minor: 2360 }, minor: 2360 })
    expect(minor).toBe(after.linePrice.minor - plain.linePrice.minor)
    expect(workingDays).toBe(4)
  })

  it('sums a term that occurs twice, and lists one that is gone', () => {
    const plain = priced(bracket, usual(bracket, 'al-6061-t6', 10))
    const twice = { ...plain, breakdown: [...plain.breakdown, ...plain.breakdown.slice(0, 1)] }
    const [first] = plain.breakdown

    expect(explain(plain, twice).differences).toMatchObject([{ term: first?.term, minor: first?.minor }])

    const none = { ...plain, breakdown: plain.breakdown.slice(1) }
    expect(explain(plain, none).differences).toEqual([
      { term: first?.term, before: first, after: undefined, minor: -(first?.minor ?? 0) },
    ])
  })

  it('lists nothing for equal prices', () => {
    const plain = priced(bracket, usual(bracket, 'al-6061-t6', 10))
    expect(explain(plain, plain)).toEqual({ minor: 0, workingDays: 0, differences: [] })
  })
})
