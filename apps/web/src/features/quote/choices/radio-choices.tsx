import { offeredColours, offeredTolerances, selectColour } from '@cotation/domain'
import { leadChoices, withChargedLead } from '@cotation/pricing'
import { useId, useMemo } from 'react'
import { useFaultText, useNames } from '#features/quote/workspace/use-texts.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { classNames } from '#ui/class-names.ts'
import { RadioOption } from '#ui/radio-option.tsx'
import { addedTo, findPrice, priceable } from './added.ts'
import classes from './choices.module.css'
import { AddedFigures, OptionPrice } from './option-figures.tsx'
import { type PanelScope, useDeferredPart } from './panel-scope.ts'
import { Section } from './section.tsx'
import { useProposal } from './use-proposal.tsx'

/**
 * The colours of the material. A colour made by a service names it, and what it adds to the price.
 */
export function ColourChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.colour')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const group = useId()
  const { material, catalogue, configuration } = scope
  const { propose, dialog } = useProposal(scope)
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => {
    const now = priceable(deferred.part, deferred.configuration, deferred.catalogue).configuration
    const added = addedTo(deferred.part, now, deferred.catalogue)
    return offeredColours(deferred.material, deferred.catalogue).map((offered) => ({
      ...offered,
      added: offered.fault ? undefined : added(selectColour(now, offered.colour.id, deferred.catalogue).configuration),
    }))
  }, [deferred])

  return (
    <Section title={t('title')} help="colour" aside={names.colour(material.id, configuration.colourId)}>
      <div className={classes.swatches} role="radiogroup" aria-label={t('title')}>
        {offers.map(({ colour, service, fault, added }) => (
          <RadioOption
            key={colour.id}
            group={group}
            value={colour.id}
            className={classNames(classes.choice, classes.swatchOption)}
            checked={colour.id === configuration.colourId}
            disabled={fault !== undefined}
            onChange={() => propose('colour', selectColour(configuration, colour.id, catalogue).configuration)}
          >
            <span className={classes.swatch} style={{ backgroundColor: colour.hex }} aria-hidden />
            <span className={classes.optionText}>
              <span>{colour.name[language]}</span>
              {service ? <span className={classes.soft}>{t('by', { service: names.service(service.id) })}</span> : null}
              {fault ? <span className={classes.soft}>{faultText(fault)}</span> : null}
              {colour.id === configuration.colourId ? null : <AddedFigures added={added} />}
            </span>
          </RadioOption>
        ))}
      </div>
      {dialog}
    </Section>
  )
}

/** The offered lead times, each with price and delivery date, and why another is not offered. */
export function LeadChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.lead')
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const group = useId()
  const { catalogue, configuration, dateAfter } = scope

  const deferred = useDeferredPart(scope)
  const tiers = useMemo(() => {
    const { part } = deferred
    const { configuration: priced } = priceable(part, deferred.configuration, deferred.catalogue)
    return leadChoices(part, priced, deferred.catalogue).map(({ lead, fault }) => ({
      lead,
      fault,
      isPointless: fault?.code === 'LEAD_BRINGS_NOTHING',
      price: fault ? undefined : findPrice(part, { ...priced, lead }, deferred.catalogue),
    }))
  }, [deferred])

  const { lead: charged } = withChargedLead(scope.part, configuration, catalogue)

  return (
    <Section title={t('title')} help="lead">
      <div className={classes.tiers} role="radiogroup" aria-label={t('title')}>
        {tiers
          .filter(({ isPointless }) => !isPointless)
          .map(({ lead, fault, price }) => (
            <RadioOption
              key={lead}
              group={group}
              value={lead}
              className={classes.choice}
              checked={lead === charged}
              disabled={fault !== undefined}
              onChange={() => scope.change('lead', { ...configuration, lead })}
            >
              <span className={classes.optionText}>
                <span className={classes.strong}>{names.lead(lead)}</span>
                {fault ? <span className={classes.soft}>{faultText(fault)}</span> : null}
                {price ? (
                  <>
                    <span className={classes.soft}>{t('days', { days: price.leadTime.workingDays })}</span>
                    <OptionPrice
                      lineMinor={price.linePrice.minor}
                      unitMinor={price.unitPrice.minor}
                      date={dateAfter(price.leadTime.workingDays)}
                    />
                  </>
                ) : null}
              </span>
            </RadioOption>
          ))}
      </div>
      {tiers.map(({ lead, fault, isPointless }) =>
        fault && isPointless ? (
          <p key={lead} className={classes.soft}>
            {faultText(fault)}
          </p>
        ) : null,
      )}
    </Section>
  )
}

/** The tolerance classes, each with what it adds to price and lead time. */
export function ToleranceChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.tolerance')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const group = useId()
  const { process, configuration } = scope
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => {
    const { part, material, catalogue } = deferred
    const now = priceable(part, deferred.configuration, catalogue).configuration
    const added = addedTo(part, now, catalogue)
    return offeredTolerances(part, material, catalogue.processes[deferred.process]).map((offered) => ({
      ...offered,
      added: added({ ...now, toleranceId: offered.tolerance.id }),
    }))
  }, [deferred])

  return (
    <Section title={t('title')} help="tolerance" aside={names.tolerance(process, configuration.toleranceId)}>
      <div className={classes.list} role="radiogroup" aria-label={t('title')}>
        {offers.map(({ tolerance: { id, name, itGrade, manualReview }, fault, added }) => (
          <RadioOption
            key={id}
            group={group}
            value={id}
            className={classes.choice}
            checked={id === configuration.toleranceId}
            disabled={fault !== undefined}
            onChange={() => scope.change('tolerance', { ...configuration, toleranceId: id })}
          >
            <span className={classes.optionText}>
              <span className={classes.strong}>{name[language]}</span>
              <span className={classes.soft}>{t('grade', { grade: itGrade })}</span>
              {manualReview ? <span className={classes.soft}>{t('review')}</span> : null}
              {fault ? <span className={classes.soft}>{faultText(fault)}</span> : null}
            </span>
            {id === configuration.toleranceId ? null : <AddedFigures added={added} />}
          </RadioOption>
        ))}
      </div>
    </Section>
  )
}
