import type { PendingRefund } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Tone } from '#ui/tone.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { StaffLink } from '../shared/staff-link.tsx'
import { payerReturnsQuery } from './order.api.ts'
import classes from './order.module.css'

const tones: Readonly<Record<PendingRefund['state'], Tone>> = {
  asked: 'warning',
  approved: 'accent',
  failed: 'danger',
}

/** What a refund waits for. */
function nextOf({ state, isSentByStaff }: PendingRefund) {
  if (state === 'asked') return 'proposal'
  if (state === 'failed') return 'failed'
  return isSentByStaff ? 'transfer' : 'provider'
}

/** Refunds of an order that wait for approval or for their transfer, and those that failed. */
export function PendingRefunds({ refunds }: { refunds: readonly PendingRefund[] }) {
  const t = useTranslations('staff-refund')
  if (refunds.length === 0) return null

  return (
    <Stack gap="xs">
      <Heading level={3}>{t('pending')}</Heading>
      <ul className={classes.list} aria-label={t('pending')}>
        {refunds.map((refund) => (
          <Pending key={refund.id} refund={refund} />
        ))}
      </ul>
    </Stack>
  )
}

function Pending({ refund }: { refund: PendingRefund }) {
  const t = useTranslations('staff-refund')
  const { money, moment } = useFormats('medium')
  const may = useMay()
  const { id, state, amountMinor, currency, isSentByStaff, reason, author, at, cost } = refund

  return (
    <li>
      <Row gap="sm">
        <strong>{money(amountMinor, currency)}</strong>
        <Badge dot tone={tones[state]}>
          {t(`state.${state}`)}
        </Badge>
      </Row>
      <Hint>{t(`next.${nextOf(refund)}`)}</Hint>
      <Hint>{author === '' ? moment(at) : t('askedBy', { moment: moment(at), author })}</Hint>
      {reason === '' ? null : <p className={classes.text}>{reason}</p>}
      {cost && may('costs.read') ? (
        <div>
          <StaffLink path={`additional-costs/${cost.id}`}>{t('ofCost', { number: cost.number })}</StaffLink>
        </div>
      ) : null}
      {state === 'asked' && may('proposals.use') ? (
        <StaffLink path={`proposals/${id}`}>{t('toProposal')}</StaffLink>
      ) : null}
      {state === 'approved' && isSentByStaff && may('money.refund') ? <RecordTransfer refund={refund} /> : null}
    </li>
  )
}

function RecordTransfer({ refund }: { refund: PendingRefund }) {
  const t = useTranslations('staff-refund')
  const [isAsked, setAsked] = useState(false)

  return (
    <>
      <ActionButton variant="secondary" size="xs" onClick={() => setAsked(true)}>
        {t('send')}
      </ActionButton>
      {isAsked ? <TransferDialog refund={refund} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

const maxTransactionId = 100

/** Asks for the transfer that returned a payer's money. */
function TransferDialog({ refund, onClose }: { refund: PendingRefund; onClose: () => void }) {
  const t = useTranslations('staff-refund')
  const { money } = useFormats()
  const { attempt, failure, busy } = useAttempt()
  const [transactionId, setTransactionId] = useState('')
  const [isChecked, setChecked] = useState(false)
  // Staff send the money back to where it came from. Absent while it loads, or beyond the 100
  // oldest.
  const owed = useQuery(payerReturnsQuery).data?.returns.find(({ id }) => id === refund.id)

  const bankTransactionId = transactionId.trim()
  const isWrong = bankTransactionId === '' || bankTransactionId.length > maxTransactionId
  const amount = money(refund.amountMinor, refund.currency)

  const confirm = () => {
    setChecked(true)
    if (isWrong) return

    void attempt(async () => {
      const input = { params: { refundId: refund.id }, body: { bankTransactionId } }
      await staffApi('POST /global/staff/payer-return/{refundId}/sent', input, { quiet: true })
      await refreshStaffData()
      toast.success(t('sent', { amount }))
      onClose()
    })
  }

  return (
    <Confirm
      opened
      title={t('sendTitle', { amount })}
      confirmLabel={t('send')}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        <Text>{t('sendText')}</Text>
        {owed ? (
          <Facts
            facts={[
              { label: t('payer'), value: owed.payerEmail },
              { label: t('receivedAs'), value: owed.receivedAs.join(', ') },
            ]}
          />
        ) : null}
        <TextField
          label={t('transactionId')}
          autoComplete="off"
          value={transactionId}
          error={isChecked && isWrong ? t('transactionIdMissing', { max: maxTransactionId }) : undefined}
          onChange={({ currentTarget }) => setTransactionId(currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}
