import { friendStates, isReservedReferralCode, languages, referralCodeLength, referralRefusals } from '@cotation/domain'
import { z } from 'zod'
import { couponView } from './coupon.ts'
import { emailField } from './fields.ts'
import { paging, time } from './paging.ts'
import { route } from './route.ts'

/** A code of one's own choice (spec 5). */
export const ownReferralCode = z
  .string('REFERRAL_CODE_REQUIRED')
  .trim()
  .min(1, 'REFERRAL_CODE_REQUIRED')
  .min(referralCodeLength.min, 'REFERRAL_CODE_LENGTH')
  .max(referralCodeLength.max, 'REFERRAL_CODE_LENGTH')
  .regex(/^[A-Za-z0-9]*$/, 'REFERRAL_CODE_CHARACTERS')
  .refine((code) => !isReservedReferralCode(code), 'REFERRAL_CODE_RESERVED')

export const invitationBody = z.strictObject({
  email: emailField('FRIEND_EMAIL_REQUIRED'),
  /** The language of the mail, which the friend may not share with the referrer. */
  language: z.enum(languages),
})

export const friendView = z.strictObject({
  id: z.uuid(),
  /** Masked, unless the caller has invited this address. */
  email: z.string(),
  state: z.enum(friendStates),
  /** When the friend was invited or signed up. */
  at: time,
})

export type FriendView = z.output<typeof friendView>

export const referralView = z.strictObject({
  code: z.string(),
  link: z.string(),
  /** When the code can be changed again; null if now. */
  changeableAt: time.nullable(),
  /** Replaced codes that still work. */
  oldCodes: z.array(z.strictObject({ code: z.string(), validUntil: time })),
  /** Friends whose first order has brought a reward. */
  successful: z.int(),
  /** The newest coupons of the caller from the programme. */
  rewards: z.array(couponView),
  /** In the caller's language. */
  friendBenefit: z.string(),
  referrerBenefit: z.string(),
})

export type ReferralView = z.output<typeof referralView>

/** A referral without a reward, for staff. */
export const refusedReferralView = z.strictObject({
  id: z.uuid(),
  friend: z.strictObject({ customerId: z.uuid(), email: z.string() }),
  referrer: z.strictObject({ customerId: z.uuid(), email: z.string() }),
  code: z.string(),
  boundAt: time,
  decidedAt: time,
  reasons: z.array(z.enum(referralRefusals)),
  orderNumber: z.string().nullable(),
})

export type RefusedReferralView = z.output<typeof refusedReferralView>

export const referralRoutes = {
  view: route({
    method: 'GET',
    path: '/global/account/referral',
    access: 'customer',
    ownOnly: true,
    summary: "The caller's referral code, link and rewards",
    output: referralView,
    errors: [],
  }),
  friends: route({
    method: 'GET',
    path: '/global/account/referral/friends',
    access: 'customer',
    summary: 'Friends who were invited or signed up with the code of the caller, newest first',
    query: z.strictObject(paging),
    output: z.strictObject({ friends: z.array(friendView), total: z.int() }),
    errors: [],
  }),
  changeCode: route({
    method: 'PATCH',
    path: '/global/account/referral/code',
    access: 'customer',
    summary: 'Replaces the referral code, once a year; the old one keeps working for 90 days',
    body: z.strictObject({ code: ownReferralCode }),
    output: referralView,
    errors: ['REFERRAL_CODE_TAKEN', 'REFERRAL_CODE_CHANGED'],
    limits: [{ by: 'session', max: 30, windowSeconds: 3600 }],
  }),
  invite: route({
    method: 'POST',
    path: '/global/account/referral/invitation',
    access: 'customer',
    summary: 'Mails an invitation to an address, once',
    body: invitationBody,
    output: friendView,
    errors: ['REFERRAL_ALREADY_INVITED', 'REFERRAL_OWN_ADDRESS'],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
  checkCode: route({
    method: 'GET',
    path: '/global/account/referral/code',
    access: 'public',
    summary: 'Whether a code can be used at sign-up',
    query: z.strictObject({ code: z.string('REQUIRED').max(100, 'TOO_LONG') }),
    output: z.strictObject({ valid: z.boolean() }),
    errors: [],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
}

/** Calls of this slice for staff. */
export const referralStaffRoutes = {
  refused: route({
    method: 'GET',
    path: '/global/staff/referral/refused',
    access: 'staff',
    right: 'customers.read',
    summary: 'Referrals without a reward and the reasons, newest first',
    query: z.strictObject({
      ...paging,
      /** Only those of this customer. */
      referrerId: z.uuid('INVALID_VALUE').optional(),
    }),
    output: z.strictObject({ referrals: z.array(refusedReferralView), total: z.int() }),
    errors: [],
  }),
}
