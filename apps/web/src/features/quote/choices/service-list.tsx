import { cancelService, type Fault, selectService } from '@cotation/domain'
import { lineFaults } from '@cotation/pricing'
import { useId, useMemo, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import classes from './choices.module.css'
import { FaultTexts, faultsOfService } from './fields.tsx'
import { AddedFigures, IncludedFigure } from './option-figures.tsx'
import { type PanelScope, useDeferredPart } from './panel-scope.ts'
import { Section } from './section.tsx'
import { ServiceInputs } from './service-inputs.tsx'
import { minimumAdded, type OptionOffer, type ServiceOffer, serviceOffers } from './service-offers.ts'
import { withOption } from './service-selection.ts'
import { useProposal } from './use-proposal.tsx'

/** The value-added services that are possible for the material; the others are listed below. */
export function ServiceList({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.services')
  const names = useNames(scope.catalogue)
  const { part, material, catalogue, configuration } = scope
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => serviceOffers(deferred), [deferred])
  const faults = useMemo(() => lineFaults(part, configuration, catalogue), [part, configuration, catalogue])
  const refused = offers.filter(({ fault, selection }) => fault && !selection).map(({ service }) => service.id)

  // The figures are deferred, but the selection must be current.
  const current = offers.map((offer) => ({
    ...offer,
    selection: configuration.services.find(({ id }) => id === offer.service.id),
  }))

  return (
    <Section title={t('title')} help="services">
      <div className={classes.cards}>
        {current
          .filter(({ fault, selection }) => !fault || selection)
          .map((offer) => (
            <ServiceCard key={offer.service.id} offer={offer} scope={scope} faults={faults} />
          ))}
      </div>
      {refused.length > 0 ? (
        <p className={classes.soft}>
          {t('refused', { material: names.material(material.id), services: names.services(refused) })}
        </p>
      ) : null}
    </Section>
  )
}

interface ServiceCardProps {
  offer: ServiceOffer
  scope: PanelScope
  faults: readonly Fault[]
}

/**
 * One service. Collapsed it shows what it adds at least; open, each option with its price and
 * inputs.
 */
function ServiceCard({ offer, scope, faults }: ServiceCardProps) {
  const t = useTranslations('panel.services')
  const { language } = useLanguage()
  const { service, selection, options } = offer
  const [open, setOpen] = useState(selection !== undefined && !offer.isMandatory)
  const { propose, dialog } = useProposal(scope)
  const chosen = options.find(({ option }) => option.id === selection?.option)
  const included = selection ? undefined : service.included?.[language]
  const own = faults.filter(({ field }) => field.startsWith(`services.${service.id}`))

  return (
    <details
      className={classes.card}
      data-chosen={selection !== undefined || undefined}
      open={open || own.length > 0}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={classes.strong}>{service.name[language]}</span>
        {selection ? <span className={classes.soft}>{chosen?.option.name[language] ?? selection.option}</span> : null}
        {included ? <span className={classes.soft}>{included}</span> : null}
        {offer.isMandatory ? <span className={classes.soft}>{t('mandatory')}</span> : null}
        {included ? (
          <IncludedFigure />
        ) : (
          <AddedFigures added={selection ? chosen?.added : minimumAdded(offer)} isMinimum={!selection} />
        )}
      </summary>
      <Options offer={offer} scope={scope} propose={propose} />
      {selection && chosen ? (
        <ServiceInputs
          selection={selection}
          service={service}
          option={chosen.option}
          offered={chosen.colours}
          scope={scope}
          faults={faults}
          onChange={(next) =>
            propose('service', selectService(scope.configuration, next, scope.catalogue).configuration, service.id)
          }
        />
      ) : null}
      <FaultTexts
        faults={faultsOfService(faults, service.id)}
        catalogue={scope.catalogue}
        className={classes.cardWrong}
      />
      {dialog}
    </details>
  )
}

interface OptionsProps extends Pick<ServiceCardProps, 'offer' | 'scope'> {
  propose: ReturnType<typeof useProposal>['propose']
}

function Options({ offer: { service, selection, options, isMandatory }, scope, propose }: OptionsProps) {
  const t = useTranslations('panel.services')
  const { language } = useLanguage()
  const group = useId()
  const { configuration, catalogue } = scope
  const offered = options.filter(({ fault }) => !fault)

  const choose = (option: string) => {
    const selected = withOption(selection, service.id, option, scope)
    propose('service', selectService(configuration, selected, catalogue).configuration, service.id)
  }

  const cancel = () => {
    const cancelled = cancelService(configuration, service.id, catalogue)
    if (!cancelled.ok) return

    // Dependent services are removed with it and reported; only a warning needs a confirmation.
    const warning = cancelled.warning?.[language]
    if (warning) propose('service', cancelled.configuration, service.id, warning)
    else scope.change('service', cancelled.configuration, service.id)
  }

  return (
    <div className={classes.serviceOptions} role="radiogroup" aria-label={service.name[language]}>
      <RadioOption
        group={group}
        value="none"
        className={classes.serviceOption}
        checked={!selection}
        disabled={isMandatory}
        onChange={cancel}
      >
        <span className={classes.serviceOptionText}>
          <span>{service.included?.[language] ?? t('none')}</span>
          {isMandatory ? <span className={classes.soft}>{catalogue.serviceRules.mandatoryText[language]}</span> : null}
        </span>
        {service.included ? <IncludedFigure /> : null}
      </RadioOption>
      {offered.map(({ option, added, isMinimum }) => (
        <RadioOption
          key={option.id}
          group={group}
          value={option.id}
          className={classes.serviceOption}
          checked={selection?.option === option.id}
          onChange={() => choose(option.id)}
        >
          <span className={classes.serviceOptionText}>
            <span>{option.name[language]}</span>
            <MinimumHardness option={option} />
          </span>
          <AddedFigures added={added} isMinimum={isMinimum} />
        </RadioOption>
      ))}
      <Refused options={options} scope={scope} />
    </div>
  )
}

/** The options that are impossible for the material, in one sentence. */
function Refused({ options, scope }: { options: readonly OptionOffer[]; scope: PanelScope }) {
  const t = useTranslations('panel.services')
  const { language } = useLanguage()
  const format = useFormatter()
  const names = useNames(scope.catalogue)
  const refused = options.flatMap(({ option, fault }) =>
    fault && fault.code !== 'OPTION_NOT_FOR_PROCESS' ? option.name[language] : [],
  )
  if (refused.length === 0) return null

  const material = names.material(scope.material.id)
  return <p className={classes.soft}>{t('refused', { material, services: format.list(refused) })}</p>
}

function MinimumHardness({ option }: Pick<OptionOffer, 'option'>) {
  const t = useTranslations('panel.services')
  const hardness = option.facts?.minHardnessText
  if (typeof hardness !== 'string') return null
  return <span className={classes.soft}>{t('leastHardness', { value: hardness })}</span>
}
