import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { EmptyState } from '#ui/states.tsx'

/** Shown when a search has no result, as opposed to an empty account. */
export function NothingFound({ search, onReset }: { search: string; onReset: () => void }) {
  const t = useTranslations('project.none')
  return (
    <EmptyState
      title={t('title')}
      text={t('text', { search })}
      action={
        <button type="button" className={buttons.secondary} onClick={onReset}>
          {t('reset')}
        </button>
      }
    />
  )
}
