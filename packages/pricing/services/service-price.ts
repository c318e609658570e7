import {
  type Catalogue,
  findOption,
  findService,
  type ServiceOption,
  type ServicePrice,
  type ServiceSelection,
} from '@cotation/domain'
import type { Reason } from '../making/cost-model.ts'
import { colourCharge } from './colour-charge.ts'
import { holeCharge } from './hole-charge.ts'
import { type ServiceCharge, type ServiceJob, usdOf } from './service-charge.ts'

/** The price of a service for the whole line (USD, unrounded: the line is rounded once). */
export interface PricedService {
  usd: number
  reason: Reason
}

const free = (code: string): PricedService => ({ usd: 0, reason: { code, values: {} } })

/** What most services cost: a price for the line, and by piece and by area for every part. */
function plainCharge(price: ServicePrice, { part, cardId }: ServiceJob): ServiceCharge {
  const areaCm2 = part.areaMm2 / 100
  const lineUsd = usdOf(price.perLine, cardId)
  const partUsd = usdOf(price.perPart, cardId) + usdOf(price.perCm2, cardId) * areaCm2
  if (partUsd === 0) return { lineUsd, partUsd, code: 'service-line', values: {} }
  return { lineUsd, partUsd, code: 'service-part', values: { areaCm2 } }
}

/** Furnaces are paid by weight. */
function weightCharge(price: ServicePrice, { part, material, quantity, cardId }: ServiceJob): ServiceCharge {
  const kg = (part.volumeMm3 * material.densityGCm3) / 1e6
  return {
    lineUsd: usdOf(price.perLine, cardId),
    partUsd: usdOf(price.perKg, cardId) * kg,
    code: 'service-weight',
    values: { kg: kg * quantity },
  }
}

/** Grinding is paid by the faces and the area that the customer states. */
function grindingCharge(
  { faces, areaCm2 }: Extract<ServiceSelection, { id: 'grinding' }>,
  price: ServicePrice,
  { cardId }: ServiceJob,
): ServiceCharge {
  return {
    lineUsd: usdOf(price.perLine, cardId),
    partUsd: usdOf(price.perFace, cardId) * faces + usdOf(price.perCm2, cardId) * areaCm2,
    code: 'service-faces',
    values: { faces, areaCm2 },
  }
}

/** Assembling is paid by the piece or, for some options, by the minute. */
function assemblingCharge(
  { minutesPerUnit }: Extract<ServiceSelection, { id: 'assembling' }>,
  price: ServicePrice,
  job: ServiceJob,
): ServiceCharge {
  const plain = plainCharge(price, job)
  if (!price.perMinute) return { ...plain, values: {}, code: 'service-assembling' }

  const minutes = minutesPerUnit ?? 0

  return {
    lineUsd: plain.lineUsd,
    partUsd: plain.partUsd + price.perMinute[job.cardId] * minutes,
    code: 'service-minutes',
    values: { minutes },
  }
}

/** Another hardness than the usual one needs its own mix (spec 9: commonly 70). */
function hardnessCharge(
  { value }: Extract<ServiceSelection, { id: 'hardness' }>,
  option: ServiceOption,
  price: ServicePrice,
  { material, cardId }: ServiceJob,
): ServiceCharge {
  const usual = material.hardness?.default ?? option.value?.default
  const extra = usual === undefined || value === usual ? 0 : usdOf(price.nonStandardPerLine, cardId)
  return { lineUsd: usdOf(price.perLine, cardId) + extra, partUsd: 0, code: 'service-hardness', values: { value } }
}

/** Measuring is paid by the minute: one set-up for the line, then each measured piece. */
function measuringCharge(
  { maxPieces, minutes }: NonNullable<ServicePrice['measuring']>,
  { process, quantity, cardId }: ServiceJob,
  { selling }: Catalogue,
): ServiceCharge {
  const { setupMin, pieceMin } = minutes[process]
  const pieces = Math.min(quantity, maxPieces ?? quantity)
  const { engineer, operator } = selling.rateCards[cardId]

  return {
    lineUsd: (setupMin * engineer + pieces * pieceMin * operator) / 60,
    partUsd: 0,
    code: 'service-measuring',
    values: { setupMin, engineerRate: engineer, pieces, pieceMin, operatorRate: operator },
  }
}

interface PricedOption {
  selection: ServiceSelection
  option: ServiceOption
  price: ServicePrice
}

function chargeOf({ selection, option, price }: PricedOption, job: ServiceJob, catalogue: Catalogue): ServiceCharge {
  switch (selection.id) {
    case 'painting':
    case 'dyeing':
    case 'silkscreen':
      return colourCharge(selection, price, job)
    case 'threading':
    case 'tapping':
    case 'brass-insert':
    case 'helicoil':
    case 'reaming':
      return holeCharge(selection, price, job, catalogue)
    case 'heat-treatment':
      return weightCharge(price, job)
    case 'grinding':
      return grindingCharge(selection, price, job)
    case 'assembling':
      return assemblingCharge(selection, price, job)
    case 'hardness':
      return hardnessCharge(selection, option, price, job)
    case 'inspection':
      return price.measuring ? measuringCharge(price.measuring, job, catalogue) : plainCharge(price, job)
    default:
      return plainCharge(price, job)
  }
}

/**
 * The price of one service on a line of q parts (USD; catalogue 2):
 * `perLine + q × (perPart + perCm2 × A + per-item terms)`. An option that only changes the price of
 * the part, or that the process includes for this material family, costs nothing here.
 */
export function servicePrice(selection: ServiceSelection, job: ServiceJob, catalogue: Catalogue): PricedService {
  const service = findService(catalogue, selection.id)
  const option = service && findOption(service, selection.option)
  if (!option) throw new RangeError(`no service ${selection.id}:${selection.option}`)
  if (option.includedForFamilies?.includes(job.material.family)) return free('service-included')

  if (!option.price) {
    const isInPartPrice = option.cycleFactor !== undefined || option.partPriceFactor !== undefined
    return free(isInPartPrice ? 'service-in-part-price' : 'service-free')
  }

  const { lineUsd, partUsd, code, values } = chargeOf({ selection, option, price: option.price }, job, catalogue)
  const { quantity } = job
  const usd = lineUsd + quantity * partUsd
  if (usd === 0) return free('service-free')

  return { usd, reason: { code, values: { ...values, lineUsd, partUsd, quantity } } }
}
