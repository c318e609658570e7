import type { ShownClaimState } from '@cotation/domain'
import type { Tone } from './tone.ts'

/** The colour of a claim's badge, on its own page and on its order. */
export const claimTones: Record<ShownClaimState, Tone> = {
  open: 'accent',
  question: 'warning',
  accepted: 'warning',
  ordered: 'accent',
  replaced: 'good',
  rejected: 'danger',
  withdrawn: 'neutral',
  refunded: 'good',
  credited: 'good',
}
