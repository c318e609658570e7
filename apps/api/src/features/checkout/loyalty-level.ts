import type { LoyaltyLevel } from '@cotation/domain'
import type { Buyer } from './checkout.repository.ts'

/** Bronze is where every person begins; companies earn no points. */
export const loyaltyLevelOf = ({ accountType }: Pick<Buyer, 'accountType'>): LoyaltyLevel['id'] | null =>
  accountType === 'personal' ? 'bronze' : null
