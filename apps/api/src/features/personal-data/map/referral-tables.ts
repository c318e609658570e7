import { type SqlBool, sql } from 'kysely'
import { ofAddress, ofCustomer, ofPayment, tableRule } from './rule.ts'

/**
 * Referrals, the card fingerprints that compare accounts, and accounts at carriers. An open
 * referral ends with either account and brings no reward.
 */
export const referralTables = [
  tableRule('referral', {
    owner: ({ customerId }) => sql<SqlBool>`(friend_id = ${customerId} or referrer_id = ${customerId})`,
    onDeletion: 'erase',
    // Why a reward was refused is for staff only.
    plain: ['id', 'friend_id', 'referrer_id', 'reasons', 'order_id', 'coupon_id'],
    personal: ['code', 'bound_at', 'state', 'decided_at'],
    exported: { as: 'referrals', columns: ['code', 'bound_at'] },
  }),
  tableRule('referral_code', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['customer_id', 'is_chosen'],
    personal: ['key', 'code', 'chosen_at', 'valid_until'],
    exported: { as: 'referralCodes', columns: ['code', 'chosen_at', 'valid_until'] },
  }),
  tableRule('referral_invitation', {
    // Also those that other customers sent to the address.
    owner: (subject) =>
      sql<SqlBool>`(referrer_id = ${subject.customerId} or ${ofAddress(sql`referral_invitation.email`, subject)})`,
    onDeletion: 'erase',
    plain: ['id', 'referrer_id', 'language'],
    personal: ['email', 'created_at'],
    exported: { as: 'invitations', columns: ['email', 'created_at'] },
  }),
  tableRule('card_fingerprint', {
    owner: ofPayment,
    onDeletion: 'erase',
    plain: ['intent_id'],
    secret: ['fingerprint'],
  }),
]
