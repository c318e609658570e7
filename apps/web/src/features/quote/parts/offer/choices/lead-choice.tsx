import type { Catalogue, LeadTier } from '@cotation/domain'
import { useId } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { deliveryDate } from '../figures/delivery-date.ts'
import type { PricedOffer, Tier } from '../figures/priced-offer.ts'
import classes from '../offer.module.css'
import { useFaultText, useFigures } from '../use-figures.ts'

interface LeadChoiceProps {
  offer: PricedOffer
  /** Shown as chosen at once; prices follow a moment later. */
  wished: LeadTier
  catalogue: Catalogue
  now: number
  onChange: (lead: LeadTier) => void
}

/** Economy, standard, express: each with its price and the day it comes. */
export function LeadChoice({ offer, wished, catalogue, now, onChange }: LeadChoiceProps) {
  const t = useTranslations('parts.offer')
  const name = useId()
  const isOffered = offer.tiers.some(({ lead, fault }) => lead === wished && !fault)
  const chosen = isOffered ? wished : 'standard'
  return (
    <fieldset className={classes.leads}>
      <legend>{t('lead')}</legend>
      {offer.tiers.map((tier) => (
        <label key={tier.lead} className={classes.lead}>
          <input
            type="radio"
            name={name}
            value={tier.lead}
            checked={tier.lead === chosen}
            disabled={tier.fault !== undefined}
            onChange={() => onChange(tier.lead)}
          />
          <TierFigures tier={tier} catalogue={catalogue} now={now} />
        </label>
      ))}
    </fieldset>
  )
}

function TierFigures({ tier, catalogue, now }: { tier: Tier } & Pick<LeadChoiceProps, 'catalogue' | 'now'>) {
  const t = useTranslations('parts.offer')
  const { language } = useLanguage()
  const { money, day } = useFigures()
  const faultText = useFaultText(catalogue)
  const { lead, cell, fault } = tier
  const date = cell && deliveryDate(cell.workingDays, now, catalogue)
  return (
    <span className={classes.leadText}>
      <span className={classes.leadName}>{catalogue.leadTimes.tiers[lead].name[language]}</span>
      {fault ? <span className={classes.leadRefused}>{faultText(fault)}</span> : null}
      {cell ? (
        <>
          <data className={classes.leadPrice} value={cell.lineMinor}>
            {money(cell.lineMinor)}
          </data>
          <span className={classes.leadUnit}>{t('perPart', { price: money(cell.unitMinor) })}</span>
        </>
      ) : null}
      {date ? (
        <time className={classes.leadDate} dateTime={date}>
          {t('delivery', { date: day(date) })}
        </time>
      ) : null}
    </span>
  )
}
