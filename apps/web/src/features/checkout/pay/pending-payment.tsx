import { Button, Loader } from '@mantine/core'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import classes from './pay.module.css'

interface PendingPaymentProps {
  text: string
  onCheck: () => Promise<void>
}

/** The payer has paid but the result is unknown (spec 4): ordering or paying again is blocked. */
export function PendingPayment({ text, onCheck }: PendingPaymentProps) {
  const t = useTranslations('payment.pending')
  const { attempt, failure, busy } = useAttempt()

  return (
    <div className={classes.pending} role="status">
      <Loader size="sm" aria-hidden />
      <div className={classes.words}>
        <h2 className={classes.heading}>{t('title')}</h2>
        <p>{text}</p>
        <p className={classes.soft}>{t('leave')}</p>
        <FormAlert failure={failure} />
        <Button variant="default" loading={busy} onClick={() => void attempt(onCheck)}>
          {t('check')}
        </Button>
      </div>
    </div>
  )
}
