import type { Catalogue, Configuration, ProcessId } from '@cotation/domain'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { Consequences } from './scope/consequences.ts'
import classes from './scope/panel.module.css'

interface ChangeNoticeProps {
  told: Consequences | undefined
  configuration: Configuration
  process: ProcessId
  catalogue: Catalogue
  onUndo: () => void
}

/**
 * What a choice changed beside itself, with the way back. The box stays: a reader is told of what
 * comes into it.
 */
export function ChangeNotice({ told, configuration, process, catalogue, onUndo }: ChangeNoticeProps) {
  const t = useTranslations('panel.told')
  const names = useNames(catalogue)
  const sentences = told
    ? [
        told.removed.length > 0 ? t('removed', { services: names.services(told.removed) }) : '',
        told.added.length > 0 ? t('added', { services: names.services(told.added) }) : '',
        told.colourId ? t('colour', { colour: names.colour(configuration.materialId, told.colourId) }) : '',
        told.toleranceId ? t('tolerance', { tolerance: names.tolerance(process, told.toleranceId) }) : '',
        told.lead ? t('lead', { lead: names.lead(told.lead) }) : '',
      ].filter(Boolean)
    : []

  return (
    <div className={classes.told} role="status">
      {sentences.length > 0 ? (
        <p>
          {sentences.join(' ')}{' '}
          <button type="button" className={classes.inline} onClick={onUndo}>
            {t('undo')}
          </button>
        </p>
      ) : null}
    </div>
  )
}
