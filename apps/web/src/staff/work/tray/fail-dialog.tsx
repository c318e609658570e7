import type { TrayHit, TrayView } from '@cotation/contracts'
import type { LossReason } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { newId } from '#lib/new-id.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { refreshStaffData } from '#staff/shared/refresh-staff-data.ts'
import { StaffLink } from '#staff/shared/staff-link.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { LossReasonSelect } from './loss-reason.tsx'
import { failTray, failureQuery } from './tray-actions.api.ts'

interface FailDialogProps {
  tray: TrayView
  /** Something that the person did with the tray has not reached the server. */
  isWaiting: boolean
  onClose: () => void
}

/**
 * Lists every order that a failed tray hits, and asks for the reason before all is made again. Only with a
 * network: the person confirms the list because its customers get a mail.
 */
export function FailDialog({ tray: { code }, isWaiting, onClose }: FailDialogProps) {
  const t = useTranslations('staff-tray')

  return (
    <Dialog opened title={t('failTitle', { code })} size="xl" onClose={onClose} keepsOpenOutside>
      <Stack>
        <Text>{t('failText')}</Text>
        {isWaiting ? <NeedsNetwork /> : <Failure code={code} onClose={onClose} />}
      </Stack>
    </Dialog>
  )
}

function Failure({ code, onClose }: { code: string; onClose: () => void }) {
  const { data, error, isPending, isPaused, refetch } = useQuery(failureQuery(code))
  const retry = () => void refetch()

  if (data)
    return (
      <>
        <Hits hits={data.hits} />
        <ReasonForm code={code} onClose={onClose} />
      </>
    )
  if (isPaused || isWithoutAnswer(error)) return <NeedsNetwork onRetry={retry} />
  return isPending ? <LoadingState /> : <ErrorState onRetry={retry} />
}

const isWithoutAnswer = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'TIMEOUT')

function NeedsNetwork({ onRetry }: { onRetry?: () => void }) {
  const t = useTranslations('staff-tray')

  return (
    <Alert role="alert" tone="warning" title={t('failOffline')}>
      <p>{t('failOfflineText')}</p>
      {onRetry ? (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {t('readAgain')}
        </Button>
      ) : null}
    </Alert>
  )
}

function Hits({ hits }: { hits: readonly TrayHit[] }) {
  const t = useTranslations('staff-tray')
  const { dayAndYear } = useFormats('medium')
  if (hits.length === 0) return <Hint>{t('noHits')}</Hint>

  const late = hits.filter(({ isLate }) => isLate).length
  return (
    <>
      <Table
        caption={t('hits')}
        headings={[t('order'), t('customer'), t('pieces'), t('promised'), t('newDay'), t('mail')]}
      >
        {hits.map((hit) => (
          <tr key={hit.orderId}>
            <th scope="row">
              <StaffLink path={`orders/${hit.orderId}`}>{hit.orderNumber}</StaffLink>
            </th>
            <td data-label={t('customer')}>{hit.customer}</td>
            <td data-label={t('pieces')}>{hit.quantity}</td>
            <td data-label={t('promised')}>{dayAndYear(hit.promisedDay)}</td>
            <td data-label={t('newDay')}>{dayAndYear(hit.plannedDay)}</td>
            <td data-label={t('mail')}>
              <Badge tone={hit.isLate ? 'danger' : 'good'}>{hit.isLate ? t('getsMail') : t('noMail')}</Badge>
            </td>
          </tr>
        ))}
      </Table>
      <Text>{t('mailCount', { count: late })}</Text>
    </>
  )
}

function ReasonForm({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useTranslations('staff-tray')
  const { attempt, failure, busy } = useAttempt()
  // The same for a second press after an answer was lost.
  const [key] = useState(newId)
  const [reason, setReason] = useState<LossReason | ''>('')
  const [isChecked, setChecked] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (reason === '') return focusFirstError(event.currentTarget)

    void attempt(async () => {
      await failTray(code, { key, reason })
      await refreshStaffData()
      toast.success(t('reported', { code }))
      onClose()
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <LossReasonSelect value={reason} isMissing={isChecked && reason === ''} onChoose={setReason} />
        <FormAlert failure={failure} />
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="danger" size="sm" loading={busy}>
            {t('confirmFail')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
