import type { OrderPaymentView } from '@cotation/contracts'
import { useState } from 'react'
import { isConfirming } from '#lib/gateway/payment.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/**
 * Tells screen readers the result of a payment that was being confirmed on this page. It is mounted
 * before the result arrives: a live region that appears together with its text is often not read.
 */
export function PaymentAnnouncement({ view }: { view: OrderPaymentView }) {
  const t = useTranslations('payment.success')
  const [wasConfirming, setWasConfirming] = useState(false)
  const isOpen = isConfirming(view)
  if (isOpen && !wasConfirming) setWasConfirming(true)

  const text = () => {
    if (isOpen || !wasConfirming) return null
    if (view.result === 'paid') return t('title')
    if (view.result === 'closed') return t('closedTitle', { number: view.number })
    return view.result === 'due' ? t('failedTitle') : null
  }

  return (
    <p className="visually-hidden" role="status">
      {text()}
    </p>
  )
}
