import { maxOrderMessageLength, maxReasonLength } from '@cotation/domain'
import { useRef, useState } from 'react'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { newId } from '#lib/new-id.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { hasTooManyDecimals, parseCents, typedAmount } from '#lib/texts/parse-number.ts'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionButton } from './action-button.tsx'
import { refreshStaffData } from './refresh-staff-data.ts'

/** An order, or an additional cost with its order. */
interface Refunded {
  kind: 'order' | 'additional-cost'
  id: string
  number: string
  /** The order that gets the internal note. */
  orderId: string
  refundableMinor: number
}

/** Opens the dialog of a refund, for members who may refund. Needs the texts `staff-refund`. */
export function RefundButton({ bill }: { bill: Refunded }) {
  const t = useTranslations('staff-refund')
  const may = useMay()
  const [isAsked, setAsked] = useState(false)
  const isPossible = may('money.refund') && bill.refundableMinor > 0

  return (
    <>
      {isPossible ? (
        <ActionButton variant="secondary" size="xs" onClick={() => setAsked(true)}>
          {t('action')}
        </ActionButton>
      ) : null}
      {/* Stays open if a colleague refunds everything meanwhile. */}
      {isAsked ? <RefundDialog bill={bill} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

interface Refund {
  amountMinor: number
  reason: string
  key: string
}

/** Sends a refund; true if it was only proposed and waits for a second person. */
async function sendRefund({ kind, id }: Refunded, body: Refund): Promise<boolean> {
  const options = { quiet: true }
  if (kind === 'order') {
    const input = { params: { orderId: id }, body }
    return (await staffApi('POST /global/staff/order/{orderId}/refund', input, options)).proposal !== null
  }

  const input = { params: { costId: id }, body }
  return (await staffApi('POST /global/staff/additional-cost/{costId}/refund', input, options)).proposal !== null
}

const addNote = (orderId: string, text: string) =>
  staffApi('POST /global/staff/order/{orderId}/note', { params: { orderId }, body: { text } }, { quiet: true })

function RefundDialog({ bill, onClose }: { bill: Refunded; onClose: () => void }) {
  const t = useTranslations('staff-refund')
  const amounts = useTranslations('staff.amount')
  const { money } = useFormats()
  const { language } = useLanguage()
  const { attempt, failure, busy } = useAttempt()
  const [amount, setAmount] = useState(() => typedAmount(bill.refundableMinor, language))
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  // One key for all presses: a refund whose answer was lost is not made twice.
  const [key] = useState(newId)
  /** The refund is sent, and only the note is left. */
  const [isSent, setSent] = useState(false)
  const isProposed = useRef(false)

  const { number, orderId, refundableMinor } = bill
  const amountMinor = parseCents(amount, language) ?? 0
  const isAmountWrong = !isSent && (amountMinor <= 0 || amountMinor > refundableMinor)
  const isReasonMissing = reason.trim() === ''
  const isTooLong = reason.trim().length > maxReasonLength || note.trim().length > maxOrderMessageLength

  const wrongAmount = hasTooManyDecimals(amount, language)
    ? amounts('decimals')
    : t('amountWrong', { amount: money(refundableMinor) })
  const amountError = refundableMinor === 0 ? t('nothingLeft') : wrongAmount

  const refund = async () => {
    try {
      isProposed.current = await sendRefund(bill, { amountMinor, reason: reason.trim(), key })
      setSent(true)
    } finally {
      // After a refusal too: a colleague may have refunded meanwhile.
      await refreshStaffData()
    }
  }

  const confirm = () => {
    setChecked(true)
    if (isAmountWrong || isReasonMissing || isTooLong) return

    void attempt(async () => {
      if (!isSent) await refund()
      if (note.trim() !== '') {
        await addNote(orderId, note.trim())
        await refreshStaffData()
      }

      if (isProposed.current) toast.warning(t('proposed'))
      else toast.success(t('done', { amount: money(amountMinor), number }))
      onClose()
    })
  }

  return (
    <Confirm
      opened
      title={t(bill.kind === 'order' ? 'titleOrder' : 'titleCost', { number })}
      confirmLabel={t('action')}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack>
        <Refusal failure={failure} isSent={isSent} />
        <Text>{t('text')}</Text>
        <TextField
          label={t('amount')}
          description={t('amountHint', { amount: money(refundableMinor) })}
          inputMode="decimal"
          autoComplete="off"
          disabled={isSent}
          value={amount}
          error={isChecked && isAmountWrong ? amountError : undefined}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <TextArea
          label={t('reason')}
          description={t('reasonHint')}
          rows={2}
          limit={maxReasonLength}
          disabled={isSent}
          value={reason}
          error={isChecked && isReasonMissing ? t('reasonMissing') : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <TextArea
          label={t('note')}
          description={t('noteHint')}
          rows={2}
          limit={maxOrderMessageLength}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}

interface RefusalProps {
  failure: ApiError | null
  isSent: boolean
}

/** Why a refund or its note was refused. The server's text on open payments is for customers. */
function Refusal({ failure, isSent }: RefusalProps) {
  const t = useTranslations('staff-refund')
  if (failure?.code === 'PAYMENT_PENDING')
    return (
      <Alert role="alert" tone="danger">
        {t('paymentPending')}
      </Alert>
    )

  return <FormAlert failure={failure} title={isSent ? t('noteFailed') : undefined} />
}
