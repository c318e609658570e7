import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/stack.tsx'

interface CompanyWarningProps {
  company: string
  becomes: string
  busy: boolean
  onSave: () => void
  onChange: () => void
}

/**
 * "Saving a company recipient warns that the company field is rewritten to first name plus last
 * name" (spec 5). Shown inside of the form, not above it: the form itself may be in a dialog.
 */
export function CompanyWarning({ company, becomes, busy, onSave, onChange }: CompanyWarningProps) {
  const t = useTranslations('address.company')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])

  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      role="alert"
      tone="warning"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('title')}
    >
      <p>{t('text', { company, becomes })}</p>
      <Row>
        <Button size="sm" onClick={onSave} loading={busy}>
          {t('save')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onChange} disabled={busy}>
          {t('change')}
        </Button>
      </Row>
    </Alert>
  )
}
