import { fileRetention, quoteValidityDays } from '@cotation/domain'
import { Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { TextLink } from '#ui/text-link.tsx'

interface TermsDialogProps {
  onAgree: () => void
  onCancel: () => void
}

/**
 * Spec 5: the disclaimer must be agreed to before quoting. Asked once, in words that can be read at
 * once.
 */
export function TermsDialog({ onAgree, onCancel }: TermsDialogProps) {
  const t = useTranslations('files.terms')
  const [agreed, setAgreed] = useState(false)
  const [missed, setMissed] = useState(false)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (agreed) onAgree()
    else setMissed(true)
  }

  return (
    <Modal
      opened
      onClose={onCancel}
      title={t('title')}
      size={560}
      centered
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{t('intro')}</Text>
          <List spacing="xs" size="sm">
            <List.Item>{t('confidential')}</List.Item>
            <List.Item>{t('rights')}</List.Item>
            <List.Item>{t('validity', { days: quoteValidityDays })}</List.Item>
            <List.Item>{t('kept', { months: fileRetention.months, days: fileRetention.warningDays })}</List.Item>
          </List>
          <TextLink to="/terms-of-use" target="_blank" size="sm">
            {t('more')}
          </TextLink>
          <Checkbox
            label={t('agree')}
            checked={agreed}
            data-autofocus
            error={missed && !agreed ? t('notAgreed') : undefined}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t('continue')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
