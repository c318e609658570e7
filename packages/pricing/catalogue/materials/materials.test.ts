import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { processes } from '../processes/processes.ts'
import { asJson, unexplained, watched } from '../read-once.fixture.ts'
import { selling } from '../selling.ts'
import { serviceRules } from '../services/services.ts'
import { toleranceTables } from '../tolerance-tables.ts'
import { materials } from './materials.ts'

type Range = [number, number]

interface Written {
  id: string
  technologyId: number
  processIds: string[]
  family: string
  name: object
  densityGCm3: number
  priceUsdPerKg: { cn: number; eu: number; cnVerified: boolean }
  colours: object[]
  defaultColour: string
  maxEnvelopeMm: Record<string, number[] | { maxDiaMm: number; maxLengthMm: number }>
  minSizeMm: number[]
  minWallMm: number
  minFeatureMm: number
  minHoleMm: number
  minEngraveMm: number
  toleranceDefault: string
  toleranceOptions: string[]
  layerHeightMm: number | null
  buildRate: { value: number; unit: string }
  supports: object
  baseLeadDays: number
  properties: object
  propertiesVerified: boolean | string[]
  finishes: string[]
  services: {
    allowed: string[]
    mandatory: { id: string; option: string; cancellable: boolean }[]
    defaultOn: { id: string; option: string; cancellable: boolean; cancelWarning: boolean }[]
    exclusivePairs: Range[]
    exclusivePerHole: string[]
  }
  cost: Record<string, number | boolean | undefined>
  hardnessRange?: object
  machining?: {
    machinabilityPct: number
    machinabilityBase: string
    machinabilityVerified: boolean
    mrrCm3Min: number
    finishCm2Min: number
    hourlyRateUsd: Record<'cn' | 'eu', Record<'mill3' | 'mill5' | 'lathe', number>>
    setupMinutes: { milling: number; turning: number }
  }
  sources: string[]
  note?: string
}

interface Tables {
  iso2768Linear: { unit: string; ranges: Range[] } & Record<'f' | 'm' | 'c' | 'v', (number | null)[]>
  iso286It: { unit: string; upToMm: number[] } & Record<string, number[]>
}

const path = join(import.meta.dirname, '../../../../../shared/catalogue/materials.json')

const envelope = (size: number[] | { maxDiaMm: number; maxLengthMm: number }) =>
  Array.isArray(size) ? size : { diameterMm: size.maxDiaMm, lengthMm: size.maxLengthMm }

function costOf({ cost, technologyId, processIds, machining }: Written): object {
  if (technologyId === 27) return { kind: 'cast', shotFactor: cost.shotFactor, clear: cost.clear }

  if (machining)
    return {
      kind: 'stock',
      roughingCm3PerMin: cost.mrrCm3Min,
      finishingCm2PerMin: cost.finishCm2Min,
      machinability: cost.machinability,
      machinabilityPercent: machining.machinabilityPct,
      machinabilityVerified: machining.machinabilityVerified,
    }

  const { supportRatio, layerMm, minPartUsd, finishFactor } = cost
  if (processIds.includes('sla'))
    return { kind: 'resin', supportRatio, layerMm, buildCm3PerHour: cost.buildRateCm3H, minPartUsd, finishFactor }
  if (!processIds.includes('slm')) return { kind: 'powder', bulkDensity: cost.bulkDensity, discard: cost.discard }

  const buildCm3PerHour = { cn: cost.buildRateCm3H, eu: cost.buildRateCm3HEu }
  return { kind: 'metal-powder', supportRatio, layerMm, buildCm3PerHour, stressRelief: cost.stressRelief }
}

const preset = ({ id, option }: { id: string; option: string }) => ({ id, option })

/** A material of the file in the form of the domain. */
const asMaterial = (written: Written) => ({
  id: written.id,
  technologyId: written.technologyId,
  processIds: written.processIds,
  family: written.family,
  name: written.name,
  available: true,
  densityGCm3: written.densityGCm3,
  usdPerKg: { cn: written.priceUsdPerKg.cn, eu: written.priceUsdPerKg.eu },
  priceVerified: written.priceUsdPerKg.cnVerified,
  colours: written.colours,
  defaultColour: written.defaultColour,
  envelopes: Object.fromEntries(Object.entries(written.maxEnvelopeMm).map(([id, size]) => [id, envelope(size)])),
  minSizeMm: written.minSizeMm,
  minWallMm: written.minWallMm,
  minFeatureMm: written.minFeatureMm,
  minHoleMm: written.minHoleMm,
  minEngraveMm: written.minEngraveMm,
  tolerances: written.toleranceOptions,
  defaultTolerance: written.toleranceDefault,
  layerHeightMm: written.layerHeightMm ?? undefined,
  supports: written.supports,
  baseLeadDays: written.baseLeadDays,
  properties: written.properties,
  propertiesVerified: written.propertiesVerified,
  finishes: written.finishes,
  services: {
    // Every material can be inspected and certified, which the file does not know.
    allowed: [...written.services.allowed, 'inspection', 'certificate'],
    mandatory: written.services.mandatory.map(preset),
    defaultOn: written.services.defaultOn.map(preset),
  },
  cost: costOf(written),
  hardness: written.hardnessRange,
  sources: written.sources,
  note: written.note,
})

/** Checks what the file repeats for each material and the domain states once. */
function expectConsistent({ services, buildRate, cost, machining, processIds }: Written): void {
  const { allowed, mandatory, defaultOn, exclusivePairs, exclusivePerHole } = services
  const blasted = mandatory.some(({ id }) => id === 'sandblasting')

  expect([...mandatory.map((one) => one.cancellable), ...defaultOn.map((one) => !one.cancellable)]).not.toContain(true)
  expect(defaultOn.every(({ cancelWarning }) => cancelWarning)).toBe(true)

  const both = serviceRules.exclusivePairs.filter((pair) => pair.every((id) => allowed.includes(id)))
  // Mandatory depowdering excludes nothing; only cosmetic blasting excludes polishing.
  const pairs = both.filter(([one]) => !(blasted && one === 'polishing'))

  expect(new Set(exclusivePairs.map((pair) => pair.join()))).toEqual(new Set(pairs.map((pair) => pair.join())))
  expect(exclusivePerHole).toEqual(serviceRules.perHoleExclusive.filter((id) => allowed.includes(id)))

  const rates: Record<string, unknown> = {
    'cm3/h': cost.buildRateCm3H,
    'mm/h': processIds.includes('mjf') ? processes.mjf.cost.buildMmPerHour : processes.sls.cost.buildMmPerHour,
    'cm3/min (effective roughing MRR)': cost.mrrCm3Min,
    'shots per mould': Math.round(Number(cost.shotFactor) * processes.casting.cost.shotsPerMould),
  }

  expect(buildRate.value).toBe(rates[buildRate.unit])

  if (!machining) return

  expect([machining.mrrCm3Min, machining.finishCm2Min]).toEqual([cost.mrrCm3Min, cost.finishCm2Min])
  expect(machining.setupMinutes).toEqual({
    milling: processes.milling.cost.setupMin,
    turning: processes.turning.cost.setupMin,
  })

  for (const card of ['cn', 'eu'] as const)
    expect(selling.rateCards[card].machines).toMatchObject(asJson(machining.hourlyRateUsd[card]) as object)
}

describe.skipIf(!existsSync(path))('the materials against the file they come from', () => {
  it('contain every figure and text of the 85 materials in the file', () => {
    const file = watched(JSON.parse(readFileSync(path, 'utf8')) as { materials: Written[]; toleranceTables: Tables })
    const written = file.data.materials

    expect(written).toHaveLength(85)
    expect(asJson(materials)).toEqual(asJson(written.map(asMaterial)))

    for (const material of written) expectConsistent(material)

    const { iso2768Linear, iso286It } = file.data.toleranceTables
    const { f, m, c, v, ranges } = iso2768Linear
    const { unit: _, upToMm, ...grades } = iso286It

    expect(asJson(toleranceTables)).toEqual(
      asJson({ iso2768: { rangesMm: ranges, classes: { f, m, c, v } }, iso286: { upToMm, grades } }),
    )
    expect(
      unexplained(file.unread(), {
        'materials[*].machining.machinabilityBase': 'AISI 1212 = 100 % for all: documented at the type',
        'toleranceTables.iso2768Linear.unit': 'in the name: rangesMm',
      }),
    ).toEqual({ notCarried: [], idle: [] })
  })
})

describe('the materials', () => {
  it.each([
    ['sla', 14],
    ['mjf', 7],
    ['sls', 7],
    ['slm', 8],
    ['milling', 36],
    ['turning', 34],
    ['casting', 13],
  ] as const)('for %s are %d in number', (process, count) => {
    expect(materials.filter(({ processIds }) => processIds.includes(process))).toHaveLength(count)
  })

  it('have a machinability relative to aluminium 6061', () => {
    const cost = (id: string) => materials.find((material) => material.id === id)?.cost
    expect(cost('al-6061-t6')).toMatchObject({ machinability: 1, machinabilityPercent: 300 })
    expect(cost('steel-1045')).toMatchObject({ machinability: 0.19, machinabilityVerified: true })
  })
})
