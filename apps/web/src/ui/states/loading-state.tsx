import { useTranslations } from '#lib/texts/i18n.tsx'
import { Spinner } from '#ui/spinner.tsx'
import classes from './state.module.css'

export function LoadingState({ label }: { label?: string }) {
  const t = useTranslations('app.ui')
  return (
    <div className={classes.state} role="status">
      <Spinner size="md" />
      <p className={classes.text}>{label ?? t('loading')}</p>
    </div>
  )
}
