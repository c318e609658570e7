import { fileRetention, quoteValidityDays } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import classes from './files.module.css'

interface TermsDialogProps {
  onAgree: () => void
  onCancel: () => void
}

/**
 * Spec 5: the disclaimer must be accepted before quoting. Asked once per browser, as a short list.
 */
export function TermsDialog({ onAgree, onCancel }: TermsDialogProps) {
  const t = useTranslations('upload.terms')
  const [agreed, setAgreed] = useState(false)
  const [missed, setMissed] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (agreed) return onAgree()

    setMissed(true)
    focusFirstError(event.currentTarget)
  }

  return (
    <Dialog opened onClose={onCancel} title={t('title')} size="md" closeLabel={t('cancel')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{t('intro')}</Text>
          <ul className={classes.terms}>
            <li>{t('confidential')}</li>
            <li>{t('rights')}</li>
            <li>{t('validity', { days: quoteValidityDays })}</li>
            <li>{t('kept', { months: fileRetention.months, days: fileRetention.warningDays })}</li>
          </ul>
          <Text size="sm">
            <Link to="/terms-of-use" target="_blank">
              {t('more')}
            </Link>
          </Text>
          <Checkbox
            label={t('agree')}
            checked={agreed}
            data-autofocus
            error={missed && !agreed ? t('notAgreed') : undefined}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
          />
          <Row justify="end">
            <Button variant="secondary" size="sm" onClick={onCancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="sm">
              {t('continue')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
