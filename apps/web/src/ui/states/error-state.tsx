import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './state.module.css'

interface ErrorStateProps {
  title?: string
  message?: string
  onRetry?: () => void
}

export function ErrorState({ title, message, onRetry }: ErrorStateProps) {
  const t = useTranslations('app.ui')
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{title ?? t('errorTitle')}</p>
      <p className={classes.text}>{message ?? t('errorText')}</p>
      {onRetry ? (
        <button type="button" className={buttons.secondary} onClick={onRetry}>
          {t('retry')}
        </button>
      ) : null}
    </div>
  )
}
