import type { RunView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { StaffLink } from './staff-link.tsx'

/** Why work on a run waits, and what ends it. */
export function HoldNotice({ hold, isStopped }: Pick<RunView, 'hold' | 'isStopped'>) {
  const t = useTranslations('staff-work')
  if (isStopped)
    return (
      <Alert tone="warning" title={t('held')}>
        {t('stoppedText')}
      </Alert>
    )
  if (!hold) return null

  return (
    <Alert tone="warning" title={t('held')}>
      {t('heldText')}{' '}
      <StaffLink path={`additional-costs/${hold.costId}`}>{t('heldFor', { number: hold.number })}</StaffLink>
    </Alert>
  )
}
