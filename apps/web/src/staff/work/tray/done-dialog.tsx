import type { TrayView } from '@cotation/contracts'
import type { LossReason } from '@cotation/domain'
import { type FormEvent, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import { trayQueue } from '../tray.api.ts'
import { LossReasonSelect } from './loss-reason.tsx'
import { type PrintedPart, useQuantities } from './pieces-table.tsx'

interface DoneDialogProps {
  tray: TrayView
  memberId: string
  onClose: () => void
}

/** Asks what was lost before a tray is reported as printed. */
export function DoneDialog({ tray, memberId, onClose }: DoneDialogProps) {
  const t = useTranslations('staff-tray')
  const { code } = tray
  const [reason, setReason] = useState<LossReason | ''>('')
  const [isChecked, setChecked] = useState(false)

  const parts: PrintedPart[] = tray.contents
    .filter(({ isMade }) => isMade)
    .map((content) => ({ ...content, max: content.quantity, chosen: 0 }))
  const quantities = useQuantities(parts)
  const lost = quantities.pieces.filter(({ quantity }) => quantity > 0)
  const lacksReason = lost.length > 0 && reason === ''

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!quantities.isValid || lacksReason) return focusFirstError(event.currentTarget)

    const cause = lost.length > 0 && reason !== '' ? reason : null
    void trayQueue.add(memberId, code, { report: 'done', lost, reason: cause })
    onClose()
  }

  return (
    <Dialog opened title={t('doneTitle', { code })} size="md" onClose={onClose} keepsOpenOutside>
      <form onSubmit={submit} noValidate>
        <Stack>
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
            <Button type="submit" size="sm">
              {t('confirmDone')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
