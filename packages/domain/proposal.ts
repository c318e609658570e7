/** Actions of staff above a limit are proposals that a second person decides (back office 2). */
export const proposalKinds = [
  'order-refund',
  'order-cancellation',
  'additional-cost-refund',
  'reload-refund',
  'claim-settlement',
  'credit-limit',
  'credit-settlement',
  'receipt-to-balance',
  'coupon-offer',
] as const
export type ProposalKind = (typeof proposalKinds)[number]

export const proposalStates = ['open', 'approved', 'refused', 'withdrawn', 'expired'] as const
export type ProposalState = (typeof proposalStates)[number]

/** How a proposal ended. */
export type ProposalOutcome = Exclude<ProposalState, 'open'>

/**
 * What one person may move alone. `transfer` is money recorded as received for a payment, `balance`
 * a receipt put on a balance, `credit` the limit granted to a customer. All but credit limits add up
 * over 24 hours: for one customer, or for coupons by one person.
 */
export const soloLimits = ['transfer', 'refund', 'credit', 'settlement', 'balance', 'coupon'] as const
export type SoloLimit = (typeof soloLimits)[number]

export const proposalTimes = {
  /** After that a proposal can no longer be approved. */
  expiryDays: 14,
  /** Amounts of this time are summed, so that a split amount meets the same limit. */
  summedHours: 24,
} as const

interface SoloAmount {
  /** US cents; null if there is no upper bound. */
  amountMinor: number | null
  /** What one person moved alone before, in the time that counts. */
  earlierMinor: number
  limitMinor: number
}

/** Whether an amount is more than one person may move alone. Nothing never is, also above an exceeded limit. */
export const exceedsSoloLimit = ({ amountMinor, earlierMinor, limitMinor }: SoloAmount): boolean =>
  amountMinor === null || (amountMinor > 0 && earlierMinor + amountMinor > limitMinor)
