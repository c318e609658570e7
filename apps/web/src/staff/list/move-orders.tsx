import type { Api, ErrorCode } from '@cotation/contracts'
import { type StaffStatus, staffLists, staffStatuses } from '@cotation/domain'
import { useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import classes from './list.module.css'
import { useListTexts } from './list-value.tsx'

type CheckedOrder = Api['GET /global/staff/order-move']['output']['orders'][number]

/** The maximum that the check accepts. */
const maxAtOnce = 100

/** Why an order cannot be moved, in words, by the error codes of the call that moves it. */
function useRefusalText(): (code: ErrorCode) => string {
  const t = useTranslations('staff-list.refusals')
  const known: Partial<Record<ErrorCode, string>> = {
    ORDER_STATE: t('ORDER_STATE'),
    ORDER_STOPPED: t('ORDER_STOPPED'),
    MOVE_REASON_REQUIRED: t('MOVE_REASON_REQUIRED'),
    PARCEL_MISSING: t('PARCEL_MISSING'),
    PIECES_UNMADE: t('PIECES_UNMADE'),
    PARTS_UNPACKED: t('PARTS_UNPACKED'),
    ADDITIONAL_COST_OPEN: t('ADDITIONAL_COST_OPEN'),
    FREIGHT_ACCOUNT_UNCONFIRMED: t('FREIGHT_ACCOUNT_UNCONFIRMED'),
  }
  return (code) => known[code] ?? t('other')
}

const moveOrder = (orderId: string, to: StaffStatus) =>
  staffApi('POST /global/staff/order/{orderId}/move', { params: { orderId }, body: { to } }, { quiet: true })

/** Moves the selected orders, after showing which of them will be refused and why. */
export function MoveOrders({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const t = useTranslations('staff-list.move')
  const texts = useListTexts()
  const [to, setTo] = useState<StaffStatus>('in_review')
  const [checked, setChecked] = useState<readonly CheckedOrder[] | null>(null)
  const { attempt, busy } = useAttempt()
  const isTooMany = ids.length > maxAtOnce

  const check = () =>
    attempt(async () => {
      const query = { orderIds: ids.join(','), to }
      setChecked((await staffApi('GET /global/staff/order-move', { query })).orders)
    })

  return (
    <Row gap="xs">
      <Select
        aria-label={t('to')}
        size="sm"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value as StaffStatus)}
        options={staffStatuses.map((status) => ({
          value: status,
          label: texts.choice(staffLists.orders.columns.status, status),
        }))}
      />
      <ActionButton size="sm" loading={busy} disabled={isTooMany} onClick={() => void check()}>
        {t('check')}
      </ActionButton>
      {isTooMany ? <span role="alert">{t('tooMany', { max: maxAtOnce })}</span> : null}
      {checked ? (
        <MoveDialog
          to={to}
          checked={checked}
          onClose={() => setChecked(null)}
          onMoved={() => {
            setChecked(null)
            onDone()
          }}
        />
      ) : null}
    </Row>
  )
}

interface MoveDialogProps {
  to: StaffStatus
  checked: readonly CheckedOrder[]
  onClose: () => void
  onMoved: () => void
}

function MoveDialog({ to, checked, onClose, onMoved }: MoveDialogProps) {
  const t = useTranslations('staff-list.move')
  const texts = useListTexts()
  const refusalText = useRefusalText()
  const { attempt, busy } = useAttempt()
  const [failed, setFailed] = useState<readonly CheckedOrder[]>([])
  const movable = checked.filter(({ refusal }) => refusal === null)
  const refused = [...checked.filter(({ refusal }) => refusal !== null), ...failed]
  const status = texts.choice(staffLists.orders.columns.status, to)

  const move = () =>
    attempt(async () => {
      const failures: CheckedOrder[] = []
      // One after the other: each is a guarded change of its own, and something may have changed meanwhile.
      for (const order of movable) {
        try {
          await moveOrder(order.id, to)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          failures.push({ ...order, refusal: (error.code as ErrorCode | undefined) ?? 'UNEXPECTED' })
        }
      }
      await refreshStaffData()
      if (failures.length === 0) onMoved()
      setFailed(failures)
    })

  return (
    <Dialog opened onClose={onClose} title={t('title', { status })} size="md" keepsOpenOutside>
      <Stack gap="md">
        <p>{t('movable', { count: movable.length })}</p>
        {refused.length > 0 ? (
          <Alert tone="warning" title={t('refused', { count: refused.length })}>
            <ul className={classes.refused}>
              {refused.map(({ id, number, refusal }) => (
                <li key={id}>
                  {number}
                  {t('colon')} {refusal ? refusalText(refusal) : ''}
                </li>
              ))}
            </ul>
          </Alert>
        ) : null}
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            size="sm"
            loading={busy}
            disabled={movable.length === 0 || failed.length > 0}
            onClick={() => void move()}
          >
            {t('confirm', { count: movable.length })}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
