import { type Configuration, findColour, type ServiceId } from '@cotation/domain'
import { type ReactNode, useState } from 'react'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import type { EditLabel } from '#features/quote/workspace/work-line.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import type { PanelScope } from './panel-scope.ts'

interface Proposal {
  label: EditLabel
  configuration: Configuration
  service: ServiceId | undefined
  question: string
}

/**
 * The chosen services that a change would remove, except the one that only produced the old colour.
 */
function lostServices(
  { configuration: before, material }: PanelScope,
  after: Configuration,
  service?: ServiceId,
): ServiceId[] {
  const via = findColour(material, before.colourId)?.via.split(':')[0]
  const colourService = before.colourId !== after.colourId ? via : undefined
  return before.services
    .map(({ id }) => id)
    .filter((id) => id !== service && id !== colourService && !after.services.some((one) => one.id === id))
}

/**
 * Changes a line, but asks first if that removes a service, with the catalogue's text
 * (specification: exclusive value-added services are replaced on confirmation), or if `warning` is
 * given.
 */
export function useProposal(scope: PanelScope): {
  propose: (label: EditLabel, after: Configuration, service?: ServiceId, warning?: string) => void
  dialog: ReactNode
} {
  const t = useTranslations('panel.services')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const [asked, setAsked] = useState<Proposal>()
  const [opened, setOpened] = useState(false)

  const replacementQuestion = (lost: readonly ServiceId[]) =>
    scope.catalogue.serviceRules.replaceText[language].replace('{other}', names.services(lost))

  const propose = (label: EditLabel, configuration: Configuration, service?: ServiceId, warning?: string) => {
    const lost = lostServices(scope, configuration, service)
    if (warning === undefined && lost.length === 0) return scope.change(label, configuration, service)

    const question = warning ?? replacementQuestion(lost)
    setAsked({ label, configuration, service, question })
    setOpened(true)
  }

  const dialog = asked ? (
    <Confirm
      opened={opened}
      title={asked.service ? names.service(asked.service) : t('replaceTitle')}
      confirmLabel={t('continue')}
      onConfirm={() => {
        setOpened(false)
        scope.change(asked.label, asked.configuration, asked.service)
      }}
      onCancel={() => setOpened(false)}
    >
      {asked.question}
    </Confirm>
  ) : null

  return { propose, dialog }
}
