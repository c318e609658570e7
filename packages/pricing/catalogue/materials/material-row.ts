import type { Envelopes, Material, MaterialServices, PresetService, Process } from '@cotation/domain'
import { casting } from '../processes/casting.ts'
import { milling } from '../processes/cnc.ts'
import { slm } from '../processes/metal-printing.ts'
import { mjf, sla, sls } from '../processes/plastic-printing.ts'
import { services } from '../services/services.ts'

type Block = readonly [number, number, number]

/** What is specific to a material; the rest comes from its process. */
interface Row
  extends Pick<
      Material,
      'id' | 'family' | 'name' | 'densityGCm3' | 'usdPerKg' | 'colours' | 'baseLeadDays' | 'properties'
    >,
    Partial<Pick<Material, 'priceVerified' | 'propertiesVerified' | 'sources' | 'note'>> {}

/** A row may leave out what is usual for its process. */
type Usual<R, K extends keyof R> = Omit<R, K> & Partial<Pick<R, K>>

/** The services that name the family and do not exclude the material. */
const allowedFor = ({ id, family }: Row): MaterialServices['allowed'] =>
  services
    .filter(({ families, excludedMaterials }) => {
      const named = families.includes('*') || families.includes(family)
      return named && !excludedMaterials?.includes(id)
    })
    .map((service) => service.id)

/** Limits, tolerances and finishes of the process. */
const asProcess = (process: Process, minWallMm: number) => ({
  technologyId: process.technologyId,
  available: true,
  minSizeMm: process.minSizeMm,
  minWallMm,
  minFeatureMm: process.minFeatureMm,
  minHoleMm: process.minHoleMm,
  minEngraveMm: process.minEngraveMm,
  tolerances: process.tolerances.map(({ id }) => id),
  defaultTolerance: process.defaultTolerance,
  finishes: process.finishes,
})

const described = (row: Row, preset: { mandatory?: PresetService; defaultOn?: PresetService } = {}) => ({
  id: row.id,
  family: row.family,
  name: row.name,
  densityGCm3: row.densityGCm3,
  usdPerKg: row.usdPerKg,
  priceVerified: row.priceVerified ?? false,
  colours: row.colours,
  defaultColour: row.colours[0]?.id ?? '',
  baseLeadDays: row.baseLeadDays,
  properties: row.properties,
  propertiesVerified: row.propertiesVerified ?? false,
  services: {
    allowed: allowedFor(row),
    mandatory: preset.mandatory ? [preset.mandatory] : [],
    defaultOn: preset.defaultOn ? [preset.defaultOn] : [],
  },
  sources: row.sources ?? [],
  ...(row.note === undefined ? {} : { note: row.note }),
})

const depowdering: PresetService = { id: 'sandblasting', option: 'depowder' }

interface ResinRow extends Row {
  envelopeMm?: Block
  minWallMm?: number
  supportRatio?: number
  buildCm3PerHour?: number
  minPartUsd?: number
  finishFactor?: number
}

/** A photopolymer in layers of 0.1 mm. Defaults: rigid, three days, large machine. */
export function resin(given: Usual<ResinRow, 'family' | 'baseLeadDays'>): Material {
  const row = { family: 'resin-rigid', baseLeadDays: 3, supportRatio: 0.12, buildCm3PerHour: 180, ...given }
  const { minPartUsd, finishFactor, supportRatio, buildCm3PerHour } = row

  return {
    ...asProcess(sla, row.minWallMm ?? 0.8),
    ...described(row),
    processIds: ['sla'],
    envelopes: { sla: row.envelopeMm ?? [780, 780, 530] },
    layerHeightMm: 0.1,
    supports: { ...sla.supports, volumeRatio: supportRatio },
    cost: {
      kind: 'resin',
      supportRatio,
      layerMm: 0.1,
      buildCm3PerHour,
      ...(minPartUsd === undefined ? {} : { minPartUsd }),
      ...(finishFactor === undefined ? {} : { finishFactor }),
    },
  }
}

interface PowderRow extends Row {
  envelopeMm?: Block
  minWallMm?: number
  bulkDensity: number
  discard: number
}

const powder = (process: Process, envelopes: Envelopes, layerHeightMm: number, row: PowderRow): Material => ({
  ...asProcess(process, row.minWallMm ?? 1),
  ...described(row, { mandatory: depowdering }),
  processIds: [process.id],
  envelopes,
  layerHeightMm,
  supports: process.supports,
  cost: { kind: 'powder', bulkDensity: row.bulkDensity, discard: row.discard },
})

/** A powder for Multi Jet Fusion: a nylon, in three days, unless the row says otherwise. */
export function mjfPowder(given: Usual<PowderRow, 'family' | 'baseLeadDays'>): Material {
  const row = { family: 'nylon', baseLeadDays: 3, ...given }
  return powder(mjf, { mjf: row.envelopeMm ?? [370, 276, 360] }, 0.08, row)
}

/** A powder for laser sintering: a nylon, in three days, unless the row says otherwise. */
export function slsPowder(given: Usual<PowderRow, 'family' | 'baseLeadDays'>): Material {
  const row = { family: 'nylon', baseLeadDays: 3, ...given }
  return powder(sls, { sls: row.envelopeMm ?? [350, 350, 400] }, 0.1, row)
}

interface MetalPowderRow extends Row {
  envelopeMm?: Block
  supportRatio: number
  layerMm: number
  buildCm3PerHour: Readonly<Record<'cn' | 'eu', number>>
}

/** A powder for laser melting: depowdered always, stress-relieved unless cancelled. */
export function metalPowder(given: Usual<MetalPowderRow, 'baseLeadDays'>): Material {
  const row = { baseLeadDays: 4, ...given }
  const { supportRatio, layerMm, buildCm3PerHour } = row

  return {
    ...asProcess(slm, 1),
    ...described(row, { mandatory: depowdering, defaultOn: { id: 'heat-treatment', option: 'stress-relief' } }),
    processIds: ['slm'],
    envelopes: { slm: row.envelopeMm ?? [250, 250, 300] },
    layerHeightMm: layerMm,
    supports: { ...slm.supports, volumeRatio: supportRatio },
    cost: { kind: 'metal-powder', supportRatio, layerMm, buildCm3PerHour, stressRelief: true },
  }
}

interface StockRow extends Row {
  turned?: false
  /** On the scale of machinability, AISI 1212 is 100 %. */
  cutting: { roughingCm3PerMin: number; finishingCm2PerMin: number; machinabilityPercent: number }
  machinabilityVerified?: true
}

type GivenStock = Usual<StockRow, 'baseLeadDays'>

/** Aluminium 6061, the reference of machining times, on the scale of AISI 1212. */
const referencePercent = 300

function stock(given: GivenStock, minWallMm: number, block: Block, bar: Envelopes['turning']): Material {
  const row = { baseLeadDays: 4, ...given }
  const turned = row.turned ?? true
  const { machinabilityPercent } = row.cutting

  return {
    ...asProcess(milling, minWallMm),
    ...described(row),
    processIds: turned ? ['milling', 'turning'] : ['milling'],
    envelopes: turned && bar ? { milling: block, turning: bar } : { milling: block },
    supports: milling.supports,
    cost: {
      kind: 'stock',
      roughingCm3PerMin: row.cutting.roughingCm3PerMin,
      finishingCm2PerMin: row.cutting.finishingCm2PerMin,
      machinability: Math.round((machinabilityPercent / referencePercent) * 1000) / 1000,
      machinabilityPercent,
      machinabilityVerified: row.machinabilityVerified ?? false,
    },
  }
}

const largeBlock: Block = [1000, 600, 400]
const largeBar = { diameterMm: 250, lengthMm: 500 }

/** Aluminium, magnesium and copper alloys: large machines. */
export const softMetal = (row: GivenStock): Material => stock(row, 0.8, largeBlock, largeBar)

/** Steels and titanium: stiff machines, smaller parts. */
export const hardMetal = (row: GivenStock): Material =>
  stock(row, 0.8, [800, 500, 400], { diameterMm: 200, lengthMm: 400 })

/** A plastic that is milled and turned; its walls must be thicker. */
export const plastic = (row: GivenStock): Material => stock(row, 1.5, largeBlock, largeBar)

interface CastRow extends Row {
  shotFactor: number
  clear?: true
  hardness?: NonNullable<Material['hardness']>
}

/** A resin or silicone for casting. Defaults: rigid, twelve days. Soft ones require Shore A. */
export function castable(given: Usual<CastRow, 'family' | 'baseLeadDays'>): Material {
  const row = { family: 'pu-rigid', baseLeadDays: 12, ...given }
  const { hardness } = row

  return {
    ...asProcess(casting, 1.2),
    ...described(row, hardness ? { mandatory: { id: 'hardness', option: 'shore-a' } } : {}),
    processIds: ['casting'],
    envelopes: { casting: [700, 600, 500] },
    supports: casting.supports,
    cost: { kind: 'cast', shotFactor: row.shotFactor, clear: row.clear ?? false },
    ...(hardness ? { hardness } : {}),
  }
}
