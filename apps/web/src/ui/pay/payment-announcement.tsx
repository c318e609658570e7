import { useState } from 'react'
import { isConfirming, type Payable } from '#lib/gateway/payment.ts'

interface PaymentAnnouncementProps {
  view: Payable
  /** What is said of each result. */
  texts: { paid: string; closed: string; failed: string }
}

/**
 * Tells screen readers the result of a payment that was awaited on this page. It is mounted before
 * the result arrives: a live region that appears together with its text is often not read.
 */
export function PaymentAnnouncement({ view, texts }: PaymentAnnouncementProps) {
  const { result } = view
  const isOpen = isConfirming(view)
  const isOver = result === 'paid' || result === 'closed'
  const [wasConfirming, setWasConfirming] = useState(isOpen)
  const [wasUnpaid, setWasUnpaid] = useState(!isOver)
  if (isOpen && !wasConfirming) setWasConfirming(true)
  if (!isOver && !wasUnpaid) setWasUnpaid(true)

  const text = () => {
    if (isOver) return wasUnpaid ? texts[result] : null
    return result === 'due' && wasConfirming ? texts.failed : null
  }

  return (
    <p className="visually-hidden" role="status">
      {text()}
    </p>
  )
}
