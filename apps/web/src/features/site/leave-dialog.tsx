import { leaveReasonBody } from '@cotation/contracts'
import { type LeaveReason, leaveReasons } from '@cotation/domain'
import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useZodForm } from '#ui/forms/form.ts'

interface LeaveDialogProps {
  opened: boolean
  onClose: () => void
  /** Answered or not: the visitor asked to log out, and does. */
  onLeave: () => void
}

const nothingChosen: { reasons: LeaveReason[]; other: string } = { reasons: [], other: '' }

/** Asks why, on log-out, those whose account says so (`detainPopup`). Never in the way: one button leaves unanswered. */
export function LeaveDialog({ opened, onClose, onLeave }: LeaveDialogProps) {
  const t = useTranslations('site.leave')
  const ui = useTranslations('app.ui')
  const form = useZodForm(leaveReasonBody, nothingChosen)

  const submit = form.onSubmit(async (body) => {
    await api('POST /global/tools/detain', { body }, { quiet: true })
      .then(() => toast.success(t('thanks')))
      .catch(() => {})
    onLeave()
  })

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{t('text')}</Text>
          <Checkbox.Group label={t('legend')} {...form.getInputProps('reasons')}>
            <Stack gap="xs" my="xs">
              {leaveReasons.map((reason) => (
                <Checkbox key={reason} value={reason} label={t(`reasons.${reason}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          {form.values.reasons.includes('other') ? (
            <Textarea label={t('other')} maxLength={500} autosize minRows={2} {...form.getInputProps('other')} />
          ) : null}
          <Group justify="space-between">
            <Button variant="subtle" onClick={onLeave}>
              {t('skip')}
            </Button>
            <Button type="submit" loading={form.submitting}>
              {t('submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
