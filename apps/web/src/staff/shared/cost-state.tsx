import type { AdditionalCostState } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Tone } from '#ui/tone.ts'

const tones: Readonly<Record<AdditionalCostState, Tone>> = {
  requested: 'accent',
  paid: 'good',
  declined: 'danger',
  withdrawn: 'neutral',
  expired: 'warning',
}

/** The state of an additional cost. Needs the texts `staff-list`. */
export function CostStateBadge({ state, size = 'sm' }: { state: AdditionalCostState; size?: 'sm' | 'md' }) {
  const t = useTranslations('staff-list.choices.costState')
  return (
    <Badge dot tone={tones[state]} size={size}>
      {t(state)}
    </Badge>
  )
}
