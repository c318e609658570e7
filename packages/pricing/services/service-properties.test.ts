import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ByCard,
  minorOf,
  processIds,
  rateCardIds,
  type ServiceId,
  type ServiceOption,
  type ServicePrice,
  type ServiceSelection,
} from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { housing } from '../making/making.fixture.ts'
import type { ServiceJob } from './service-charge.ts'
import { servicePrice } from './service-price.ts'

const centsOf = (selection: ServiceSelection, job: ServiceJob) =>
  minorOf(servicePrice(selection, job, packagedCatalogue).usd)
const reasonOf = (selection: ServiceSelection, job: ServiceJob) =>
  servicePrice(selection, job, packagedCatalogue).reason

const colours = ['PANTONE 186 C', 'PANTONE 286 C', 'RAL 9005']

/** A selection of an option with everything its service asks for. */
function selectionOf(id: ServiceId, option: string, n: number, count: number): ServiceSelection {
  const chosen = colours.slice(0, n)
  const holes = [{ size: 'M4', count, depthMm: 8 }]
  switch (id) {
    case 'anodizing':
      return { id, option, colour: 'black', gloss: 'matte', quantity: count }
    case 'dyeing':
      return { id, option, colours: chosen }
    case 'painting':
      return { id, option, colours: chosen, finish: 'satin' }
    case 'silkscreen':
      return { id, option, colours: chosen, zones: count, position: 'lid' }
    case 'threading':
      return { id, option, threads: [{ size: 'M8', lengthMm: 9, count }] }
    case 'tapping':
    case 'brass-insert':
      return { id, option, items: holes }
    case 'helicoil':
      return { id, option, items: holes.map((hole) => ({ ...hole, ratio: '1.5D' })) }
    case 'reaming':
      return { id, option, items: [{ diameterMm: 8, depthMm: 8, count }] }
    case 'surface-finish':
      return { id, option, faces: 'all' }
    case 'hardness':
      return { id, option, value: 50 }
    case 'assembling':
      return { id, option, suppliedParts: false, minutesPerUnit: count }
    case 'grinding':
      return { id, option, faces: n, areaCm2: 3 * count }
    case 'risk-acceptance':
      return { id, option, ruleIds: ['setups'] }
    default:
      return { id, option }
  }
}

const anySelection: fc.Arbitrary<ServiceSelection> = fc
  .record({
    pick: fc.constantFrom(
      ...packagedCatalogue.services.flatMap(({ id, options }) => options.map((option) => ({ id, option: option.id }))),
    ),
    n: fc.integer({ min: 1, max: 3 }),
    count: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ pick, n, count }) => selectionOf(pick.id, pick.option, n, count))

const anyJob = fc.record({
  part: fc
    .record({ volumeMm3: fc.integer({ min: 10, max: 5_000_000 }), areaMm2: fc.integer({ min: 10, max: 500_000 }) })
    .map(housing),
  material: fc.constantFrom(...packagedCatalogue.materials),
  process: fc.constantFrom(...processIds),
  cardId: fc.constantFrom(...rateCardIds),
})

it('charges no less for more parts, and no more for each of them, up to rounding', () => {
  fc.assert(
    fc.property(anySelection, anyJob, fc.integer({ min: 1, max: 500 }), (selection, job, quantity) => {
      const one = centsOf(selection, { ...job, quantity })
      const more = centsOf(selection, { ...job, quantity: quantity + 1 })
      expect(one).toBeGreaterThanOrEqual(0)
      expect(Number.isSafeInteger(one)).toBe(true)
      expect(more).toBeGreaterThanOrEqual(one)
      expect(more / (quantity + 1)).toBeLessThanOrEqual(one / quantity + 1 / quantity)
    }),
  )
})

it('charges a report no less for more measured pieces, and the same once all are measured', () => {
  fc.assert(
    fc.property(anyJob, fc.integer({ min: 1, max: 500 }), (job, quantity) => {
      const centsFor = (option: string) => centsOf({ id: 'inspection', option }, { ...job, quantity })
      const first = centsFor('report-first')
      const five = centsFor('report-five')
      const all = centsFor('report-all')

      expect(five).toBeGreaterThanOrEqual(first)
      expect(all).toBeGreaterThanOrEqual(five)
      if (quantity <= 5) expect(five).toBe(all)
      if (quantity === 1) expect(first).toBe(all)
    }),
  )
})

it('charges nothing for a price without terms, except by the thread table', () => {
  const services = packagedCatalogue.services.map((service) => ({
    ...service,
    options: service.options.map((option) => ({ ...option, price: {} })),
  }))
  const inTable = ['tapping', 'brass-insert', 'helicoil']
  fc.assert(
    fc.property(anySelection, anyJob, (selection, job) => {
      fc.pre(!inTable.includes(selection.id))
      expect(servicePrice(selection, { ...job, quantity: 9 }, { ...packagedCatalogue, services }).usd).toBe(0)
    }),
  )
})

it('charges no less on the eu card, for any service', () => {
  fc.assert(
    fc.property(anySelection, anyJob, (selection, job) => {
      expect(centsOf(selection, { ...job, quantity: 7, cardId: 'eu' })).toBeGreaterThanOrEqual(
        centsOf(selection, { ...job, quantity: 7, cardId: 'cn' }),
      )
    }),
  )
})

it('prices every option of the catalogue or explains why it is free, and uses every term of a price', () => {
  const read = new Set<string>([
    'perLine',
    'perPart',
    'perCm2',
    'perKg',
    'perHole',
    'perThread',
    'perFace',
    'perMinute',
    'perScreen',
    'perImpression',
    'extraColourFactor',
    'linePerColour',
    'finishFactors',
    'materialFactors',
    'ratioFactors',
    'factor',
    'nonStandardPerLine',
    'measuring',
    // Not read: anodizing has one colour (catalogue 2), so the price of a second is never charged.
    'perExtraColourLine',
  ])

  const priced: [string, ServiceOption, ServicePrice][] = packagedCatalogue.services.flatMap(({ id, options }) =>
    options.flatMap((option) =>
      option.price ? [[id, option, option.price] as [string, ServiceOption, ServicePrice]] : [],
    ),
  )

  expect(priced.flatMap(([, , price]) => Object.keys(price).filter((term) => !read.has(term)))).toEqual([])

  const negative = priced.flatMap(([id, { id: option }, price]) =>
    Object.values(price)
      .filter((value): value is ByCard => typeof value === 'object' && 'cn' in value)
      .filter(({ cn, eu }) => cn < 0 || eu < 0)
      .map(() => `${id}:${option}`),
  )

  expect(negative).toEqual([])
})

const messages = join(import.meta.dirname, '../../messages')

describe.skipIf(!existsSync(messages))('the texts of services', () => {
  it.each(['fr', 'en'])('explain every price in %s, with figures that the reason has', (language) => {
    const { reasons } = JSON.parse(readFileSync(join(messages, language, 'pricing.json'), 'utf8'))
    fc.assert(
      fc.property(anySelection, anyJob, (selection, job) => {
        const { code, values } = reasonOf(selection, { ...job, quantity: 3 })
        const wanted = [...String(reasons[code]).matchAll(/\{(\w+),/g)].map(([, name = '']) => name)
        expect(reasons[code]).toBeTypeOf('string')
        expect(wanted.filter((name) => values[name] === undefined)).toEqual([])
      }),
    )
  })
})
