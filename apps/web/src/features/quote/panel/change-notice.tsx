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

  const sentencesOf = ({ removed, added, colourId, toleranceId, lead }: Consequences) => {
    const sentences: string[] = []
    if (removed.length > 0) sentences.push(t('removed', { services: names.services(removed) }))
    if (added.length > 0) sentences.push(t('added', { services: names.services(added) }))
    if (colourId) sentences.push(t('colour', { colour: names.colour(configuration.materialId, colourId) }))
    if (toleranceId) sentences.push(t('tolerance', { tolerance: names.tolerance(process, toleranceId) }))
    if (lead) sentences.push(t('lead', { lead: names.lead(lead) }))
    return sentences
  }
  const sentences = consequences ? sentencesOf(consequences) : []

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
