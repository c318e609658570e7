import { findOption, findService } from '@cotation/domain'
import type { ReactNode } from 'react'
import type { PanelScope } from '#features/quote/choices/panel-scope.ts'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './panel.module.css'

/** The configuration, read-only. */
export function PanelSummary({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.summary')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const { configuration, process, material, catalogue, line } = scope
  const services = configuration.services.map(({ id, option }) => {
    const service = findService(catalogue, id)
    return `${names.service(id)} (${(service && findOption(service, option)?.name[language]) ?? option})`
  })
  const included = catalogue.services.flatMap(({ id, included: text }) => {
    const isReplaced = configuration.services.some((service) => service.id === id)
    return text && !isReplaced && material.services.allowed.includes(id) ? [text[language]] : []
  })
  const listed = [...services, ...included]
  const rows: readonly [string, ReactNode][] = [
    [t('process'), names.process(process)],
    [t('material'), material.name[language]],
    [t('colour'), names.colour(material.id, configuration.colourId)],
    [t('quantity'), configuration.quantity],
    [t('lead'), names.lead(configuration.lead)],
    [t('services'), listed.length > 0 ? listed.join(', ') : t('none')],
    [t('tolerance'), names.tolerance(process, configuration.toleranceId)],
    [t('drawings'), line.view.attachments.map(({ name }) => name).join(', ') || t('none')],
    [t('comment'), line.comment || t('none')],
  ]

  return (
    <dl className={classes.summary}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
