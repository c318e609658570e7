import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { materials } from '../materials/materials.ts'
import { asJson, unexplained, watched } from '../read-once.fixture.ts'
import { leadTimes, selling } from '../selling.ts'
import { processes, technologies } from './processes.ts'

interface WrittenTolerance {
  id: string
  name: object
  plusMinusMm?: number
  upToMm?: number
  pctAbove?: number
  isoRef?: string
  itGrade: string
  cycleFactor?: number
  priceFactor: number
  leadDays: number
  manualReview?: boolean
  default?: boolean
}

interface WrittenProcess {
  id: string
  technologyId: number
  name: object
  machineClass: string
  supports: object
  minSizeMm: number[]
  minWallMm: number | object
  minFeatureMm: number
  minHoleMm: number
  minEngraveMm: number
  toleranceClasses: WrittenTolerance[]
  finishes: string[]
  costParams: Record<string, unknown>
  materialIds: string[]
}

interface WrittenCard {
  operator: number
  engineer: number
  overhead: number
  margin: number
  marginByProcess?: object
  marketPosition: number
  machine: object
}

interface WrittenTier {
  name: object
  priceFactor: number
  days: string
  maxQuantity?: number
}

interface Written {
  technologies: { id: number; slug: string; name: object; processIds: string[] }[]
  processes: WrittenProcess[]
  pricing: {
    defaultRateCard: string
    rateCards: Record<'cn' | 'eu', WrittenCard>
    minOrderUsd: Record<string, number>
    manualQuoteAbove: object
  }
  leadTime: { options: WrittenTier[]; quantityAdder: number[][]; cutOff: string }
}

const path = join(import.meta.dirname, '../../../../../shared/catalogue/processes.json')

/** Names in the file that differ from those in the domain. */
const renamed: Readonly<Record<string, string>> = {
  tauPartMin: 'partMin',
  tauAreaMin: 'areaMinPerCm2',
  tauJobMin: 'jobMin',
  vzMmH: 'buildMmPerHour',
  kCool: 'coolingFactor',
  recoatS: 'recoatSeconds',
  wasteResin: 'wasteShare',
  wastePowder: 'wasteShare',
  largePartMm: 'largeFromMm',
  largePartUsd: 'largeUsd',
  edmCm2PerMin: 'wireCutCm2PerMin',
  tauSupMinPerCm3: 'supportMinPerCm3',
  contourMS: 'contourMPerSecond',
  nContours: 'contours',
  allowXY: 'allowanceXyMm',
  allowZ: 'allowanceZMm',
  plateAsIsMaxMm: 'sheetAsIsMm',
  plateThicknessMm: 'thicknessesMm',
  refSizeCm: 'referenceSizeCm',
  progBaseMin: 'programBaseMin',
  progPerSetupMin: 'programPerSetupMin',
  progFreeformMin: 'programFreeformMin',
  toolWearUsdMin: 'toolWearUsdPerMin',
  benchAreaMin: 'benchMinPerCm2',
  barDiaMm: 'barsMm',
  turnMrrFactor: 'roughingFactor',
  turnFinishFactor: 'finishingFactor',
  opMin: 'operationMin',
  liveMin: 'liveToolMin',
  shotsBase: 'shotsPerMould',
  masterFinishAreaMin: 'masterFinishMinPerCm2',
  siliconeUsdKg: 'siliconeUsdPerKg',
  ovenMouldH: 'mouldOvenHours',
  trimAreaMin: 'trimMinPerCm2',
}

/** Figures that are only in the formulas of the README, section 3, or our own (5 axes, threads, slots). */
const inFormulas: Readonly<Record<string, object>> = {
  sla: { flatBelowMm: 12 },
  milling: {
    sheetFitMm: 0.25,
    toolsBase: 5,
    toolsPerSetup: 2,
    toolWearExponent: 0.7,
    fiveAxesFromPercent: 2,
    threadMin: 1.3,
    slotCutter: { fromReach: 4, setupMin: 10, passes: 2, feedMmPerMin: 150 },
  },
  turning: { barAllowanceMm: 1, threadMin: 2.5 },
  casting: {
    complexShotFactor: 0.8,
    mostCavities: 4,
    partsPerCavity: 10,
    cavityUpToMm: 60,
    cavityUpToCm3: 15,
    clearMasterFactor: 2,
    masterMaterialId: 'sla-9600-white',
  },
}

const asTolerance = (written: WrittenTolerance) => ({
  id: written.id,
  name: written.name,
  plusMinusMm: written.plusMinusMm,
  upToMm: written.upToMm,
  percentBeyond: written.pctAbove,
  standard: written.isoRef,
  itGrade: written.itGrade,
  cycleFactor: written.cycleFactor ?? 1,
  priceFactor: written.priceFactor,
  leadDays: written.leadDays,
  manualReview: written.manualReview ?? false,
})

/** Parameters that are not cost figures: fields of the process, or a second id. */
const notCost = ['id', 'machineKey', 'quantityBreaks', 'minPartPriceUsd']

function asProcess(written: WrittenProcess) {
  const params = written.costParams
  const cost = Object.keys(params).filter((name) => !notCost.includes(name))

  return {
    id: written.id,
    technologyId: written.technologyId,
    name: written.name,
    machineClass: written.machineClass,
    supports: written.supports,
    minSizeMm: written.minSizeMm,
    minWallMm: written.minWallMm,
    minFeatureMm: written.minFeatureMm,
    minHoleMm: written.minHoleMm,
    minEngraveMm: written.minEngraveMm,
    tolerances: written.toleranceClasses.map(asTolerance),
    defaultTolerance: written.toleranceClasses.find((tolerance) => tolerance.default)?.id,
    finishes: written.finishes,
    quantityBreaks: params.quantityBreaks,
    minPartUsd: params.minPartPriceUsd,
    cost: {
      ...Object.fromEntries(cost.map((name) => [renamed[name] ?? name, params[name]])),
      ...inFormulas[written.id],
    },
  }
}

const asCard = (written: WrittenCard) => ({
  operator: written.operator,
  engineer: written.engineer,
  machines: written.machine,
  overhead: written.overhead,
  margin: written.margin,
  marginByProcess: written.marginByProcess ?? {},
  marketPosition: written.marketPosition,
})

/** `max(1, ceil(base * 0.6))`, `ceil(base * 1.5) + 1` or `base`. */
function asTier({ name, priceFactor, days, maxQuantity }: WrittenTier) {
  const [, atLeast = '0', factor = '1', added = '0'] =
    /^(?:max\((\d+), )?(?:ceil\(base \* ([\d.]+)\)|base)\)?(?: \+ (\d+))?$/.exec(days) ?? []
  return {
    name,
    priceFactor,
    daysFactor: Number(factor),
    daysAdded: Number(added),
    atLeastDays: Number(atLeast),
    mostParts: maxQuantity,
  }
}

describe.skipIf(!existsSync(path))('processes, rates and lead times against the file they come from', () => {
  it('contain every figure and text of the file', () => {
    const file = watched(JSON.parse(readFileSync(path, 'utf8')) as Written)
    const { pricing, leadTime } = file.data

    expect(asJson(technologies)).toEqual(
      asJson(file.data.technologies.map((one) => ({ ...one, minOrderUsd: pricing.minOrderUsd[String(one.id)] }))),
    )

    const written = file.data.processes
    expect(asJson(processes)).toEqual(asJson(Object.fromEntries(written.map((one) => [one.id, asProcess(one)]))))

    for (const { id, materialIds } of written)
      expect(materials.filter(({ processIds }) => processIds.some((one) => one === id)).map((one) => one.id)).toEqual(
        asJson(materialIds),
      )

    expect(selling.rateCard).toBe(pricing.defaultRateCard)
    expect(asJson(selling.rateCards)).toEqual(
      asJson({ cn: asCard(pricing.rateCards.cn), eu: asCard(pricing.rateCards.eu) }),
    )
    expect(asJson(selling.manualQuoteAbove)).toEqual(asJson(pricing.manualQuoteAbove))

    const [economy, standard, express, casting] = leadTime.options.map(asTier)
    expect(asJson(leadTimes.tiers)).toEqual(asJson({ economy, standard, express }))
    expect(asJson(leadTimes.tiersByProcess)).toEqual(asJson({ casting: { express: casting } }))
    expect(leadTimes.quantityDays).toEqual(asJson(leadTime.quantityAdder))
    expect(leadTime.cutOff).toContain(`${leadTimes.cutOffHour}:00 UTC+${leadTimes.utcOffsetHours}`)
    expect(
      unexplained(file.unread(), {
        'processes[*].costParams.id': 'the id of the process again',
        'processes[*].costParams.machineKey': 'each model names its machine, whose rate is typed',
        'pricing.currency': 'all accounts are in USD: money.ts',
        'pricing.rateCards.*.id': 'the key of the card',
        'pricing.rounding': 'a rule of the price, with its own tests',
        'pricing.minOrderNote': 'a text of the breakdown',
        'pricing.formula': 'the price itself; the README has the newer form with the share of the minimum',
        'pricing.marketPositionNote': 'at the rate card',
        'leadTime.unit': 'in the names: days are working days',
        'leadTime.options[*].id': 'the key of the tier',
        'leadTime.options[standard].default': 'a configuration always names its tier',
        'leadTime.options[express].notFor[0]': 'casting has terms of its own',
        'leadTime.options[express-casting].onlyFor[0]': 'the key of the terms',
        'leadTime.base': 'a rule of lead time, with its own tests',
        'leadTime.quantityAdderCasting': 'a rule of lead time, with its own tests',
        'leadTime.services': 'a rule of lead time, with its own tests',
        'leadTime.order': 'a rule of lead time, with its own tests',
        'leadTime.specAdditions.*': 'repeated from the services, which carry the days',
      }),
    ).toEqual({ notCarried: [], idle: [] })
  })
})

describe('figures that only the README of the catalogue has', () => {
  it('are in the catalogue: share of the minimum price, validity, exchange rates', () => {
    expect(selling).toMatchObject({ minPartShare: 0.25, validityDays: 30 })
    expect(selling.exchangeRates).toEqual({ USD: 1, EUR: 0.86, GBP: 0.76, HKD: 7.78, CNY: 7.11 })
  })
})
