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

type RecipientFault = 'RECIPIENT_REQUIRED' | 'EMAIL_INVALID' | 'TOO_MANY_RECIPIENTS'

export type LinkFault = RecipientFault | 'WEB_ADDRESS'

export type MailText = 'requester' | 'company' | 'message'

/** Everything that is missing or wrong in the draft of a mail, so that it can be corrected at once. */
export interface LinkFaults {
  /** The first one, for a summary. */
  first: LinkFault
  recipients: readonly RecipientFault[]
  /** Addresses that are not valid, as they were typed. */
  wrongRecipients: readonly string[]
  /** The texts that contain a web address. */
  texts: readonly MailText[]
}

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
export function findLinkFaults(draft: LinkDraft): LinkFaults | undefined {
  if (!draft.isMailed) return undefined

  const recipients = recipientsOf(draft)
  const wrongRecipients = recipients.filter((recipient) => !isEmail(recipient))
  const recipientFaults: RecipientFault[] = []
  if (recipients.length === 0) recipientFaults.push('RECIPIENT_REQUIRED')
  if (wrongRecipients.length > 0) recipientFaults.push('EMAIL_INVALID')
  if (recipients.length > paymentLimits.linkRecipients) recipientFaults.push('TOO_MANY_RECIPIENTS')

  const sentTexts: MailText[] = draft.showsRequester ? ['requester', 'company', 'message'] : ['message']
  const texts = sentTexts.filter((name) => hasWebAddress(draft[name]))
  if (recipientFaults.length === 0 && texts.length === 0) return undefined

  return { first: recipientFaults[0] ?? 'WEB_ADDRESS', recipients: recipientFaults, wrongRecipients, texts }
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
