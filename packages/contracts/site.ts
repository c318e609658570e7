import { currencies, isTimeZone, languages, leaveReasons } from '@cotation/domain'
import { z } from 'zod'
import { userInfo } from './account.ts'
import { captcha, captchaId, email, nothing, requiredMultilineText, requiredText, text } from './fields.ts'
import { route } from './route.ts'

/**
 * What the law of the seller's country asks for on invoices, mails and the site, in the words of that
 * country.
 */
const legalFacts = z.strictObject({
  /** Whose commercial law applies, as an ISO 3166 code. */
  country: z.string().regex(/^[A-Z]{2}$/, 'it must be a code of two letters such as FR'),
  /** "SAS". */
  form: z.string().min(1),
  /** "10 000 €"; sole traders have none. */
  capital: z.string().min(1).optional(),
  /** "SIREN 999 999 999". */
  companyNumber: z.string().min(1),
  /** "RCS Paris". */
  register: z.string().min(1),
})

/** Public brand and contact data, from the configuration file. */
export const brand = z.strictObject({
  name: z.string(),
  legalEntity: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  legal: legalFacts.optional(),
  /** The invitation to the shop's chat community, if it has one. */
  communityUrl: z.url({ protocol: /^https$/ }).optional(),
})

/** The whole configuration file, with data only for documents and payment instructions. */
export const brandFile = brand.extend({
  vatNumber: z.string().default(''),
  /** The yearly interest on late payments, if the seller has agreed on another than the statutory rate. */
  latePaymentPercent: z.number().min(0).max(100).optional(),
  /** Whose calendar days apply to customers who have not chosen a time zone. */
  timeZone: z.string().refine(isTimeZone, 'it must be a time zone such as Europe/Paris').default('Europe/Paris'),
  /** One account per currency (spec 9). */
  bankAccounts: z
    .array(
      z.strictObject({
        currency: z.enum(currencies),
        bank: z.string().min(1),
        holder: z.string().min(1),
        iban: z.string().min(1),
        swift: z.string().min(1),
      }),
    )
    .default([]),
})

export type BrandFile = z.output<typeof brandFile>

export const contactTopics = ['quote', 'order', 'account', 'partnership', 'other'] as const

export const contactBody = z.strictObject({
  name: requiredText(80, 'NAME_REQUIRED'),
  email,
  topic: z.enum(contactTopics, 'TOPIC_REQUIRED'),
  message: requiredMultilineText(4000, 'MESSAGE_REQUIRED'),
  captcha,
})

export const leaveReasonBody = z
  .strictObject({
    reasons: z.array(z.enum(leaveReasons)).min(1, 'LEAVE_REASON_REQUIRED').max(leaveReasons.length),
    other: text(500).optional(),
  })
  .refine((value) => !value.reasons.includes('other') || (value.other ?? '') !== '', {
    path: ['other'],
    error: 'LEAVE_REASON_TEXT_REQUIRED',
  })

/** `cm` and every `utm…` parameter of the landing address (spec 3); other keys are refused. */
const tracked = z
  .record(z.string().regex(/^(cm|utm[a-z0-9_]{0,40})$/, 'UNKNOWN_FIELD'), text(200))
  .refine((parameters) => Object.keys(parameters).length <= 20, 'TOO_LONG')

export const semRecordBody = z
  .looseObject({ referer: text(2000), browse_url: text(2000) })
  .transform(({ referer, browse_url, ...parameters }) => ({ referer, browseUrl: browse_url, parameters }))
  .pipe(z.strictObject({ referer: z.string(), browseUrl: z.string(), parameters: tracked }))

const day = 86_400

export const siteRoutes = {
  index: route({
    method: 'GET',
    path: '/global/common/index',
    access: 'public',
    summary: 'General data: the caller, and what the page shell needs',
    output: z.strictObject({
      userInfo: z.union([userInfo, nothing]),
      brand,
      languages: z.array(z.enum(languages)),
    }),
    errors: [],
  }),
  captchaImage: route({
    method: 'GET',
    path: '/global/tools/captchaImage',
    access: 'public',
    ownOnly: true,
    summary: 'A new CAPTCHA: a picture of digits',
    output: z.strictObject({
      captchaId: z.string(),
      /** Empty with a `frame`. */
      image: z.string(),
      /** The page to show instead of the image, if a provider is configured: its token is the answer. */
      frame: z.string().optional(),
      expiresIn: z.int(),
    }),
    errors: [],
    limits: [{ by: 'ip', max: 120, windowSeconds: 3600 }],
  }),
  captchaAudio: route({
    method: 'GET',
    path: '/global/tools/captchaAudio',
    access: 'public',
    ownOnly: true,
    summary: 'A CAPTCHA as spoken digits',
    // An <audio> element sends the language of the browser, not that of the page.
    query: z.strictObject({ captchaId, language: z.enum(languages).optional() }),
    output: { bytes: ['audio/wav'] },
    errors: ['NOT_FOUND'],
    limits: [{ by: 'ip', max: 120, windowSeconds: 3600 }],
  }),
  countryList: route({
    method: 'GET',
    path: '/global/tools/countryList',
    access: 'public',
    summary: 'Countries with their phone codes',
    query: z.strictObject({ type: z.literal('phoneCode') }),
    output: z.array(z.strictObject({ country: z.string(), phoneCode: z.string() })),
    errors: [],
  }),
  contactUs: route({
    method: 'POST',
    path: '/global/account/contactUs',
    access: 'public',
    summary: 'Sends a message to the shop, answered within 24 hours',
    body: contactBody,
    output: nothing,
    errors: ['CAPTCHA_WRONG', 'CAPTCHA_UNAVAILABLE'],
    limits: [{ by: 'ip', max: 10, windowSeconds: day }],
    workAfterCalls: 0,
  }),
  channelAccess: route({
    method: 'GET',
    path: '/global/account/distribution/access',
    access: 'public',
    ownOnly: true,
    summary: 'Count a visit through a channel link',
    query: z.strictObject({ cm: requiredText(64) }),
    output: nothing,
    errors: [],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
  semRecord: route({
    method: 'POST',
    path: '/global/tools/semRecord',
    access: 'public',
    summary: 'Record where a visit came from',
    body: semRecordBody,
    output: nothing,
    errors: [],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
  detain: route({
    method: 'POST',
    path: '/global/tools/detain',
    access: 'public',
    summary: 'Records why a visitor leaves',
    body: leaveReasonBody,
    output: nothing,
    errors: [],
    limits: [{ by: 'ip', max: 10, windowSeconds: day }],
  }),
}
