import { offeredServices, selectService } from '@cotation/domain'
import { addedTo } from '#features/quote/panel/scope/added.ts'
import { useAddedText } from '#features/quote/panel/scope/added-figures.tsx'
import { SelectField } from '#features/quote/panel/scope/fields.tsx'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import type { useProposal } from '#features/quote/panel/scope/use-proposal.tsx'
import { holeServices } from '#features/quote/panel/services/service-selection.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './holes.module.css'

interface HoleOptionsProps {
  scope: PanelScope
  propose: ReturnType<typeof useProposal>['propose']
}

/** The options that apply to all holes of a service: the fit of a bore, or how an insert is set. */
export function HoleOptions({ scope, propose }: HoleOptionsProps) {
  const t = useTranslations('panel.holes')
  const { language } = useLanguage()
  const addedText = useAddedText()
  const { part, material, process, catalogue, configuration } = scope
  const added = addedTo(part, configuration, catalogue)

  return offeredServices(part, material, process, catalogue).map(({ service, options }) => {
    const id = holeServices.find((one) => one === service.id)
    const selection = configuration.services.find((one) => one.id === service.id)
    if (!id || !selection || options.length < 2) return null

    const withOption = (option: string) =>
      selectService(configuration, { ...selection, option }, catalogue).configuration

    return (
      <div key={id} className={classes.kind}>
        <SelectField
          label={t('option', { service: service.name[language] })}
          value={selection.option}
          options={options.map(({ option, fault }) => {
            const more = fault || option.id === selection.option ? undefined : added(withOption(option.id))
            const name = option.name[language]
            const label = more ? t('adds', { what: name, added: addedText(more) }) : name
            return { value: option.id, label, disabled: fault !== undefined }
          })}
          onChange={(option) => propose('threads', withOption(option), id)}
        />
      </div>
    )
  })
}
