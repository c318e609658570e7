import {
  accountLimits,
  type CarrierId,
  carrierIds,
  forEachCarrier,
  industries,
  isExpressAccountOf,
  isTimeZone,
  languages,
  plainExpressAccount,
  titles,
} from '@cotation/domain'
import { z } from 'zod'
import { nothing, phone, phoneCode, requiredText, text, userName } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** The member of staff who assists a customer. Without a phone number `phone` is empty. */
export const customerManager = z.strictObject({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** When the manager can be reached, in both languages. */
  hours: z.strictObject({ fr: z.string(), en: z.string() }).optional(),
})

export type CustomerManager = z.output<typeof customerManager>

/** The specified user info, with its spelling `customerManger`. No `member` for enterprises. */
export const userInfo = z.strictObject({
  username: z.string(),
  email: z.string(),
  customerId: z.string(),
  activationEmail: z.boolean(),
  member: z.strictObject({ level: z.string() }).optional(),
  isEntrustOrderAccount: z.boolean(),
  detainPopup: z.boolean(),
  customerManger: customerManager.optional(),
  isChannel: z.boolean(),
  isRecharge: z.boolean(),
  imageUrl: z.string().nullable(),
})

export type UserInfo = z.output<typeof userInfo>

export const profile = userInfo.extend({
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  phoneCode: z.string(),
  phone: z.string(),
  expressAccounts: z.strictObject(forEachCarrier(() => z.string())).describe('Numbers by carrier, or empty'),
  /** Carriers whose number staff have confirmed. */
  confirmedCarriers: z.array(z.enum(carrierIds)),
  /** The one number that earlier releases had for all carriers; empty if there is none. */
  expressAccount: z.string(),
  title: z.enum(titles).nullable(),
  industry: z.enum(industries).nullable(),
  language: z.enum(languages),
  /** The one chosen last; it applies from the day after the choice. */
  timeZone: z.string(),
  /** False while the installation's default applies. */
  hasChosenTimeZone: z.boolean(),
  /** When it can be changed again; null if it can be changed now. */
  timeZoneChangeableAt: time.nullable(),
  hasPassword: z.boolean(),
})

export type Profile = z.output<typeof profile>

/** A carrier's account number, or empty. */
const expressAccountOf = (carrier: CarrierId) =>
  z
    .string('REQUIRED')
    .max(accountLimits.expressAccount.max, 'TOO_LONG')
    .overwrite(plainExpressAccount)
    .refine(
      (number) => number === '' || isExpressAccountOf(carrier, number),
      `EXPRESS_ACCOUNT_${carrier.toUpperCase()}`,
    )

export const updateProfileBody = z
  .strictObject({
    username: userName,
    firstName: requiredText(accountLimits.personName.max, 'FIRST_NAME_REQUIRED'),
    lastName: requiredText(accountLimits.personName.max, 'LAST_NAME_REQUIRED'),
    company: text(accountLimits.company.max),
    phoneCode,
    phone,
    expressAccounts: z.strictObject(forEachCarrier(expressAccountOf)),
    /** The old number can only be removed. */
    expressAccount: z.literal('', 'INVALID_VALUE'),
    title: z.enum(titles, 'TITLE_REQUIRED'),
    industry: z.enum(industries, 'INDUSTRY_REQUIRED'),
    language: z.enum(languages),
    timeZone: z.string('TIME_ZONE_UNKNOWN').max(64, 'TIME_ZONE_UNKNOWN').refine(isTimeZone, 'TIME_ZONE_UNKNOWN'),
  })
  .partial()

export const accountStaffRoutes = {
  confirmExpressAccount: route({
    method: 'POST',
    path: '/global/staff/customer/{customerId}/expressAccount',
    access: 'staff',
    right: 'customers.edit',
    summary: 'Confirms the account of a customer at a carrier, which its first use waits for',
    params: z.strictObject({ customerId: z.uuid('INVALID_VALUE') }),
    body: z.strictObject({
      carrier: z.enum(carrierIds, 'INVALID_VALUE'),
      number: requiredText(accountLimits.expressAccount.max),
    }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
}

export const accountRoutes = {
  me: route({
    method: 'GET',
    path: '/global/account/me',
    access: 'customer',
    summary: "The caller's profile",
    output: profile,
    errors: [],
  }),
  updateMe: route({
    method: 'PATCH',
    path: '/global/account/me',
    access: 'customer',
    summary:
      "Change fields of the caller's profile; the phone number needs a recent password, the time zone 30 days since its last change",
    body: updateProfileBody,
    output: profile,
    errors: ['PASSWORD_REQUIRED'],
  }),
  uploadImage: route({
    method: 'POST',
    path: '/global/account/uploadImage',
    access: 'customer',
    summary: "Replace the caller's picture (JPEG, PNG or WebP)",
    upload: { field: 'image', maxBytes: 5 * 1024 * 1024 },
    output: z.strictObject({ imageUrl: z.string() }),
    errors: ['IMAGE_UNSUPPORTED', 'IMAGE_TOO_LARGE', 'TOO_LARGE'],
    limits: [{ by: 'session', max: 20, windowSeconds: 3600 }],
  }),
  image: route({
    method: 'GET',
    path: '/global/account/image/{imageId}',
    access: 'public',
    summary: 'A profile picture, by its unguessable id',
    params: z.strictObject({ imageId: z.string().regex(/^[a-f0-9]{32}$/, 'INVALID_VALUE') }),
    output: { bytes: ['image/webp'] },
    errors: ['NOT_FOUND'],
  }),
}
