import { type Configuration, helicoilRatios, leadTiers, maxParts, processIds } from '@cotation/domain'
import { z } from 'zod'
import { text } from './fields.ts'

/**
 * The shape of a configuration, with bounds on every figure and list. `configurationFaults` decides
 * whether it can be made. A configuration with faults is stored but never priced, so that nothing
 * the customer typed is lost.
 */
const id = z.string().regex(/^[A-Za-z0-9][\w.-]{0,59}$/, 'INVALID_VALUE')
/** Any id of the right form: the catalogue says which materials there are. */
export const materialId = id
const word = text(120)
const upload = z.uuid('INVALID_VALUE')
const few = <S extends z.ZodType>(schema: S) => z.array(schema).max(20, 'TOO_MANY').readonly()
const count = z.int('INVALID_VALUE').min(0, 'INVALID_VALUE').max(10_000, 'INVALID_VALUE')
const lengthMm = z.number('INVALID_VALUE').min(0, 'INVALID_VALUE').max(10_000, 'INVALID_VALUE')
const size = z.string().regex(/^[\w#./ -]{1,20}$/, 'INVALID_VALUE')
const holes = z.array(z.int().min(0).max(100_000)).max(2000, 'TOO_MANY').readonly().optional()

const threaded = { size, count, depthMm: lengthMm, holes }

const service = z.discriminatedUnion('id', [
  z.strictObject({
    id: z.literal('anodizing'),
    option: id,
    colour: word,
    gloss: word,
    quantity: z.int('INVALID_VALUE').min(0, 'INVALID_VALUE').max(maxParts, 'INVALID_VALUE'),
    masking: text(500).optional(),
  }),
  z.strictObject({ id: z.literal('dyeing'), option: id, colours: few(word), fileId: upload.optional() }),
  z.strictObject({
    id: z.literal('painting'),
    option: id,
    colours: few(word),
    finish: word,
    zonesFileId: upload.optional(),
  }),
  z.strictObject({
    id: z.literal('silkscreen'),
    option: id,
    colours: few(word),
    zones: count,
    position: text(200),
    artworkFileId: upload.optional(),
  }),
  z.strictObject({
    id: z.literal('threading'),
    option: id,
    threads: few(z.strictObject({ size, lengthMm, count })),
  }),
  z.strictObject({ id: z.literal('tapping'), option: id, items: few(z.strictObject(threaded)) }),
  z.strictObject({ id: z.literal('brass-insert'), option: id, items: few(z.strictObject(threaded)) }),
  z.strictObject({
    id: z.literal('helicoil'),
    option: id,
    items: few(z.strictObject({ ...threaded, ratio: z.enum(helicoilRatios) })),
  }),
  z.strictObject({
    id: z.literal('reaming'),
    option: id,
    items: few(z.strictObject({ diameterMm: lengthMm, depthMm: lengthMm, count, holes })),
  }),
  z.strictObject({ id: z.literal('polishing'), option: id, faces: word.optional() }),
  z.strictObject({ id: z.literal('sandblasting'), option: id }),
  z.strictObject({ id: z.literal('surface-finish'), option: id, faces: word }),
  z.strictObject({ id: z.literal('hardness'), option: id, value: z.number().min(0).max(1000) }),
  z.strictObject({
    id: z.literal('heat-treatment'),
    option: id,
    targetHardness: z.number().min(0).max(1000).optional(),
  }),
  z.strictObject({ id: z.literal('passivation'), option: id }),
  z.strictObject({ id: z.literal('electrophoresis'), option: id }),
  z.strictObject({
    id: z.literal('assembling'),
    option: id,
    suppliedParts: z.boolean(),
    instructionsFileId: upload.optional(),
    minutesPerUnit: z.number().min(0).max(10_000).optional(),
  }),
  z.strictObject({
    id: z.literal('grinding'),
    option: id,
    faces: count,
    areaCm2: z.number().min(0).max(1_000_000),
    tolerance: word.optional(),
  }),
  z.strictObject({ id: z.literal('special-treatment'), option: id, colour: word.optional() }),
  z.strictObject({ id: z.literal('risk-acceptance'), option: id, ruleIds: z.array(id).max(200).readonly() }),
  z.strictObject({ id: z.literal('inspection'), option: id }),
  z.strictObject({ id: z.literal('certificate'), option: id }),
])

/** JSON has no undefined, so the result has the domain's type. */
export const configurationInput = z
  .strictObject({
    materialId: id,
    process: z.enum(processIds).optional(),
    colourId: id,
    toleranceId: id,
    quantity: z.int('QUANTITY_NOT_WHOLE').min(1, 'QUANTITY_NOT_WHOLE').max(maxParts, 'QUANTITY_TOO_LARGE'),
    lead: z.enum(leadTiers),
    services: z.array(service).max(20, 'TOO_MANY').readonly(),
  })
  .transform((value) => value as Configuration)
