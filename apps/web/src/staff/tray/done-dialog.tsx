import type { TrayView } from '@cotation/contracts'
import type { LossReason } from '@cotation/domain'
import { type FormEvent, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { newId } from '#lib/new-id.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { LossReasonSelect } from './loss-reason.tsx'
import { type PrintedPart, useQuantities } from './pieces-table.tsx'
import { finishTray } from './tray.api.ts'

/** Asks what was lost before a tray is reported as printed. */
export function DoneDialog({ tray, onClose }: { tray: TrayView; onClose: () => void }) {
  const t = useTranslations('staff-tray')
  const { code } = tray
  const { attempt, failure, busy } = useAttempt()
  const [key] = useState(newId)
  const [reason, setReason] = useState<LossReason | ''>('')
  const [isChecked, setChecked] = useState(false)

  const parts: PrintedPart[] = tray.contents
    .filter(({ isMade }) => isMade)
    .map((content) => ({ ...content, max: content.quantity, chosen: 0 }))
  const quantities = useQuantities(parts)
  const lost = quantities.pieces.filter(({ quantity }) => quantity > 0)
  const lacksReason = lost.length > 0 && reason === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!quantities.isValid || lacksReason) return

    void attempt(async () => {
      await finishTray(code, { key, lost, reason: lost.length > 0 && reason !== '' ? reason : null })
      await refreshStaffData()
      toast.success(t('reported', { code }))
      onClose()
    })
  }

  return (
    <Dialog opened title={t('doneTitle', { code })} size="md" onClose={onClose} keepsOpenOutside>
      <form onSubmit={submit} noValidate>
        <Stack>
          <FormAlert failure={failure} />
          <Text>{t('doneText')}</Text>
          {parts.map((part) => (
            <WholeNumberField
              key={part.stepId}
              label={t('lostOf', { name: part.name, code: part.runCode })}
              size="sm"
              min={0}
              max={part.max}
              value={quantities.textOf(part)}
              error={quantities.isFaulty(part) ? t('wrong', { max: part.max }) : undefined}
              onText={(text) => quantities.setText(part.stepId, text)}
            />
          ))}
          {lost.length > 0 ? (
            <LossReasonSelect value={reason} isMissing={isChecked && lacksReason} onChoose={setReason} />
          ) : null}
          <Row justify="end">
            <Button variant="secondary" size="sm" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="sm" loading={busy}>
              {t('confirmDone')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
