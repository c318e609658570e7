import type { AdditionalCostView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Tone } from '#ui/tone.ts'

type ShownState = AdditionalCostView['state'] | 'refunded' | 'checking'

const tones: Record<ShownState, Tone> = {
  requested: 'warning',
  checking: 'accent',
  paid: 'good',
  declined: 'danger',
  withdrawn: 'neutral',
  expired: 'danger',
  refunded: 'neutral',
}

type CostSums = Pick<AdditionalCostView, 'state' | 'paidMinor' | 'refundedMinor' | 'unconfirmed'>

/** A cost that was paid and refunded in full stays paid for the server; customers read "refunded". */
const isRefunded = ({ state, paidMinor, refundedMinor }: CostSums) =>
  state === 'paid' && refundedMinor > 0 && refundedMinor >= paidMinor

function shownState(cost: CostSums): ShownState {
  if (cost.state === 'requested' && cost.unconfirmed) return 'checking'
  return isRefunded(cost) ? 'refunded' : cost.state
}

export function CostState({ cost, size = 'sm' }: { cost: CostSums; size?: 'sm' | 'md' }) {
  const t = useTranslations('additional-cost.state')
  const shown = shownState(cost)

  return (
    <Badge dot size={size} tone={tones[shown]}>
      {t(shown)}
    </Badge>
  )
}
