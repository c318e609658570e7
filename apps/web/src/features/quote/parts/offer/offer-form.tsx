import type { Catalogue, LeadTier, MaterialWay, PartMeasures } from '@cotation/domain'
import type { AnalysedBody } from '@cotation/geometry'
import { LeadChoice } from './choices/lead-choice.tsx'
import { MaterialChoice } from './choices/material-choice.tsx'
import { QuantityField } from './choices/quantity-field.tsx'
import type { PricedOffer } from './figures/priced-offer.ts'
import { LinePriceTag } from './line-price-tag.tsx'
import classes from './offer.module.css'
import { OfferFindings } from './offer-findings.tsx'
import { PriceBreakdown } from './tables/price-breakdown.tsx'
import { QuantityTable } from './tables/quantity-table.tsx'

/** What the customer set; what was left alone follows the page and the catalogue. */
export interface OfferInput {
  way: MaterialWay | undefined
  copies: string
  lead: LeadTier
}

interface OfferFormProps {
  part: PartMeasures
  body: AnalysedBody
  catalogue: Catalogue
  now: number
  way: MaterialWay
  input: OfferInput
  offer: PricedOffer
  onChange: (change: Partial<OfferInput>) => void
}

/** What to choose for one body, and what it then costs, when it comes and why. */
export function OfferForm({ part, body, catalogue, now, way, input, offer, onChange }: OfferFormProps) {
  return (
    <>
      <div className={classes.choices}>
        <MaterialChoice part={part} catalogue={catalogue} way={way} onChange={(next) => onChange({ way: next })} />
        <QuantityField
          catalogue={catalogue}
          copies={input.copies}
          each={body.count}
          onChange={(copies) => onChange({ copies })}
        />
      </div>
      <LeadChoice
        offer={offer}
        wished={input.lead}
        catalogue={catalogue}
        now={now}
        onChange={(lead) => onChange({ lead })}
      />
      <LinePriceTag offer={offer} catalogue={catalogue} now={now} />
      {offer.price ? <PriceBreakdown price={offer.price} catalogue={catalogue} /> : null}
      <QuantityTable offer={offer} />
      <OfferFindings findings={offer.findings} />
    </>
  )
}
