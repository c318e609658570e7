/** How an order or a reload is paid. An agency payment is one of card or bank transfer behind a link, made by somebody else. */
export const paymentMethods = ['card', 'bank_transfer', 'balance', 'credit'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** What a customer chooses at checkout: a method, or a link for somebody else to pay. */
export const paymentChoices = [...paymentMethods, 'agency'] as const
export type PaymentChoice = (typeof paymentChoices)[number]

/** Why a method is not offered; each has a French and an English text. */
export const methodRefusals = [
  /** Card is USD only (spec 9). */
  'card-usd-only',
  /** This installation has no card provider. */
  'card-not-configured',
  'balance-too-low',
  /** Staff has granted no limit. */
  'credit-not-granted',
  'credit-limit-reached',
  /** An invoice of over 30 days is not settled. */
  'credit-overdue',
] as const

export type MethodRefusal = (typeof methodRefusals)[number]

export const paymentLimits = {
  /** Whole USD (spec 5). */
  reloadMinUsd: 100,
  reloadMaxUsd: 100_000,
  creditDays: 30,
  cardHours: 24,
  bankTransferDays: 14,
  agencyLinkDays: 14,
  /** History is shown for so long (spec 9). */
  historyYears: 2,
} as const
