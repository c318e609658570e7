import { type ProcessId, processIds, technologyIds } from '@cotation/domain'
import { z } from 'zod'
import {
  block,
  byCard,
  count,
  days,
  factor,
  id,
  list,
  notNegative,
  positive,
  quantityBreaks,
  share,
  someOf,
  standardSizes,
  text,
  usd,
  usdByCard,
  words,
} from './figures.ts'

export const processId = z.enum(processIds)
export const technologyId = z.union(technologyIds.map((known) => z.literal(known)))

export const technology = z.strictObject({
  id: technologyId,
  slug: z.enum(['3d-printing', 'cnc', 'vacuum-casting']),
  name: text,
  processIds: someOf(processId, processIds.length),
  minOrderUsd: usd,
})

const tolerance = z.strictObject({
  id,
  name: text,
  plusMinusMm: z.exactOptional(positive),
  upToMm: z.exactOptional(positive),
  percentBeyond: z.exactOptional(positive),
  standard: z.exactOptional(words(60)),
  itGrade: words(40),
  cycleFactor: z.number().min(1).max(100),
  priceFactor: z.number().min(1).max(100),
  leadDays: days,
  manualReview: z.boolean(),
})

const bed = z.tuple([positive, positive])
const eta = z.number().gt(0).max(1)
const minutes = notNegative

const powderCost = z.strictObject({
  bedMm: bed,
  spacingMm: notNegative,
  kappa: byCard(z.number().min(0).max(1)),
  eta,
  buildMmPerHour: positive,
  coolingFactor: factor,
  agentsUsdPerCm3: usd,
  partMin: byCard(minutes),
  areaMinPerCm2: minutes,
  jobMin: byCard(minutes),
  failRate: share,
})

const resinCost = z.strictObject({
  bedMm: bed,
  eta,
  liftMm: notNegative,
  flatBelowMm: notNegative,
  recoatSeconds: notNegative,
  wasteShare: share,
  partMin: minutes,
  areaMinPerCm2: minutes,
  jobMin: byCard(minutes),
  failRate: share,
  largeFromMm: positive,
  largeUsd: usdByCard,
})

const metalPowderCost = z.strictObject({
  bedMm: bed,
  eta,
  liftMm: notNegative,
  recoatSeconds: notNegative,
  supportDensity: z.number().min(0).max(1),
  wasteShare: share,
  plateUsd: usdByCard,
  furnaceUsd: usdByCard,
  wireCutCm2PerMin: positive,
  partMin: minutes,
  supportMinPerCm3: minutes,
  areaMinPerCm2: minutes,
  contourMPerSecond: positive,
  contours: z.int().min(0).max(20),
  jobMin: byCard(minutes),
  failRate: share,
})

const slotCutterCost = z.strictObject({
  fromReach: positive,
  setupMin: minutes,
  passes: count,
  feedMmPerMin: positive,
})

const millingCost = z.strictObject({
  allowanceXyMm: notNegative,
  allowanceZMm: notNegative,
  sheetAsIsMm: notNegative,
  sheetFitMm: notNegative,
  thicknessesMm: standardSizes,
  kerf: share,
  referenceSizeCm: positive,
  minSizeFactor: z.number().gt(0).max(1),
  freeformFinishFactor: factor,
  holeMin: minutes,
  loadMin: minutes,
  toolChangeMin: minutes,
  toolsBase: notNegative,
  toolsPerSetup: notNegative,
  setupMin: minutes,
  programBaseMin: minutes,
  programPerSetupMin: minutes,
  programFreeformMin: minutes,
  toolWearUsdPerMin: usdByCard,
  toolWearExponent: z.number().min(0).max(5),
  benchBaseMin: minutes,
  benchMinPerCm2: minutes,
  scrap: share,
  fiveAxesFromPercent: z.exactOptional(z.number().gt(0).max(100)),
  threadMin: z.exactOptional(minutes),
  slotCutter: z.exactOptional(slotCutterCost),
})

const turningCost = z.strictObject({
  barsMm: standardSizes,
  barAllowanceMm: notNegative,
  partOffMm: notNegative,
  faceMm: notNegative,
  kerf: share,
  roughingFactor: factor,
  finishingFactor: factor,
  operationMin: minutes,
  liveToolMin: minutes,
  loadMin: minutes,
  setupMin: minutes,
  programBaseMin: minutes,
  benchBaseMin: minutes,
  scrap: share,
  threadMin: z.exactOptional(minutes),
})

const castingCost = z.strictObject({
  shotsPerMould: positive,
  complexShotFactor: z.number().gt(0).max(1),
  mouldsPerMaster: count,
  mostCavities: count,
  partsPerCavity: count,
  cavityUpToMm: notNegative,
  cavityUpToCm3: notNegative,
  masterFinishMin: minutes,
  masterFinishMinPerCm2: minutes,
  clearMasterFactor: factor,
  mouldWallMm: notNegative,
  siliconeDensity: positive,
  siliconeFill: z.number().gt(0).max(1),
  siliconeUsdPerKg: usdByCard,
  mouldLabourMin: minutes,
  mouldInsertMin: minutes,
  mouldOvenHours: notNegative,
  runnerWaste: z.number().min(0).max(5),
  castMin: minutes,
  trimBaseMin: minutes,
  trimMinPerCm2: minutes,
  castCycleMin: minutes,
  insertLoadMin: minutes,
  scrap: share,
  jobMin: byCard(minutes),
  masterMaterialId: id,
})

const process = <P extends ProcessId, C extends z.ZodType>(name: P, cost: C) =>
  z.strictObject({
    id: z.literal(name),
    technologyId,
    name: text,
    machineClass: words(200),
    supports: z.strictObject({
      required: z.boolean(),
      material: z.exactOptional(words(100)),
      removal: z.exactOptional(words(200)),
    }),
    minSizeMm: block,
    minWallMm: z.union([positive, z.strictObject({ metal: positive, plastic: positive })]),
    minFeatureMm: positive,
    minHoleMm: positive,
    minEngraveMm: positive,
    tolerances: someOf(tolerance, 50),
    defaultTolerance: id,
    finishes: list(words(60), 50),
    quantityBreaks,
    /** Greater than zero: a free part would be a forgotten price. */
    minPartUsd: byCard(z.number().gt(0).max(1e6)),
    cost,
  })

export const processes = z.strictObject({
  sla: process('sla', resinCost),
  mjf: process('mjf', powderCost),
  sls: process('sls', powderCost),
  slm: process('slm', metalPowderCost),
  milling: process('milling', millingCost),
  turning: process('turning', turningCost),
  casting: process('casting', castingCost),
})

const widths = list(z.nullable(positive), 50)

export const toleranceTables = z
  .strictObject({
    iso2768: z.strictObject({
      rangesMm: someOf(z.tuple([positive, positive]), 50),
      classes: z.strictObject({ f: widths, m: widths, c: widths, v: widths }),
    }),
    iso286: z.strictObject({ upToMm: standardSizes, grades: z.record(id, someOf(positive, 50)) }),
  })
  .superRefine(({ iso2768, iso286 }, context) => {
    for (const [name, row] of Object.entries(iso2768.classes))
      if (row.length !== iso2768.rangesMm.length)
        context.addIssue({ code: 'custom', path: ['iso2768', 'classes', name], message: 'WRONG_LENGTH' })
    for (const [name, row] of Object.entries(iso286.grades))
      if (row.length !== iso286.upToMm.length)
        context.addIssue({ code: 'custom', path: ['iso286', 'grades', name], message: 'WRONG_LENGTH' })
  })
