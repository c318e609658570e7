import { serviceIds } from '@cotation/domain'
import { z } from 'zod'
import { block, byCard, factor, hex, id, list, positive, share, someOf, text, usdByCard, words } from './figures.ts'
import { processId, technologyId } from './process-schema.ts'

const serviceId = z.enum(serviceIds)

const colour = z.strictObject({
  id,
  name: text,
  hex,
  via: z.union([z.enum(['native', 'pigment', 'tint']), z.templateLiteral([serviceId, ':', z.string().max(60)])]),
})

const envelopes = z.strictObject({
  sla: z.exactOptional(block),
  mjf: z.exactOptional(block),
  sls: z.exactOptional(block),
  slm: z.exactOptional(block),
  milling: z.exactOptional(block),
  casting: z.exactOptional(block),
  turning: z.exactOptional(z.strictObject({ diameterMm: positive, lengthMm: positive })),
})

const preset = z.strictObject({ id: serviceId, option: id })

const cost = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('resin'),
    supportRatio: share,
    layerMm: positive,
    buildCm3PerHour: positive,
    minPartUsd: z.exactOptional(z.number().gt(0).max(1e6)),
    finishFactor: z.exactOptional(factor),
  }),
  z.strictObject({ kind: z.literal('powder'), bulkDensity: positive, discard: z.number().min(0).max(1) }),
  z.strictObject({
    kind: z.literal('metal-powder'),
    supportRatio: share,
    layerMm: positive,
    buildCm3PerHour: byCard(positive),
    stressRelief: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('stock'),
    roughingCm3PerMin: positive,
    finishingCm2PerMin: positive,
    machinability: positive,
    machinabilityPercent: positive,
    machinabilityVerified: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('cast'), shotFactor: factor, clear: z.boolean() }),
])

const figure = z.number().min(-1e9).max(1e9)
const property = z.union([figure, z.tuple([figure, figure]), words(60), z.boolean()])

export const material = z.strictObject({
  id,
  technologyId,
  processIds: someOf(processId, 7),
  family: id,
  name: text,
  available: z.boolean(),
  densityGCm3: z.number().gt(0).max(30),
  usdPerKg: usdByCard,
  priceVerified: z.boolean(),
  colours: someOf(colour, 100),
  defaultColour: id,
  envelopes,
  minSizeMm: block,
  minWallMm: positive,
  minFeatureMm: positive,
  minHoleMm: positive,
  minEngraveMm: positive,
  tolerances: someOf(id, 50),
  defaultTolerance: id,
  layerHeightMm: z.exactOptional(positive),
  supports: z.strictObject({
    required: z.boolean(),
    material: z.exactOptional(words(100)),
    removal: z.exactOptional(words(200)),
    volumeRatio: z.exactOptional(share),
  }),
  baseLeadDays: z.int().min(1).max(365),
  properties: z.record(id, property),
  propertiesVerified: z.union([z.boolean(), list(id, 50)]),
  finishes: list(words(60), 50),
  services: z.strictObject({
    allowed: list(serviceId, serviceIds.length),
    mandatory: list(preset, serviceIds.length),
    defaultOn: list(preset, serviceIds.length),
  }),
  cost,
  hardness: z.exactOptional(
    z.strictObject({ scale: z.literal('A'), min: positive, max: positive, default: positive, step: positive }),
  ),
  sources: list(id, 50),
  note: z.exactOptional(words()),
})
