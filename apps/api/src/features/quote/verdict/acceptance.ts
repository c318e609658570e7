import type { AcceptedRisk } from '@cotation/pricing'

/** A risk that a customer accepted, as recorded. */
export interface Acceptance extends AcceptedRisk {
  rule: string
  accepted_by: string
  accepted_at: Date
}
