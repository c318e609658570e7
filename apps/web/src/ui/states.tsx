import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from './button.tsx'
import { numbered } from './numbered.tsx'
import { Spinner } from './spinner.tsx'
import classes from './states.module.css'

interface TitleProps {
  title: string
  /**
   * Nothing else is on the page: the title is its heading, without which a screen reader does not
   * know where it is.
   */
  isPage: boolean | undefined
}

function Title({ title, isPage }: TitleProps) {
  const Element = isPage ? 'h1' : 'p'
  return <Element className={classes.title}>{numbered(title)}</Element>
}

interface EmptyStateProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  isPage?: TitleProps['isPage']
}

export function EmptyState({ title, text, action, isPage }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Title title={title} isPage={isPage} />
      {text ? <p className={classes.text}>{numbered(text)}</p> : null}
      {action}
    </div>
  )
}

interface ErrorStateProps {
  title?: string
  message?: string
  onRetry?: () => void
  isPage?: TitleProps['isPage']
}

export function ErrorState({ title, message, onRetry, isPage }: ErrorStateProps) {
  const t = useTranslations('app.ui')

  return (
    <div className={classes.state} role="alert">
      <Title title={title ?? t('errorTitle')} isPage={isPage} />
      <p className={classes.text}>{numbered(message ?? t('errorText'))}</p>
      {onRetry ? (
        <Button variant="secondary" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </div>
  )
}

export function LoadingState({ label }: { label?: string }) {
  const t = useTranslations('app.ui')
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine, isOnlineWhilePrerendered)

  return (
    <div className={classes.state} role="status">
      <Spinner size="md" />
      <p className={classes.text}>{isOnline ? (label ?? t('loading')) : t('offline')}</p>
    </div>
  )
}

const isOnlineWhilePrerendered = () => true

/** Without network, queries wait for it and then go on by themselves. */
function subscribeToNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)

  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
