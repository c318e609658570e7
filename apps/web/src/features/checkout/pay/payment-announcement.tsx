import { useState } from 'react'
import { isConfirming, type Payable } from '#lib/gateway/payment.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

interface PaymentAnnouncementProps {
  view: Payable & { number: string }
  /** The payer holds a link: the order belongs to another person. */
  isByLink?: boolean
}

/**
 * Tells screen readers the result of a payment that was awaited on this page. It is mounted before
 * the result arrives: a live region that appears together with its text is often not read.
 */
export function PaymentAnnouncement({ view, isByLink = false }: PaymentAnnouncementProps) {
  const t = useTranslations('payment')
  const { result, number } = view
  const isOpen = isConfirming(view)
  const isOver = result === 'paid' || result === 'closed'
  const [wasConfirming, setWasConfirming] = useState(isOpen)
  const [wasUnpaid, setWasUnpaid] = useState(!isOver)
  if (isOpen && !wasConfirming) setWasConfirming(true)
  if (!isOver && !wasUnpaid) setWasUnpaid(true)

  const text = () => {
    if (result === 'paid' && wasUnpaid) return t(isByLink ? 'agency.paidTitle' : 'success.title')
    if (result === 'closed' && wasUnpaid)
      return isByLink ? t('agency.closedTitle') : t('success.closedTitle', { number })
    return result === 'due' && wasConfirming ? t('success.failedTitle') : null
  }

  return (
    <p className="visually-hidden" role="status">
      {text()}
    </p>
  )
}
