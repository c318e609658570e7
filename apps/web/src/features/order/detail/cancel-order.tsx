import { type OrderView, orderRoutes, type PaymentView } from '@cotation/contracts'
import type { PaymentMethod } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { RequiredNote } from '#ui/forms/required-note.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Row, Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { cancelOrder } from '../order.api.ts'
import { awaitsTransfer } from './payments.tsx'

interface ExpectedRefund {
  /** `agency`: what the holder of a payment link paid goes back to that person. */
  to: PaymentMethod | 'agency'
  usdMinor: number
}

/** Captured and not yet refunded amounts in USD cents, by the destination of the refund. */
export function expectedRefunds(payments: readonly PaymentView[]): ExpectedRefund[] {
  const refunds = new Map<ExpectedRefund['to'], number>()
  for (const { method, agency, amountMinor, usdMinor, capturedMinor, refundedMinor } of payments) {
    const refundableMinor = capturedMinor - refundedMinor
    if (refundableMinor <= 0) continue

    const to = agency ? 'agency' : method
    refunds.set(to, (refunds.get(to) ?? 0) + Math.round((refundableMinor * usdMinor) / amountMinor))
  }

  return [...refunds].map(([to, minor]) => ({ to, usdMinor: minor }))
}

/** Why nothing is refunded. The money of a transfer may be on its way. */
function nothingToRefund(order: OrderView): 'moneyReprint' | 'moneyTransfer' | 'moneyNone' {
  if (order.original) return 'moneyReprint'
  return awaitsTransfer(order) ? 'moneyTransfer' : 'moneyNone'
}

/** What the customer reads before confirming: where the money goes, and whether it is final. */
function useConsequences(order: OrderView): string[] {
  const { payments, original, couponCode, additionalCosts } = order
  const t = useTranslations('order.actions')
  const { money } = useFormats()
  const refunds = expectedRefunds(payments)

  const effects = refunds.map(({ to, usdMinor }) => t(`money.${to}`, { amount: money(usdMinor) }))
  if (refunds.length === 0) effects.push(t(nothingToRefund(order)))
  if (couponCode !== null) effects.push(t('couponBack'))
  if (additionalCosts.length > 0) effects.push(t('costsBack'))

  const last = original ? t('cancelReprint', { workOrder: original.workOrderNumber }) : t('cancelFinal')
  return [...effects, last]
}

export function CancelOrder({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useTranslations('order.actions')
  const { id, number } = order
  const effects = useConsequences(order)
  const form = useZodForm(orderRoutes.cancel.body, { reason: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async ({ reason }) => {
    await cancelOrder(id, reason)
    toast.success(t('cancelled', { number }))
    onClose()
  })

  return (
    <Dialog opened onClose={onClose} title={t('cancelTitle', { number })}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormAlert failure={failure} />
          <ul>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          <RequiredNote />
          <TextArea
            {...form.getInputProps('reason')}
            label={t('cancelReason')}
            description={t('cancelReasonHint')}
            limit={500}
            required
            data-autofocus
          />
          <Row justify="end">
            <Button variant="secondary" size="sm" onClick={onClose}>
              {t('keep')}
            </Button>
            <Button type="submit" variant="danger" size="sm" loading={sending}>
              {t('cancel')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  )
}
