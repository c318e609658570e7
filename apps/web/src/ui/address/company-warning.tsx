import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './address.module.css'

interface CompanyWarningProps {
  company: string
  becomes: string
  busy: boolean
  onSave: () => void
  onChange: () => void
}

/**
 * "Saving a company recipient warns that the company field is rewritten to first name plus last name" (spec 5). It stands in
 * the form and not over it: the form itself may be in a dialog.
 */
export function CompanyWarning({ company, becomes, busy, onSave, onChange }: CompanyWarningProps) {
  const t = useTranslations('addresses.company')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])

  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      role="alert"
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('title')}
      classNames={{ title: classes.warning ?? '' }}
    >
      <Text size="sm" mb="md">
        {t('text', { company, becomes })}
      </Text>
      <Group gap="sm">
        <Button onClick={onSave} loading={busy}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onChange} disabled={busy}>
          {t('change')}
        </Button>
      </Group>
    </Alert>
  )
}
