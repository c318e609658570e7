import type { LinkDetails } from '@cotation/contracts'
import { hasWebAddress, isEmail, type Language, paymentLimits } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '#lib/texts/i18n.tsx'
import { type LinkMailBody, profileQuery } from './payment.api.ts'

/** What the customer enters about a payment link. */
export interface LinkDraft {
  showsRequester: boolean
  requester: string
  company: string
  showsPoNumber: boolean
  showsParts: boolean
  /** The payer's: of the page that the link opens, and of its mail. */
  language: Language
  /** The link goes to the payer by e-mail. */
  isMailed: boolean
  /** Addresses, separated by commas, semicolons or spaces. */
  recipients: string
  message: string
}

/** What is missing or wrong in the draft of a mail. */
export type LinkFault = 'RECIPIENT_REQUIRED' | 'EMAIL_INVALID' | 'TOO_MANY_RECIPIENTS' | 'WEB_ADDRESS'

interface LinkDraftStart {
  /** The customer forwards a quote: the payer sees who asks, and for what. */
  isForwarded: boolean
  /** Nothing is prefilled before another person is to pay. */
  isOpen: boolean
  /** What the customer had changed before a reload. */
  keptChanges?: Partial<LinkDraft> | undefined
}

/** The draft of a payment link, with the customer's name and company from the profile. */
export function useLinkDraft({ isForwarded, isOpen, keptChanges = {} }: LinkDraftStart) {
  const { data: profile } = useQuery({ ...profileQuery, enabled: isOpen })
  const { language } = useLanguage()
  const [changes, setChanges] = useState<Partial<LinkDraft>>(keptChanges)

  const draft: LinkDraft = {
    showsRequester: isForwarded,
    requester: profile ? `${profile.firstName} ${profile.lastName}`.trim() || profile.username : '',
    company: profile?.company ?? '',
    showsPoNumber: isForwarded,
    showsParts: isForwarded,
    language,
    isMailed: isForwarded,
    recipients: '',
    message: '',
    ...changes,
  }

  return {
    draft,
    /** What the customer has changed. */
    changes,
    change: (more: Partial<LinkDraft>) => setChanges((now) => ({ ...now, ...more })),
  }
}

const recipientsOf = ({ recipients }: LinkDraft): string[] => recipients.split(/[\s,;]+/).filter(Boolean)

/** The server checks the same; here the customer learns it before the order is placed. */
export function linkFault(draft: LinkDraft): LinkFault | undefined {
  if (!draft.isMailed) return undefined

  const recipients = recipientsOf(draft)
  if (recipients.length === 0) return 'RECIPIENT_REQUIRED'
  if (!recipients.every(isEmail)) return 'EMAIL_INVALID'
  if (recipients.length > paymentLimits.linkRecipients) return 'TOO_MANY_RECIPIENTS'

  const texts = [draft.requester, draft.company, draft.message]
  return texts.some(hasWebAddress) ? 'WEB_ADDRESS' : undefined
}

export const linkDetailsOf = (draft: LinkDraft): LinkDetails => ({
  requester: draft.showsRequester ? draft.requester : '',
  company: draft.showsRequester ? draft.company : '',
  showsPoNumber: draft.showsPoNumber,
  showsParts: draft.showsParts,
})

export const linkMailOf = (draft: LinkDraft): LinkMailBody => ({
  ...linkDetailsOf(draft),
  language: draft.language,
  recipients: recipientsOf(draft),
  message: draft.message,
})
