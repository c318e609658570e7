import type { OrderPaymentView } from '@cotation/contracts'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PaymentLink } from '#ui/pay/payment-link.tsx'
import { findLinkFaults, linkDetailsOf, linkMailOf, useLinkDraft } from './link-draft.ts'
import { LinkFields } from './link-fields.tsx'
import { copyLink, createLink, mailLink, resendLink, revokeLink } from './payment.api.ts'

/** The payment link of an order: shown to the customer, or mailed to the payers. */
export function OrderLink({ view: { orderId, link, poNumber } }: { view: OrderPaymentView }) {
  const t = useTranslations('payment.link')
  const { draft, change } = useLinkDraft({ isForwarded: false, isOpen: true })
  const [isTried, setTried] = useState(false)
  const faults = findLinkFaults(draft)

  const create = async () => {
    setTried(true)
    if (faults) return undefined
    if (!draft.isMailed) return createLink(orderId, linkDetailsOf(draft))

    await mailLink(orderId, linkMailOf(draft))
    change({ isMailed: false, recipients: '' })
    setTried(false)
    return {}
  }

  return (
    <PaymentLink
      link={link}
      text={t('text')}
      path="/checkout/agency-payment"
      language={draft.language}
      isMailed={draft.isMailed}
      create={create}
      copy={(recipient) => copyLink(orderId, recipient)}
      resend={() => resendLink(orderId, draft.language)}
      revoke={() => revokeLink(orderId)}
    >
      <LinkFields draft={draft} poNumber={poNumber} faults={isTried ? faults : undefined} onChange={change} />
    </PaymentLink>
  )
}
