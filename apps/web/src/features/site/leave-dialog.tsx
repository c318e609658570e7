import { leaveReasonBody } from '@cotation/contracts'
import { type LeaveReason, leaveReasons } from '@cotation/domain'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { Row, Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'

interface LeaveDialogProps {
  opened: boolean
  onClose: () => void
  /** Logs out, whether or not the question was answered. */
  onLeave: () => void
}

const nothingChosen: { reasons: LeaveReason[]; other: string } = { reasons: [], other: '' }

/** Asks why on log-out, for accounts with `detainPopup`. One button skips the question. */
export function LeaveDialog({ opened, onClose, onLeave }: LeaveDialogProps) {
  const t = useTranslations('site.leave')
  const form = useZodForm(leaveReasonBody, nothingChosen)

  const chosen = form.values.reasons
  const toggle = (reason: LeaveReason) =>
    form.setFieldValue(
      'reasons',
      chosen.includes(reason) ? chosen.filter((other) => other !== reason) : [...chosen, reason],
    )

  const submit = form.onSubmit(async (body) => {
    await api('POST /global/tools/detain', { body }, { quiet: true })
      .then(() => toast.success(t('thanks')))
      .catch(() => {})
    onLeave()
  })

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>{t('text')}</p>
          <CheckboxGroup label={t('legend')} error={form.errorText('reasons')}>
            {leaveReasons.map((reason) => (
              <Checkbox
                key={reason}
                label={t(`reasons.${reason}`)}
                checked={chosen.includes(reason)}
                onChange={() => toggle(reason)}
                data-path={reason === leaveReasons[0] ? 'reasons' : undefined}
              />
            ))}
          </CheckboxGroup>
          {chosen.includes('other') ? (
            <TextArea label={t('other')} limit={500} {...form.getInputProps('other')} />
          ) : null}
          <Row justify="between">
            <Button variant="quiet" onClick={onLeave}>
              {t('skip')}
            </Button>
            <Button type="submit" loading={form.submitting}>
              {t('submit')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
