import { fallbackLanguage, type Language } from '@cotation/domain'

export { dateText } from './date-text.ts'

/** A slice of the message catalogue: ICU texts, nested by topic. */
export interface MessageTree {
  [key: string]: string | MessageTree
}

/** One literal import per file, so that bundlers can split on it and Node can load it unbundled. */
const loaders = {
  fr: {
    account: () => import('./fr/account.json', { with: { type: 'json' } }),
    activity: () => import('./fr/activity.json', { with: { type: 'json' } }),
    'additional-cost': () => import('./fr/additional-cost.json', { with: { type: 'json' } }),
    address: () => import('./fr/address.json', { with: { type: 'json' } }),
    'after-sale': () => import('./fr/after-sale.json', { with: { type: 'json' } }),
    app: () => import('./fr/app.json', { with: { type: 'json' } }),
    auth: () => import('./fr/auth.json', { with: { type: 'json' } }),
    balance: () => import('./fr/balance.json', { with: { type: 'json' } }),
    campaign: () => import('./fr/campaign.json', { with: { type: 'json' } }),
    check: () => import('./fr/check.json', { with: { type: 'json' } }),
    checkout: () => import('./fr/checkout.json', { with: { type: 'json' } }),
    cli: () => import('./fr/cli.json', { with: { type: 'json' } }),
    configuration: () => import('./fr/configuration.json', { with: { type: 'json' } }),
    coupon: () => import('./fr/coupon.json', { with: { type: 'json' } }),
    errors: () => import('./fr/errors.json', { with: { type: 'json' } }),
    geometry: () => import('./fr/geometry.json', { with: { type: 'json' } }),
    home: () => import('./fr/home.json', { with: { type: 'json' } }),
    inspection: () => import('./fr/inspection.json', { with: { type: 'json' } }),
    line: () => import('./fr/line.json', { with: { type: 'json' } }),
    loyalty: () => import('./fr/loyalty.json', { with: { type: 'json' } }),
    mail: () => import('./fr/mail.json', { with: { type: 'json' } }),
    material: () => import('./fr/material.json', { with: { type: 'json' } }),
    order: () => import('./fr/order.json', { with: { type: 'json' } }),
    panel: () => import('./fr/panel.json', { with: { type: 'json' } }),
    papers: () => import('./fr/papers.json', { with: { type: 'json' } }),
    payment: () => import('./fr/payment.json', { with: { type: 'json' } }),
    'personal-data': () => import('./fr/personal-data.json', { with: { type: 'json' } }),
    pricing: () => import('./fr/pricing.json', { with: { type: 'json' } }),
    project: () => import('./fr/project.json', { with: { type: 'json' } }),
    quotation: () => import('./fr/quotation.json', { with: { type: 'json' } }),
    quote: () => import('./fr/quote.json', { with: { type: 'json' } }),
    referral: () => import('./fr/referral.json', { with: { type: 'json' } }),
    simulator: () => import('./fr/simulator.json', { with: { type: 'json' } }),
    site: () => import('./fr/site.json', { with: { type: 'json' } }),
    staff: () => import('./fr/staff.json', { with: { type: 'json' } }),
    'staff-access': () => import('./fr/staff-access.json', { with: { type: 'json' } }),
    'staff-audit': () => import('./fr/staff-audit.json', { with: { type: 'json' } }),
    'staff-proposal': () => import('./fr/staff-proposal.json', { with: { type: 'json' } }),
    'staff-admin': () => import('./fr/staff-admin.json', { with: { type: 'json' } }),
    'staff-expert-desk': () => import('./fr/staff-expert-desk.json', { with: { type: 'json' } }),
    'staff-order': () => import('./fr/staff-order.json', { with: { type: 'json' } }),
    'staff-parcel': () => import('./fr/staff-parcel.json', { with: { type: 'json' } }),
    'staff-today': () => import('./fr/staff-today.json', { with: { type: 'json' } }),
    'staff-list': () => import('./fr/staff-list.json', { with: { type: 'json' } }),
    'staff-additional-cost': () => import('./fr/staff-additional-cost.json', { with: { type: 'json' } }),
    'staff-claim': () => import('./fr/staff-claim.json', { with: { type: 'json' } }),
    'staff-customer': () => import('./fr/staff-customer.json', { with: { type: 'json' } }),
    'staff-job': () => import('./fr/staff-job.json', { with: { type: 'json' } }),
    'staff-project': () => import('./fr/staff-project.json', { with: { type: 'json' } }),
    'staff-vat-number': () => import('./fr/staff-vat-number.json', { with: { type: 'json' } }),
    'staff-refund': () => import('./fr/staff-refund.json', { with: { type: 'json' } }),
    'staff-mail': () => import('./fr/staff-mail.json', { with: { type: 'json' } }),
    'staff-inspection': () => import('./fr/staff-inspection.json', { with: { type: 'json' } }),
    'staff-drawing': () => import('./fr/staff-drawing.json', { with: { type: 'json' } }),
    'staff-work': () => import('./fr/staff-work.json', { with: { type: 'json' } }),
    'staff-tray': () => import('./fr/staff-tray.json', { with: { type: 'json' } }),
    terms: () => import('./fr/terms.json', { with: { type: 'json' } }),
    tour: () => import('./fr/tour.json', { with: { type: 'json' } }),
    upload: () => import('./fr/upload.json', { with: { type: 'json' } }),
    validation: () => import('./fr/validation.json', { with: { type: 'json' } }),
    viewer: () => import('./fr/viewer.json', { with: { type: 'json' } }),
  },
  en: {
    account: () => import('./en/account.json', { with: { type: 'json' } }),
    activity: () => import('./en/activity.json', { with: { type: 'json' } }),
    'additional-cost': () => import('./en/additional-cost.json', { with: { type: 'json' } }),
    address: () => import('./en/address.json', { with: { type: 'json' } }),
    'after-sale': () => import('./en/after-sale.json', { with: { type: 'json' } }),
    app: () => import('./en/app.json', { with: { type: 'json' } }),
    auth: () => import('./en/auth.json', { with: { type: 'json' } }),
    balance: () => import('./en/balance.json', { with: { type: 'json' } }),
    campaign: () => import('./en/campaign.json', { with: { type: 'json' } }),
    check: () => import('./en/check.json', { with: { type: 'json' } }),
    checkout: () => import('./en/checkout.json', { with: { type: 'json' } }),
    cli: () => import('./en/cli.json', { with: { type: 'json' } }),
    configuration: () => import('./en/configuration.json', { with: { type: 'json' } }),
    coupon: () => import('./en/coupon.json', { with: { type: 'json' } }),
    errors: () => import('./en/errors.json', { with: { type: 'json' } }),
    geometry: () => import('./en/geometry.json', { with: { type: 'json' } }),
    home: () => import('./en/home.json', { with: { type: 'json' } }),
    inspection: () => import('./en/inspection.json', { with: { type: 'json' } }),
    line: () => import('./en/line.json', { with: { type: 'json' } }),
    loyalty: () => import('./en/loyalty.json', { with: { type: 'json' } }),
    mail: () => import('./en/mail.json', { with: { type: 'json' } }),
    material: () => import('./en/material.json', { with: { type: 'json' } }),
    order: () => import('./en/order.json', { with: { type: 'json' } }),
    panel: () => import('./en/panel.json', { with: { type: 'json' } }),
    papers: () => import('./en/papers.json', { with: { type: 'json' } }),
    payment: () => import('./en/payment.json', { with: { type: 'json' } }),
    'personal-data': () => import('./en/personal-data.json', { with: { type: 'json' } }),
    pricing: () => import('./en/pricing.json', { with: { type: 'json' } }),
    project: () => import('./en/project.json', { with: { type: 'json' } }),
    quotation: () => import('./en/quotation.json', { with: { type: 'json' } }),
    quote: () => import('./en/quote.json', { with: { type: 'json' } }),
    referral: () => import('./en/referral.json', { with: { type: 'json' } }),
    simulator: () => import('./en/simulator.json', { with: { type: 'json' } }),
    site: () => import('./en/site.json', { with: { type: 'json' } }),
    staff: () => import('./en/staff.json', { with: { type: 'json' } }),
    'staff-access': () => import('./en/staff-access.json', { with: { type: 'json' } }),
    'staff-audit': () => import('./en/staff-audit.json', { with: { type: 'json' } }),
    'staff-proposal': () => import('./en/staff-proposal.json', { with: { type: 'json' } }),
    'staff-admin': () => import('./en/staff-admin.json', { with: { type: 'json' } }),
    'staff-expert-desk': () => import('./en/staff-expert-desk.json', { with: { type: 'json' } }),
    'staff-order': () => import('./en/staff-order.json', { with: { type: 'json' } }),
    'staff-parcel': () => import('./en/staff-parcel.json', { with: { type: 'json' } }),
    'staff-today': () => import('./en/staff-today.json', { with: { type: 'json' } }),
    'staff-list': () => import('./en/staff-list.json', { with: { type: 'json' } }),
    'staff-additional-cost': () => import('./en/staff-additional-cost.json', { with: { type: 'json' } }),
    'staff-claim': () => import('./en/staff-claim.json', { with: { type: 'json' } }),
    'staff-customer': () => import('./en/staff-customer.json', { with: { type: 'json' } }),
    'staff-job': () => import('./en/staff-job.json', { with: { type: 'json' } }),
    'staff-project': () => import('./en/staff-project.json', { with: { type: 'json' } }),
    'staff-vat-number': () => import('./en/staff-vat-number.json', { with: { type: 'json' } }),
    'staff-refund': () => import('./en/staff-refund.json', { with: { type: 'json' } }),
    'staff-mail': () => import('./en/staff-mail.json', { with: { type: 'json' } }),
    'staff-inspection': () => import('./en/staff-inspection.json', { with: { type: 'json' } }),
    'staff-drawing': () => import('./en/staff-drawing.json', { with: { type: 'json' } }),
    'staff-work': () => import('./en/staff-work.json', { with: { type: 'json' } }),
    'staff-tray': () => import('./en/staff-tray.json', { with: { type: 'json' } }),
    terms: () => import('./en/terms.json', { with: { type: 'json' } }),
    tour: () => import('./en/tour.json', { with: { type: 'json' } }),
    upload: () => import('./en/upload.json', { with: { type: 'json' } }),
    validation: () => import('./en/validation.json', { with: { type: 'json' } }),
    viewer: () => import('./en/viewer.json', { with: { type: 'json' } }),
  },
} as const

export type MessageSlice = keyof (typeof loaders)['fr']

/** The shape of the English texts, which gives `useTranslations` typed keys. */
export type Messages = {
  [Slice in MessageSlice]: Awaited<ReturnType<(typeof loaders)['en'][Slice]>>['default']
}

export const messageSlices = Object.keys(loaders.fr) as MessageSlice[]

/** Loads one slice in one language, without fallback. */
export async function loadMessages(language: Language, slice: MessageSlice): Promise<MessageTree> {
  return (await loaders[language][slice]()).default
}

/** A topic and not a text: the web app's build turns texts with arguments into arrays. */
const isTree = (entry: string | MessageTree | undefined): entry is MessageTree =>
  typeof entry === 'object' && !Array.isArray(entry)

/** Adds the texts that only `fallback` has (spec 1: English where a text is missing). */
export function withFallback(messages: MessageTree, fallback: MessageTree): MessageTree {
  const merged: MessageTree = { ...fallback }
  for (const [key, value] of Object.entries(messages)) {
    const other = fallback[key]
    merged[key] = isTree(value) && isTree(other) ? withFallback(value, other) : value
  }

  return merged
}

/** Loads one slice, with the English text wherever the language has none. */
export async function loadMessagesWithFallback(language: Language, slice: MessageSlice): Promise<MessageTree> {
  const messages = await loadMessages(language, slice)
  return language === fallbackLanguage ? messages : withFallback(messages, await loadMessages(fallbackLanguage, slice))
}
