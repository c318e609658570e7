import { offeredServices, selectService } from '@cotation/domain'
import { lineFaults } from '@cotation/pricing'
import { useMemo } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { addedTo } from './added.ts'
import classes from './choices.module.css'
import { ClaimedThreads } from './claimed-threads.tsx'
import { SelectField } from './fields.tsx'
import { HoleGroupRow } from './hole-group-row.tsx'
import { claimedHoleCount, type HoleWork, holeGroups, withHoleWork, workByHole } from './hole-work.ts'
import { useAddedText } from './option-figures.tsx'
import type { PanelScope } from './panel-scope.ts'
import { Section } from './section.tsx'
import { holeServices } from './service-selection.ts'
import { useProposal } from './use-proposal.tsx'

/**
 * Threads and inserts by groups of equal holes. Selecting a hole here highlights it on the model,
 * and vice versa.
 */
export function HoleList({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.holes')
  const { part, configuration, catalogue } = scope
  const groups = useMemo(() => holeGroups(part), [part])
  const works = useMemo(() => workByHole(configuration), [configuration])
  const claimed = claimedHoleCount(configuration)
  const counts = { holes: part.holes.length, worked: works.size + claimed, claimed }
  const faults = useMemo(() => lineFaults(part, configuration, catalogue), [part, configuration, catalogue])
  const { propose, dialog } = useProposal(scope)

  const setWork = (holes: readonly number[], work: HoleWork | undefined) =>
    scope.change('threads', withHoleWork(scope, holes, work), work?.service)

  return (
    <Section title={t('title')} help="holes" aside={t(claimed > 0 ? 'countWithClaimed' : 'count', counts)}>
      {groups.length === 0 ? <p className={classes.soft}>{t('noneFound')}</p> : null}
      <ul className={classes.groups}>
        {groups.map((group) => (
          <HoleGroupRow key={group.key} group={group} works={works} faults={faults} scope={scope} onWork={setWork} />
        ))}
      </ul>
      <HoleOptions scope={scope} propose={propose} />
      <ClaimedThreads scope={scope} faults={faults} />
      {dialog}
    </Section>
  )
}

interface HoleOptionsProps {
  scope: PanelScope
  propose: ReturnType<typeof useProposal>['propose']
}

/** The options that apply to all holes of a service: the fit of a bore, or how an insert is set. */
function HoleOptions({ scope, propose }: HoleOptionsProps) {
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
