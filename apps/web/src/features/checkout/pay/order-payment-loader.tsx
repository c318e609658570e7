import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { app } from '#lib/app-port.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { useToken } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** Requires a login on a public route: an order id must reveal nothing (quality, decision 6). */
export function OrderWall({ children }: { children: (orderId: string) => ReactNode }) {
  const t = useTranslations('payment.page')
  const { order } = useSearch({ from: '__root__' })
  const token = useToken()

  if (token === null) {
    const logIn = (
      <button
        type="button"
        className={buttons.primary}
        onClick={() => void app.navigate(loginPath(app.currentRoute().fullPath))}
      >
        {t('logIn')}
      </button>
    )
    return <EmptyState isPage title={t('logInTitle')} text={t('logInText')} action={logIn} />
  }

  if (order === undefined)
    return <EmptyState isPage title={t('noOrder')} text={t('noOrderText')} action={<ToOrders />} />

  return children(order)
}

function ToOrders() {
  const t = useTranslations('payment.page')
  return (
    <Link to="/user/order/history" search={{}} className={buttons.primary}>
      {t('orders')}
    </Link>
  )
}

/** The order is not in this account, or the request failed. */
export function OrderFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('payment.page')
  const code = error instanceof ApiError ? error.code : 'UNEXPECTED'
  // The session has expired: OrderWall is about to request a login.
  if (code === 'UNAUTHENTICATED') return null
  if (code === 'NOT_FOUND' || code === 'VALIDATION')
    return <EmptyState isPage title={t('notFound')} text={t('notFoundText')} action={<ToOrders />} />
  return <ErrorState isPage onRetry={onRetry} />
}
