import type { Messages } from '@cotation/messages'

type Terms = Messages['terms']
export const termsTabs = ['terms', 'privacy-policy', 'cookies'] as const
export type TermsTab = (typeof termsTabs)[number]

/** The sections of each tab, in reading order. */
export const termsSections = {
  terms: ['service', 'account', 'files', 'quotes', 'making', 'delivery', 'complaints', 'liability', 'changes'],
  'privacy-policy': ['controller', 'what', 'why', 'sharing', 'how-long', 'rights'],
  cookies: ['session', 'preferences', 'visit', 'control'],
} as const satisfies { [Tab in TermsTab]: readonly (keyof Terms[Tab]['sections'])[] }

/** What `?tab=` asks for; the terms for anything else. */
export function termsTabFromSearch(raw: string | undefined): TermsTab {
  return termsTabs.find((tab) => tab === raw) ?? 'terms'
}
