/** For orders and reloads. An agency payment is another person's card payment or transfer. */
export const paymentMethods = ['card', 'bank_transfer', 'balance', 'credit'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Choices at checkout: a method, or a link for another person to pay. */
export const paymentChoices = [...paymentMethods, 'agency'] as const
export type PaymentChoice = (typeof paymentChoices)[number]

/** Why a method is unavailable; each has a text. */
export const methodRefusals = [
  /** No card provider is configured. */
  'card-not-configured',
  'balance-too-low',
  /** No credit limit was granted. */
  'credit-not-granted',
  'credit-limit-reached',
  /** A debt is overdue. */
  'credit-overdue',
  /** Staff let this customer pay first only. */
  'credit-suspended',
] as const

export type MethodRefusal = (typeof methodRefusals)[number]

export const paymentLimits = {
  /** Whole USD (spec 5). */
  reloadMinUsd: 100,
  reloadMaxUsd: 100_000,
  creditDays: 30,
  cardHours: 24,
  /** US cents. The provider refuses smaller charges, so the balance leaves at least this to the card. */
  minCardMinor: 50,
  bankTransferDays: 14,
  agencyLinkDays: 14,
  /** People to whom a payment link is mailed at once. */
  linkRecipients: 3,
  /** How long history is shown (spec 9). */
  historyYears: 2,
} as const

/** When a purchase on credit must be settled. */
export const creditDueAt = (boughtAt: Date): Date =>
  new Date(boughtAt.getTime() + paymentLimits.creditDays * 86_400_000)
