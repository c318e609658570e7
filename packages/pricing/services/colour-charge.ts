import type { ServicePrice, ServiceSelection } from '@cotation/domain'
import { type ServiceCharge, type ServiceJob, usdOf } from './service-charge.ts'

type Coloured = Extract<ServiceSelection, { id: 'painting' | 'dyeing' | 'silkscreen' }>

/** Screens: one for each colour and zone. Impressions: one for each colour, zone and part. */
function printCharge(
  { colours, zones }: Extract<Coloured, { id: 'silkscreen' }>,
  price: ServicePrice,
  { cardId }: ServiceJob,
): ServiceCharge {
  const prints = colours.length * zones
  return {
    lineUsd: usdOf(price.perLine, cardId) + usdOf(price.perScreen, cardId) * prints,
    partUsd: usdOf(price.perImpression, cardId) * prints,
    code: price.perScreen ? 'service-screens' : 'service-marks',
    values: { colours: colours.length, zones, prints },
  }
}

/**
 * Painting, dyeing and printing in n colours (catalogue 2): prices per part and area are
 * × (1 + k (n − 1)) × finish factor, k 0.7 for paint, 0.6 for dye. Paint is mixed: per line × n.
 */
export function colourCharge(selection: Coloured, price: ServicePrice, job: ServiceJob): ServiceCharge {
  if (selection.id === 'silkscreen') return printCharge(selection, price, job)

  const { cardId, part } = job
  const colours = selection.colours.length
  const areaCm2 = part.areaMm2 / 100

  const coats = 1 + (price.extraColourFactor ?? 0) * Math.max(0, colours - 1)
  const finish = selection.id === 'painting' ? (price.finishFactors?.[selection.finish] ?? 1) : 1
  const onePart = usdOf(price.perPart, cardId) + usdOf(price.perCm2, cardId) * areaCm2
  const perLine = usdOf(price.perLine, cardId)

  return {
    lineUsd: price.linePerColour ? perLine * colours : perLine,
    partUsd: onePart * coats * finish,
    code: 'service-colours',
    values: { colours, areaCm2 },
  }
}
