/** Limits of a referral code (spec 5 and 9); the maximum is the catalogue's. */
export const referralCodeLength = { min: 6, max: 20 } as const

/** Times of the referral programme in days (product decisions 7). */
export const referralDays = {
  /** A browser remembers the code of a link for this long. */
  remembered: 90,
  /** An own code can be replaced after this time. */
  betweenChanges: 365,
  /** A replaced code keeps working for this long. */
  oldCode: 90,
  /** Between the completion of the friend's first order and the reward. */
  untilReward: 14,
} as const

/** The form in which codes are compared: without case. */
export const referralKey = (code: string): string => code.trim().toLowerCase()

export const isReferralCode = (code: string): boolean => /^[A-Za-z0-9]{6,20}$/.test(code)

/**
 * Codes that pretend to come from the shop or promise something. Matched at the beginning, so that
 * "support24" is refused as well as "support".
 */
const reservedBeginnings = [
  'account',
  'admin',
  'bienvenue',
  'billing',
  'compte',
  'contact',
  'cotation',
  'coupon',
  'discount',
  'facturation',
  'gratuit',
  'invitation',
  'moderat',
  'official',
  'officiel',
  'paiement',
  'parrainage',
  'password',
  'payment',
  'promo',
  'referral',
  'remise',
  'securit',
  'service',
  'staff',
  'support',
  'system',
  'undefined',
  'webmaster',
  'welcome',
]

export const isReservedReferralCode = (code: string): boolean =>
  reservedBeginnings.some((beginning) => referralKey(code).startsWith(beginning))

/** What the referrer sees about a friend. `not-eligible` never says why. */
export const friendStates = ['sent', 'signed-up', 'ordered', 'rewarded', 'not-eligible'] as const
export type FriendState = (typeof friendStates)[number]

export const referralStates = ['open', 'rewarded', 'refused', 'voided'] as const
export type ReferralState = (typeof referralStates)[number]

/** What two accounts can have in common. A single decisive trait shows that they are one person. */
const decisiveTraits = ['card', 'vat-number', 'phone'] as const
const supportingTraits = ['address', 'device', 'mailbox'] as const
export const personTraits = [...decisiveTraits, ...supportingTraits] as const
export type PersonTrait = (typeof personTraits)[number]

/** The known values of each trait of an account, in a form that can be compared. */
export type PersonTraits = Readonly<Record<PersonTrait, readonly string[]>>

/** Why a referral brings no reward; shown to staff only. */
export const referralRefusals = [...personTraits, 'order-refunded'] as const
export type ReferralRefusal = (typeof referralRefusals)[number]

const minSupportingTraits = 2

/**
 * The traits that show that two accounts belong to the same person: a card, a VAT number or a phone
 * number, or two of address, device and mailbox. Empty if they may be two people.
 */
export function samePersonTraits(one: PersonTraits, other: PersonTraits): PersonTrait[] {
  const isShared = (trait: PersonTrait) => one[trait].some((value) => value !== '' && other[trait].includes(value))
  const shared = personTraits.filter(isShared)

  const isDecided = decisiveTraits.some((trait) => shared.includes(trait))
  const supporting = supportingTraits.filter((trait) => shared.includes(trait))
  return isDecided || supporting.length >= minSupportingTraits ? shared : []
}
