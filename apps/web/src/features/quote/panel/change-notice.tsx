import type { Catalogue, Configuration, ProcessId } from '@cotation/domain'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import type { Consequences } from './scope/consequences.ts'
import classes from './scope/panel.module.css'

interface ChangeNoticeProps {
  consequences: Consequences | undefined
  configuration: Configuration
  process: ProcessId
  catalogue: Catalogue
  onUndo: () => void
}

/**
 * What a choice changed in addition, with an undo button. Always rendered, so that screen readers
 * announce new content.
 */
export function ChangeNotice({ consequences, configuration, process, catalogue, onUndo }: ChangeNoticeProps) {
  const t = useTranslations('panel.told')
  const names = useNames(catalogue)
  const sentences = consequences
    ? [
        consequences.removed.length > 0 ? t('removed', { services: names.services(consequences.removed) }) : '',
        consequences.added.length > 0 ? t('added', { services: names.services(consequences.added) }) : '',
        consequences.colourId
          ? t('colour', { colour: names.colour(configuration.materialId, consequences.colourId) })
          : '',
        consequences.toleranceId
          ? t('tolerance', { tolerance: names.tolerance(process, consequences.toleranceId) })
          : '',
        consequences.lead ? t('lead', { lead: names.lead(consequences.lead) }) : '',
      ].filter(Boolean)
    : []

  return (
    <div className={classes.told} role="status">
      {sentences.length > 0 ? (
        <p>
          {sentences.join(' ')}{' '}
          <Button variant="link" onClick={onUndo}>
            {t('undo')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}
