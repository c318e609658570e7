import type { ClaimView } from '@cotation/contracts'
import { shownClaimState } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { claimTones } from '#ui/claim-tones.ts'

export function ClaimBadge({ claim, size = 'sm' }: { claim: ClaimView; size?: 'sm' | 'md' }) {
  const t = useTranslations('after-sale.state')
  const state = shownClaimState(claim)
  return (
    <Badge dot tone={claimTones[state]} size={size}>
      {t(state)}
    </Badge>
  )
}

/** What happens next, or how the claim ended. */
export function NextStep({ claim }: { claim: ClaimView }): ReactNode {
  const t = useTranslations('after-sale.next')
  const { money } = useFormats()
  const { reprint, state, workOrderNumber, settledMinor, history } = claim
  if (reprint)
    return t.rich(shownClaimState(claim) === 'replaced' ? 'replaced' : 'ordered', {
      number: reprint.number,
      order: (chunks) => (
        <Link to="/user/order/detail/$orderId" params={{ orderId: reprint.id }} search={{}}>
          {chunks}
        </Link>
      ),
    })

  switch (state) {
    case 'accepted':
      return t('accepted', { workOrder: workOrderNumber ?? '' })
    case 'rejected':
      return t('rejected', { reason: history.findLast(({ to }) => to === 'rejected')?.text ?? '' })
    case 'refunded':
    case 'credited':
      return t(state, { amount: money(settledMinor ?? 0) })
    default:
      return t(state)
  }
}
