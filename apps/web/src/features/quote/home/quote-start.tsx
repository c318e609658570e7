import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { RefusedFiles } from '#features/quote/files/refused-files.tsx'
import { TermsDialog } from '#features/quote/files/terms-dialog.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './quote-start.module.css'
import type { Technology } from './technologies.ts'
import { useQuoteStart } from './use-quote-start.ts'

/**
 * Creates a project from dropped files. `dropped` is a new object for every drop; each is handled
 * once.
 */
export function QuoteStart({ dropped, service }: { dropped: DroppedFiles; service: Technology }) {
  const t = useTranslations('upload')
  const { phase, failure, refused, retry, agree, cancel } = useQuoteStart(dropped, service)

  return (
    <div className={classes.start}>
      {phase === 'terms' ? <TermsDialog onAgree={agree} onCancel={cancel} /> : null}
      <p role="status">{phase === 'working' ? t('start.working') : null}</p>
      {phase === 'failed' ? (
        <div className={classes.failed} role="alert">
          <p className={classes.title}>{t('start.failed')}</p>
          <p>{failure?.message || t('start.failedText')}</p>
          <Button variant="secondary" onClick={retry}>
            {t('start.retry')}
          </Button>
        </div>
      ) : null}
      {refused.length > 0 ? (
        <div className={classes.failed} role="alert">
          <RefusedFiles files={refused} />
        </div>
      ) : null}
      {phase === 'idle' && refused.length === 0 && dropped.files.length === 0 && dropped.leftOut > 0 ? (
        <p className={classes.failed} role="alert">
          {t('notice.leftOut', { count: dropped.leftOut })}
        </p>
      ) : null}
    </div>
  )
}
