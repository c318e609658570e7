import { offeredServices, selectService } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { addedTo } from '../figures/added.ts'
import { useAddedText } from '../figures/added-text.tsx'
import type { PanelScope } from '../panel-scope.ts'
import { SelectField } from '../services/inputs/fields.tsx'
import { holeServices } from '../services/service-selection.ts'
import type { useProposal } from '../services/use-proposal.tsx'
import classes from './holes.module.css'

interface HoleOptionsProps {
  scope: PanelScope
  propose: ReturnType<typeof useProposal>['propose']
}

/** What holds for all holes of one kind of work: the fit of a bore, how an insert is set. */
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
          wrong={undefined}
          value={selection.option}
          options={options.map(({ option, fault }) => {
            const more = fault || option.id === selection.option ? undefined : added(withOption(option.id))
            const what = option.name[language]
            const label = more ? t('adds', { what, added: addedText(more) }) : what
            return { value: option.id, label, disabled: fault !== undefined }
          })}
          onChange={(option) => propose('threads', withOption(option), id)}
        />
      </div>
    )
  })
}
