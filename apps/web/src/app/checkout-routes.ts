import { createRoute } from '@tanstack/react-router'
import { root } from './root-route.ts'
import { screen } from './screen.ts'

/** The checkout: private, except for the pages of payers without an account. */
const checkoutTexts = ['checkout', 'payment', 'address', 'auth', 'pricing', 'validation'] as const
const paymentTexts = ['payment', 'validation'] as const

export const checkout = createRoute({
  getParentRoute: () => root,
  path: 'checkout',
  staticData: { requiresAuth: true, noindex: true },
})

export const orderCheckout = createRoute({
  getParentRoute: () => checkout,
  path: '/',
  ...screen(
    { titleKey: 'checkout', messages: checkoutTexts },
    () => import('#features/checkout/checkout.page.tsx'),
    'CheckoutPage',
  ),
})

export const payment = createRoute({
  getParentRoute: () => checkout,
  path: 'payment',
  ...screen(
    { titleKey: 'payment', requiresAuth: false, messages: paymentTexts },
    () => import('#features/checkout/payment.page.tsx'),
    'PaymentPage',
  ),
})

export const success = createRoute({
  getParentRoute: () => checkout,
  path: 'success',
  ...screen(
    { titleKey: 'success', requiresAuth: false, messages: paymentTexts },
    () => import('#features/checkout/success.page.tsx'),
    'SuccessPage',
  ),
})

export const agencyPayment = createRoute({
  getParentRoute: () => checkout,
  path: 'agency-payment',
  ...screen(
    { titleKey: 'agencyPayment', requiresAuth: false, messages: paymentTexts },
    () => import('#features/checkout/agency-payment.page.tsx'),
    'AgencyPaymentPage',
  ),
})
