import { offeredLeads } from '@cotation/domain'
import { useId, useMemo } from 'react'
import { deliveryDate } from '#features/quote/workspace/delivery-date.ts'
import { useFaultText, useNames } from '#features/quote/workspace/use-texts.ts'

import { useTranslations } from '#lib/texts/i18n.tsx'
import { Radio } from '#ui/radio-group.tsx'
import { findPrice, priceable } from './added.ts'
import classes from './choices.module.css'
import { OptionPrice } from './option-figures.tsx'
import { type PanelScope, useDeferredPart } from './panel-scope.ts'
import { Section } from './section.tsx'

/** Economy, standard and express, each with price and delivery date. */
export function LeadChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.lead')
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const group = useId()
  const { catalogue, configuration, now } = scope
  const deferred = useDeferredPart(scope)
  const tiers = useMemo(() => {
    const { part, process } = deferred
    const { configuration: priced } = priceable(part, deferred.configuration, deferred.catalogue)
    return offeredLeads(priced.quantity, process, deferred.catalogue).map(({ lead, fault }) => ({
      lead,
      fault,
      price: fault ? undefined : findPrice(part, { ...priced, lead }, deferred.catalogue),
    }))
  }, [deferred])

  return (
    <Section title={t('title')} help="lead">
      <div className={classes.tiers} role="radiogroup" aria-label={t('title')}>
        {tiers.map(({ lead, fault, price }) => (
          <label key={lead} htmlFor={`${group}-${lead}`} className={classes.choice}>
            <Radio
              id={`${group}-${lead}`}
              name={group}
              checked={lead === configuration.lead}
              disabled={fault !== undefined}
              onChange={() => scope.change('lead', { ...configuration, lead })}
            />
            <span className={classes.optionText}>
              <span className={classes.optionName}>{names.lead(lead)}</span>
              {fault ? <span className={classes.refused}>{faultText(fault)}</span> : null}
              {price ? (
                <>
                  <span className={classes.chooseSoft}>{t('days', { days: price.leadTime.workingDays })}</span>
                  <OptionPrice
                    lineMinor={price.linePrice.minor}
                    unitMinor={price.unitPrice.minor}
                    date={deliveryDate(price.leadTime.workingDays, now, catalogue)}
                  />
                </>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </Section>
  )
}
