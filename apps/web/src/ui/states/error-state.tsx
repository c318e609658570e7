import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './state.module.css'

interface ErrorStateProps {
  title?: string
  message?: string
  onRetry?: () => void
  /** Nothing else is on the page: the title is its heading. */
  isPage?: boolean
}

export function ErrorState({ title, message, onRetry, isPage = false }: ErrorStateProps) {
  const t = useTranslations('app.ui')
  const Title = isPage ? 'h1' : 'p'

  return (
    <div className={classes.state} role="alert">
      <Title className={classes.title}>{title ?? t('errorTitle')}</Title>
      <p className={classes.text}>{message ?? t('errorText')}</p>
      {onRetry ? (
        <Button variant="secondary" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </div>
  )
}
