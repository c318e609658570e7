import type { ByCard } from '@cotation/domain'

/** An amount (USD) for each of the two rate cards. */
export const usd = (cn: number, eu: number): ByCard => ({ cn, eu })
