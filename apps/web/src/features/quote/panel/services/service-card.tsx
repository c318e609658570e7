import { cancelService, type Fault, selectService } from '@cotation/domain'
import { useId, useState } from 'react'
import { useFormatter } from 'use-intl'
import { AddedFigures } from '#features/quote/panel/scope/added-figures.tsx'
import { faultsOfService } from '#features/quote/panel/scope/field-faults.ts'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { useProposal } from '#features/quote/panel/scope/use-proposal.tsx'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Radio } from '#ui/radio-group.tsx'
import { ServiceInputs } from './service-inputs.tsx'
import { minimumAdded, type OptionOffer, type ServiceOffer } from './service-offers.ts'
import { withOption } from './service-selection.ts'
import classes from './services.module.css'

interface ServiceCardProps {
  offer: ServiceOffer
  scope: PanelScope
  faults: readonly Fault[]
}

/**
 * One service. Collapsed it shows what it adds at least; open, each option with its price and
 * inputs.
 */
export function ServiceCard({ offer, scope, faults }: ServiceCardProps) {
  const t = useTranslations('panel.services')
  const { language } = useLanguage()
  const { service, selection, options } = offer
  const [open, setOpen] = useState(selection !== undefined && !offer.isMandatory)
  const { propose, dialog } = useProposal(scope)
  const chosen = options.find(({ option }) => option.id === selection?.option)
  const own = faults.filter(({ field }) => field.startsWith(`services.${service.id}`))

  return (
    <details
      className={classes.card}
      data-chosen={selection !== undefined || undefined}
      open={open || own.length > 0}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={classes.name}>{service.name[language]}</span>
        {selection ? <span className={classes.soft}>{chosen?.option.name[language] ?? selection.option}</span> : null}
        {offer.isMandatory ? <span className={classes.mandatory}>{t('mandatory')}</span> : null}
        <AddedFigures added={selection ? chosen?.added : minimumAdded(offer)} isMinimum={!selection} />
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
      <CardFaults faults={faultsOfService(faults, service.id)} scope={scope} />
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
    <div className={classes.options} role="radiogroup" aria-label={service.name[language]}>
      <label htmlFor={group} className={classes.option}>
        <Radio id={group} name={group} checked={!selection} disabled={isMandatory} onChange={cancel} />
        <span className={classes.optionText}>
          <span>{t('none')}</span>
          {isMandatory ? <span className={classes.soft}>{catalogue.serviceRules.mandatoryText[language]}</span> : null}
        </span>
      </label>
      {options
        .filter(({ fault }) => !fault)
        .map((one) => (
          <Option
            key={one.option.id}
            offer={one}
            group={group}
            chosen={selection?.option === one.option.id}
            onChoose={() => choose(one.option.id)}
          />
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
  return <p className={classes.refused}>{t('refused', { material, services: format.list(refused) })}</p>
}

interface OptionProps {
  offer: OptionOffer
  group: string
  chosen: boolean
  onChoose: () => void
}

function Option({ offer: { option, added, isMinimum }, group, chosen, onChoose }: OptionProps) {
  const t = useTranslations('panel.services')
  const { language } = useLanguage()
  const id = `${group}-${option.id}`
  const hardness = option.facts?.minHardnessText

  return (
    <label htmlFor={id} className={classes.option}>
      <Radio id={id} name={group} checked={chosen} onChange={onChoose} />
      <span className={classes.optionText}>
        <span>{option.name[language]}</span>
        {typeof hardness === 'string' ? (
          <span className={classes.soft}>{t('leastHardness', { value: hardness })}</span>
        ) : null}
      </span>
      <AddedFigures added={added} isMinimum={isMinimum} />
    </label>
  )
}

/** The faults of the service as a whole. */
function CardFaults({ faults, scope }: { faults: readonly Fault[]; scope: PanelScope }) {
  const faultText = useFaultText(scope.catalogue)
  return faults.map((fault) => (
    <p key={`${fault.code} ${fault.field}`} className={classes.wrong}>
      {faultText(fault)}
    </p>
  ))
}
