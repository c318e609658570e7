import { maxReasonLength, needsMoveReason, type OrderStatus, type StaffStatus } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { refreshStaffData } from './refresh-staff-data.ts'

/** A move of an order, or its cancellation, which is a call of its own. */
export type OrderAction = StaffStatus | 'cancelled'

/** Moves that need a reason while pieces are not made or not packed. */
const pieceMoves = ['quality_check', 'shipped', 'delivered'] as const
type PieceMove = (typeof pieceMoves)[number]

const isPieceMove = (to: OrderAction): to is PieceMove => pieceMoves.some((one) => one === to)

const pieceRefusals: readonly (string | undefined)[] = ['PIECES_UNMADE', 'PARTS_UNPACKED']

const isAboutPieces = (error: unknown) => error instanceof ApiError && pieceRefusals.includes(error.code)

/** The pieces that ask for a reason, by part; empty while that is not known. */
function usePiecesLeft({ id }: MoveOrderProps['order'], to: OrderAction) {
  const { data } = useQuery({
    queryKey: [staffQueries, 'order-move', id, to],
    queryFn: async ({ signal }) => {
      if (!isPieceMove(to)) return []
      const query = { orderIds: id, to }
      const { orders } = await staffApi('GET /global/staff/order-move', { query }, { signal, quiet: true })
      return orders[0]?.pieces ?? []
    },
    enabled: isPieceMove(to),
    staleTime: 0,
  })
  return data ?? []
}

interface MoveOrderProps {
  order: { id: string; number: string; status: OrderStatus }
  to: OrderAction
  onClose: () => void
}

/**
 * Asks before an order is moved or cancelled, and for the reason. Needs the texts `staff-order` and
 * `staff-list`.
 */
export function MoveOrder({ order, to, onClose }: MoveOrderProps) {
  const t = useTranslations('staff-order')
  const statuses = useTranslations('staff-list.choices.orderStatus')
  const { attempt, failure, busy } = useAttempt()
  /** Where the order has gone meanwhile. */
  const [statusNow, setStatusNow] = useState<OrderStatus | null>(null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)

  const pieces = usePiecesLeft(order, to)
  const lacksPieces = pieces.length > 0 || pieceRefusals.includes(failure?.code)
  const needsReason = to === 'cancelled' || needsMoveReason(order.status, to) || lacksPieces
  const isTooLong = reason.trim().length > maxReasonLength

  const confirm = () => {
    const lacksReason = needsReason && reason.trim() === ''
    setMissing(lacksReason)
    if (lacksReason || isTooLong) return

    void attempt(async () => {
      let isProposed = false
      try {
        isProposed = await send(order.id, to, reason)
      } catch (error) {
        if (isOutdated(error)) setStatusNow(await findStatus(order.id))
        // The answer was faster than the pieces that would have asked for the reason.
        if (isAboutPieces(error) && reason.trim() === '') setMissing(true)
        throw error
      }
      await refreshStaffData()
      if (isProposed) toast.warning(t('cancellationProposed', { number: order.number }))
      else toast.success(t(`moved.${to}`, { number: order.number }))
      onClose()
    })
  }

  const cancel = () => {
    // Not before: the order would leave the screen, and this dialog with its reason too.
    if (statusNow) void refreshStaffData()
    onClose()
  }

  return (
    <Confirm
      opened
      danger={to === 'cancelled'}
      title={t(`moveTitle.${to}`, { number: order.number })}
      confirmLabel={t(`move.${to}`)}
      cancelLabel={t('keep')}
      loading={busy}
      onConfirm={confirm}
      onCancel={cancel}
    >
      <Stack>
        {statusNow && statusNow !== order.status ? (
          <Alert role="alert" tone="danger">
            {t('statusNow', { number: order.number, status: statuses(statusNow) })}
          </Alert>
        ) : (
          <FormAlert failure={failure} />
        )}
        <p>{t(`moveText.${to}`)}</p>
        {isPieceMove(to) && pieces.length > 0 ? <PiecesLeft to={to} pieces={pieces} /> : null}
        <TextArea
          label={needsReason ? t('reason') : t('reasonOptional')}
          description={t('reasonHint')}
          limit={maxReasonLength}
          value={reason}
          error={isMissing ? t('reasonMissing') : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </Stack>
    </Confirm>
  )
}

interface PiecesLeftProps {
  to: PieceMove
  pieces: readonly { lineId: string; name: string; quantity: number }[]
}

/** How many pieces of which parts are behind, and what becomes of them. */
function PiecesLeft({ to, pieces }: PiecesLeftProps) {
  const t = useTranslations('staff-order')
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0)

  return (
    <Alert tone="warning" title={t(`piecesLeft.${to}`, { count })}>
      <ul>
        {pieces.map(({ lineId, name, quantity }) => (
          <li key={lineId}>
            <BreakableName name={t('pieceOf', { quantity, name })} />
          </li>
        ))}
      </ul>
      {t(`piecesLeftText.${to}`)}
    </Alert>
  )
}

/** Refusals of an order that has moved meanwhile. The server's text on the second one is for customers. */
const outdated: readonly string[] = ['ORDER_STATE', 'ORDER_NOT_CANCELLABLE']

const isOutdated = (error: unknown) => error instanceof ApiError && outdated.includes(error.code)

/** The status of an order now; null if it cannot be read. */
async function findStatus(orderId: string): Promise<OrderStatus | null> {
  try {
    const { status } = await staffApi('GET /global/staff/order/{orderId}', { params: { orderId } }, { quiet: true })
    return status
  } catch {
    return null
  }
}

/** Whether it waits for a second person instead of being done. */
async function send(orderId: string, to: OrderAction, reason: string): Promise<boolean> {
  const params = { orderId }
  if (to !== 'cancelled') {
    await staffApi('POST /global/staff/order/{orderId}/move', { params, body: { to, reason } }, { quiet: true })
    return false
  }

  const input = { params, body: { reason } }
  const { proposal } = await staffApi('POST /global/staff/order/{orderId}/cancel', input, { quiet: true })
  return proposal !== null
}
