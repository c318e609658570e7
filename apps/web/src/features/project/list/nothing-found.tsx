import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { EmptyState } from '#ui/states/empty-state.tsx'

/** A search that finds nothing is no empty account. */
export function NothingFound({ search, onReset }: { search: string; onReset: () => void }) {
  const t = useTranslations('centre.none')
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
