import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asJson, unexplained, watched } from '../read-once.fixture.ts'
import { threads } from '../threads.ts'
import { serviceRules, services } from './services.ts'

interface WrittenOption extends Record<string, unknown> {
  id: string
  families?: string[]
  price?: Record<string, unknown>
  minHardness?: { hv: number; hrc: number; specText: string }
}

interface WrittenService {
  id: string
  name: object
  appliesToFamilies: string[]
  excludedMaterials?: string[]
  leadDays: Record<string, unknown>
  inputs: { id: string; values?: string[]; accept?: string[] }[]
  options: WrittenOption[]
  colours?: object[]
  maxColours?: number
  maxColoursPerModel?: number
  presets?: { code: string; approxHex: string }[]
  restrictions?: { families?: string[]; modes?: string[]; colours?: string[]; minSize?: string; note?: string }[]
  exclusiveWith: string[]
  exclusivePerHole?: string[]
  rangeMm?: number[]
  cancelWarning?: { message: object }
  text?: object
  note?: string
  includes?: string[]
}

interface WrittenThread {
  size: string
  system: string
  nominalMm: number
  pitchMm: number
  tapDrillMm: number
  recommendedThreadDepthMm: object
  minBlindHoleExtraMm: number
  helicoil: {
    drillMm: number
    lengthsMm: Record<string, number>
    minHoleDepthMm: Record<string, number>
  } | null
  brassInsert: {
    lengthMm: number
    holeDiaMm: number
    outerDiaMm: number
    minBossWallMm: number
    minHoleDepthMm: number
  } | null
  unitPriceUsd: { tapping: object; brassInsert: object | null; helicoil: object | null }
}

interface Written {
  services: WrittenService[]
  serviceRules: {
    order: string[]
    exclusivePairs: string[][]
    perHoleExclusive: string[]
    exclusiveBehaviour: object
    mandatoryBehaviour: object
  }
  threadTable: WrittenThread[]
}

/** The file has the services of the specification; these follow them. */
const own: readonly string[] = ['inspection', 'certificate']

const path = join(import.meta.dirname, '../../../../../shared/catalogue/services.json')

const asPrice = ({
  perExtraColourFactor,
  finishFactor,
  materialFactor,
  ratioFactor,
  perUnit,
  ...price
}: Record<string, unknown>) => ({
  ...price,
  perHole: typeof price.perHole === 'string' ? 'thread-table' : price.perHole,
  perPart: perUnit ?? price.perPart,
  extraColourFactor: perExtraColourFactor,
  finishFactors: finishFactor,
  materialFactors: materialFactor,
  ratioFactors: ratioFactor,
})

/** Facts of data sheets; everything else in an option has its own field. */
const factsOf = (written: WrittenOption) => ({
  thicknessUm: written.thicknessUm,
  dimensionChangeUmPerSurface: written.dimensionChangeUmPerSurface,
  minHardnessHv: written.minHardness?.hv,
  minHardnessHrc: written.minHardness?.hrc,
  minHardnessText: written.minHardness?.specText,
  minLineMm: written.minLineMm,
  minTextHeightMm: written.minTextHeightMm,
  maxZoneMm: written.maxZoneMm,
  itGrade: written.it,
  raUm: written.raUm,
  mesh: written.mesh,
  toleranceShore: written.toleranceShore,
  hardnessHrc: written.hardnessHrc,
  extraLeadDaysProposed: written.extraLeadUnverified,
})

const orNone = (fields: object) => (Object.values(fields).some((field) => field !== undefined) ? fields : undefined)

function asOption(written: WrittenOption, service: string) {
  const { min, max, step } = written
  const isValue = min !== undefined

  // The price factor of threading is repeated in its price; that of a finish applies to the part.
  if (service === 'threading' && written.priceFactor !== undefined)
    expect(written.priceFactor).toBe(written.price?.factor)
  if (service === 'reaming') expect(written.factor).toBe(written.price?.factor)

  const price = written.price && {
    ...asPrice(written.price),
    ...(service === 'painting' ? { linePerColour: true } : {}),
  }

  return {
    id: written.id,
    name: written.name,
    families: written.families,
    processes: written.processes,
    leadDays: written.leadDays,
    price,
    cycleFactor: written.cycleFactor,
    partPriceFactor: service === 'surface-finish' ? written.priceFactor : undefined,
    isDefault: written.default === true ? true : undefined,
    includedForFamilies: written.included === true ? written.families : written.includedForFamilies,
    colours: written.colours,
    minColours: written.minColours,
    maxColours: written.maxColours,
    requires: written.requires,
    exclusiveWith: written.exclusiveWith,
    value: isValue ? { min, max, step, default: written.default } : undefined,
    pattern: written.pattern,
    hex: written.hex,
    facts: orNone(factsOf(written)),
  }
}

function asService(written: WrittenService) {
  const { rule, days, one, several, alone, withPainting } = written.leadDays
  const choices = Object.fromEntries(
    written.inputs.flatMap(({ id, values }) => (values && id !== 'scale' ? [[id, values]] : [])),
  )
  const restrictions = written.restrictions?.filter(({ families }) => families)
  const notes = [written.note, ...(written.restrictions ?? []).map(({ note }) => note)].filter(Boolean)

  return {
    id: written.id,
    name: written.name,
    families: written.appliesToFamilies,
    excludedMaterials: written.excludedMaterials,
    leadDays: { rule, days, one, several, alone, withPainting },
    leadDaysProposed: written.leadDays.unverified,
    options: written.options.map((option) => asOption(option, written.id)),
    colours: written.colours,
    maxColours: written.maxColours ?? written.maxColoursPerModel,
    choices: Object.keys(choices).length > 0 ? choices : undefined,
    artworkTypes: written.inputs.find(({ accept }) => accept)?.accept,
    presets: written.presets?.map(({ code, approxHex }) => ({ code, hex: approxHex })),
    restrictions: restrictions?.map(({ families, modes, colours, minSize }) => ({
      families,
      options: modes,
      colours,
      minThread: minSize,
    })),
    exclusiveWith: written.exclusiveWith,
    exclusivePerHole: written.exclusivePerHole ?? [],
    rangeMm: written.rangeMm,
    cancelWarning: written.cancelWarning?.message,
    agreement: written.text,
    note: [...notes, ...(written.includes ? [`Includes ${written.includes.join(', ')}.`] : [])].join(' ') || undefined,
  }
}

/** The hole is 1.5 mm deeper than the insert (spec 9); the catalogue states it as one rule. */
function expectHoleDepths({ helicoil, brassInsert }: WrittenThread): void {
  for (const [ratio, depthMm] of Object.entries(helicoil?.minHoleDepthMm ?? {}))
    expect(depthMm).toBeCloseTo(Number(helicoil?.lengthsMm[ratio]) + 1.5, 9)
  if (brassInsert) expect(brassInsert.minHoleDepthMm).toBeCloseTo(brassInsert.lengthMm + 1.5, 9)
}

const asThread = (written: WrittenThread) => ({
  size: written.size,
  system: written.system,
  nominalMm: written.nominalMm,
  pitchMm: written.pitchMm,
  tapDrillMm: written.tapDrillMm,
  threadDepthMm: written.recommendedThreadDepthMm,
  blindHoleExtraMm: written.minBlindHoleExtraMm,
  helicoil: written.helicoil ? { drillMm: written.helicoil.drillMm, lengthsMm: written.helicoil.lengthsMm } : undefined,
  brassInsert: written.brassInsert
    ? {
        lengthMm: written.brassInsert.lengthMm,
        holeDiameterMm: written.brassInsert.holeDiaMm,
        outerDiameterMm: written.brassInsert.outerDiaMm,
        minBossWallMm: written.brassInsert.minBossWallMm,
      }
    : undefined,
  usd: {
    tapping: written.unitPriceUsd.tapping,
    brassInsert: written.unitPriceUsd.brassInsert ?? undefined,
    helicoil: written.unitPriceUsd.helicoil ?? undefined,
  },
})

describe.skipIf(!existsSync(path))('services and threads against the file they come from', () => {
  it('contain every figure and text of the 20 services in the file', () => {
    const file = watched(JSON.parse(readFileSync(path, 'utf8')) as Written)
    const { data } = file

    expect(data.services).toHaveLength(20)
    expect(services.slice(20).map(({ id }) => id)).toEqual(own)
    expect(asJson(services.slice(0, 20))).toEqual(asJson(data.services.map(asService)))
    expect(asJson(threads)).toEqual(asJson(data.threadTable.map(asThread)))

    for (const thread of data.threadTable) expectHoleDepths(thread)

    const { exclusiveBehaviour, mandatoryBehaviour, order, exclusivePairs, perHoleExclusive } = data.serviceRules
    expect(asJson(serviceRules)).toEqual(
      asJson({
        order: [...order, ...own],
        exclusivePairs,
        perHoleExclusive,
        replaceText: exclusiveBehaviour,
        mandatoryText: mandatoryBehaviour,
      }),
    )
    expect(
      unexplained(file.unread(), {
        'services[*].specConstant': 'true for all twenty: ids of the specification',
        'services[*].leadDays.unit': 'all days are working days',
        'services[*].inputs[*].**': 'what a customer states is typed: ServiceSelection',
        'services[*].rules[*]': 'rules of configuration, with their own tests',
        'services[*].rules[*].**': 'rules of configuration, with their own tests',
        'services[silkscreen].maxColoursUnverified': 'in its note',
        'services[*].cancelWarning.required': 'every warning is shown',
        'services[risk-acceptance].autoRequired.when': 'a rule of configuration',
        'serviceRules.mandatoryNote': 'a rule of configuration',
        'serviceRules.implies[*].**': 'options carry `requires`, colours `via`; the rest are rules of configuration',
      }),
    ).toEqual({ notCarried: [], idle: [] })
  })
})
