import { serviceIds } from '@cotation/domain'
import { z } from 'zod'
import {
  count,
  days,
  factor,
  hex,
  id,
  list,
  notNegative,
  pattern,
  positive,
  someOf,
  text,
  usdByCard,
  words,
} from './figures.ts'
import { processId } from './process-schema.ts'

const serviceId = z.enum(serviceIds)
const family = z.union([id, z.literal('*')])
const colour = z.strictObject({ id, name: text, hex })
const factors = z.record(id, factor)

const measuringTime = z.strictObject({ setupMin: notNegative, pieceMin: notNegative })

const price = z.strictObject({
  perLine: z.exactOptional(usdByCard),
  perPart: z.exactOptional(usdByCard),
  perCm2: z.exactOptional(usdByCard),
  perKg: z.exactOptional(usdByCard),
  perHole: z.exactOptional(z.union([usdByCard, z.literal('thread-table')])),
  perThread: z.exactOptional(usdByCard),
  perFace: z.exactOptional(usdByCard),
  perMinute: z.exactOptional(usdByCard),
  perScreen: z.exactOptional(usdByCard),
  perImpression: z.exactOptional(usdByCard),
  perExtraColourLine: z.exactOptional(usdByCard),
  extraColourFactor: z.exactOptional(z.number().min(0).max(10)),
  linePerColour: z.exactOptional(z.boolean()),
  finishFactors: z.exactOptional(factors),
  materialFactors: z.exactOptional(factors),
  ratioFactors: z.exactOptional(factors),
  factor: z.exactOptional(factor),
  nonStandardPerLine: z.exactOptional(usdByCard),
  measuring: z.exactOptional(
    z.strictObject({ maxPieces: z.exactOptional(count), minutes: z.record(processId, measuringTime) }),
  ),
})

const colourCount = z.int().min(1).max(20)

const option = z.strictObject({
  id,
  name: text,
  families: z.exactOptional(someOf(id)),
  processes: z.exactOptional(someOf(processId)),
  leadDays: z.exactOptional(days),
  price: z.exactOptional(price),
  cycleFactor: z.exactOptional(z.number().min(1).max(100)),
  partPriceFactor: z.exactOptional(factor),
  isDefault: z.exactOptional(z.boolean()),
  includedForFamilies: z.exactOptional(someOf(id)),
  colours: z.exactOptional(someOf(colour)),
  minColours: z.exactOptional(colourCount),
  maxColours: z.exactOptional(colourCount),
  requires: z.exactOptional(list(serviceId)),
  exclusiveWith: z.exactOptional(list(serviceId)),
  value: z.exactOptional(
    z.strictObject({
      min: notNegative,
      max: notNegative,
      default: z.exactOptional(notNegative),
      step: z.exactOptional(positive),
    }),
  ),
  pattern: z.exactOptional(pattern),
  hex: z.exactOptional(hex),
  facts: z.exactOptional(z.record(id, z.union([z.number(), words(200), list(z.number(), 10)]))),
})

const leadRule = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('fixed'), days }),
  z.strictObject({ rule: z.literal('byOption') }),
  z.strictObject({ rule: z.literal('perColour'), days }),
  z.strictObject({ rule: z.literal('byColours'), one: days, several: days }),
  z.strictObject({ rule: z.literal('silkscreen'), alone: days, withPainting: days }),
])

export const service = z.strictObject({
  id: serviceId,
  name: text,
  families: someOf(family),
  excludedMaterials: z.exactOptional(list(id)),
  leadDays: leadRule,
  leadDaysProposed: z.exactOptional(z.boolean()),
  options: someOf(option, 100),
  included: z.exactOptional(text),
  colours: z.exactOptional(someOf(colour)),
  maxColours: z.exactOptional(colourCount),
  choices: z.exactOptional(z.record(id, someOf(words(60), 50))),
  presets: z.exactOptional(list(z.strictObject({ code: words(60), hex }))),
  artworkTypes: z.exactOptional(list(words(20), 20)),
  restrictions: z.exactOptional(
    list(
      z.strictObject({
        families: someOf(id),
        options: z.exactOptional(list(id)),
        colours: z.exactOptional(list(id)),
        minThread: z.exactOptional(id),
      }),
    ),
  ),
  exclusiveWith: list(serviceId),
  exclusivePerHole: list(serviceId),
  rangeMm: z.exactOptional(z.tuple([positive, positive])),
  cancelWarning: z.exactOptional(text),
  agreement: z.exactOptional(text),
  note: z.exactOptional(words()),
})

export const serviceRules = z.strictObject({
  order: list(serviceId),
  exclusivePairs: list(z.tuple([serviceId, serviceId])),
  perHoleExclusive: list(serviceId),
  replaceText: text,
  mandatoryText: text,
})

export const thread = z.strictObject({
  size: id,
  system: z.enum(['metric', 'UNC', 'UNF']),
  nominalMm: positive,
  pitchMm: positive,
  tapDrillMm: positive,
  threadDepthMm: z.strictObject({ min: positive, max: positive }),
  blindHoleExtraMm: notNegative,
  helicoil: z.exactOptional(
    z.strictObject({
      drillMm: positive,
      lengthsMm: z.strictObject({ '1D': positive, '1.5D': positive, '2D': positive }),
    }),
  ),
  brassInsert: z.exactOptional(
    z.strictObject({
      lengthMm: positive,
      holeDiameterMm: positive,
      outerDiameterMm: positive,
      minBossWallMm: positive,
    }),
  ),
  usd: z.strictObject({
    tapping: usdByCard,
    brassInsert: z.exactOptional(usdByCard),
    helicoil: z.exactOptional(usdByCard),
  }),
})
