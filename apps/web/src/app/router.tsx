import { createRouter, type RouterHistory, redirect, useRouter } from '@tanstack/react-router'
import { QuoteHomePage } from '#features/quote/home/quote-home.page.tsx'
import { basepath } from '#lib/base-path.ts'
import { api, askEarly } from '#lib/gateway/api.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { findUser } from '#lib/gateway/user.ts'
import { ErrorState } from '#ui/states.tsx'
import { pageSize } from '#ui/use-list-address.ts'
import { area, firstPage, page, redirectRoute, staffRoute } from './page.ts'
import { root } from './root-route.ts'

const siteTexts = ['site'] as const
const authTexts = ['auth', 'validation'] as const
const projectTexts = ['site', 'project', 'geometry'] as const
const accountTexts = ['site', 'account', 'auth', 'validation', 'personal-data'] as const
const deletionTexts = ['account', 'auth', 'validation', 'personal-data'] as const
const orderTexts = ['site', 'order', 'pricing', 'validation'] as const
const afterSaleTexts = ['site', 'after-sale', 'viewer', 'validation'] as const
const addressTexts = ['site', 'address', 'auth', 'validation'] as const
const checkoutTexts = ['checkout', 'payment', 'address', 'auth', 'pricing', 'validation'] as const
const paymentTexts = ['payment', 'validation'] as const
const costTexts = ['additional-cost', 'pricing', 'viewer', 'validation'] as const

const quoteTexts = [
  ...(['quote', 'upload', 'line', 'panel', 'material', 'pricing', 'configuration', 'geometry', 'viewer'] as const),
  ...(['tour', 'validation'] as const),
] as const

const quote = area(root, 'quote', { titleKey: 'quote', description: 'quote', canonicalHref: '/quote' })

const user = page(root, 'user', { titleKey: 'userHome', requiresAuth: true, noindex: true, messages: siteTexts }, () =>
  import('#features/user/user-layout.tsx').then(({ UserLayout }) => UserLayout),
)

/** Spec 2: only accounts that may reload their balance see that page. */
async function requireRecharge(): Promise<void> {
  const { isRecharge } = await api('GET /global/account/me', {})
  if (!isRecharge) throw redirect({ to: '/user/account/balance', search: {}, replace: true })
}

/** Companies are not in the loyalty programme. */
async function requireMember(): Promise<void> {
  const user = await findUser()
  if (user && user.member === undefined) throw redirect({ to: '/user/home', search: {}, replace: true })
}

/** The first render replaces the prerendered page, so it must not show a spinner. Never fails. */
const preloadCatalogue = () => queryClient.prefetchQuery(catalogueQuery)

/** There is no id while the address is still that of the previous page. */
function askForProject(projectId: string | undefined): void {
  if (!projectId) return

  askEarly('GET /global/project/{projectId}', { params: { projectId }, query: {} })
  askEarly('GET /global/catalogue/current', {})
}

/** Not with a filter or a page: the list reads those and asks for what it shows. */
function askForOrders(): void {
  if (window.location.search === '') askEarly('GET /global/order', { query: { page: 1, pageSize } })
}

/** Both are private, except for the pages of payers without an account. */
const checkout = area(root, 'checkout', { requiresAuth: true, noindex: true })
const additionalCost = area(root, 'additional-cost', { requiresAuth: true, noindex: true })

const campaign = area(root, 'impossible3dprints', { titleKey: 'campaign', description: 'campaign' })

const routeTree = root.addChildren([
  redirectRoute(root, '/', '/quote', (search) => ({ ...search, technology: '3d-printing' })),
  redirectRoute(root, 'home', '/quote', (search) => search),
  redirectRoute(root, '$', '/404'),

  page(root, 'login', { titleKey: 'login', messages: authTexts }, () =>
    import('#features/auth/login.page.tsx').then(({ LoginPage }) => LoginPage),
  ),
  page(root, 'signup', { titleKey: 'signup', messages: authTexts }, () =>
    import('#features/auth/signup.page.tsx').then(({ SignUpPage }) => SignUpPage),
  ),
  page(root, 'reset-password', { titleKey: 'resetPassword', noindex: true, messages: authTexts }, () =>
    import('#features/auth/reset-password.page.tsx').then(({ ResetPasswordPage }) => ResetPasswordPage),
  ),
  page(root, 'activate', { titleKey: 'activate', noindex: true, messages: authTexts }, () =>
    import('#features/auth/activate.page.tsx').then(({ ActivatePage }) => ActivatePage),
  ),
  page(root, 'quick-callback/$channel', { titleKey: 'quickCallback', noindex: true, messages: authTexts }, () =>
    import('#features/auth/quick-callback.page.tsx').then(({ QuickCallbackPage }) => QuickCallbackPage),
  ),
  page(root, 'clearToken', { titleKey: 'logOut', noindex: true, messages: authTexts }, () =>
    import('#features/auth/clear-token.page.tsx').then(({ ClearTokenPage }) => ClearTokenPage),
  ),
  page(root, 'email-change', { titleKey: 'emailChange', noindex: true, messages: accountTexts }, () =>
    import('#features/account/email-confirm.page.tsx').then(({ EmailConfirmPage }) => EmailConfirmPage),
  ),
  page(root, 'email-undo', { titleKey: 'emailChange', noindex: true, messages: accountTexts }, () =>
    import('#features/account/email-undo.page.tsx').then(({ EmailUndoPage }) => EmailUndoPage),
  ),
  page(root, 'account-delete', { titleKey: 'logOut', noindex: true, messages: deletionTexts }, () =>
    import('#features/account/account-delete.page.tsx').then(({ AccountDeletePage }) => AccountDeletePage),
  ),

  quote.addChildren([
    firstPage(quote, '/', { messages: ['quote'] }, QuoteHomePage),
    page(quote, 'shared', { titleKey: 'quoteMain', noindex: true, messages: [...quoteTexts, 'project'] }, () =>
      import('#features/quote/shared/shared.page.tsx').then(({ SharedPage }) => SharedPage),
    ),
    page(
      quote,
      '$projectId',
      {
        titleKey: 'quoteMain',
        messages: quoteTexts,
        askEarly: () => askForProject(/\/quote\/([0-9a-f-]{36})\/?$/.exec(window.location.pathname)?.[1]),
      },
      () => import('#features/quote/project/project.page.tsx').then(({ ProjectPage }) => ProjectPage),
    ),
  ]),

  user.addChildren([
    redirectRoute(user, '/', '/user/home'),
    page(
      user,
      'home',
      {
        titleKey: 'userHome',
        messages: ['site', 'home', 'project', 'order'],
        askEarly: () => askEarly('GET /global/home', {}),
      },
      () => import('#features/home/home.page.tsx').then(({ HomePage }) => HomePage),
    ),
    page(user, 'account/profile', { titleKey: 'profile', messages: accountTexts }, () =>
      import('#features/account/profile.page.tsx').then(({ ProfilePage }) => ProfilePage),
    ),
    page(user, 'account/password', { titleKey: 'password', messages: accountTexts }, () =>
      import('#features/account/password.page.tsx').then(({ PasswordPage }) => PasswordPage),
    ),
    page(user, 'account/address', { titleKey: 'address', messages: addressTexts }, () =>
      import('#features/address/address.page.tsx').then(({ AddressPage }) => AddressPage),
    ),
    page(user, 'account/billingAddress', { titleKey: 'billingAddress', messages: addressTexts }, () =>
      import('#features/address/address.page.tsx').then(({ BillingAddressPage }) => BillingAddressPage),
    ),
    page(user, 'account/coupons', { titleKey: 'coupons', messages: ['site', 'coupon', 'validation'] }, () =>
      import('#features/coupon/coupons.page.tsx').then(({ CouponsPage }) => CouponsPage),
    ),
    page(user, 'account/balance', { titleKey: 'balance', messages: ['site', 'balance'] }, () =>
      import('#features/balance/balance.page.tsx').then(({ BalancePage }) => BalancePage),
    ),
    page(
      user,
      'account/balance/reload',
      { titleKey: 'balanceReload', messages: ['site', 'balance', 'validation'] },
      () => import('#features/balance/reload.page.tsx').then(({ ReloadPage }) => ReloadPage),
      requireRecharge,
    ),
    page(user, 'account/referral', { titleKey: 'referral', messages: ['site', 'referral', 'validation'] }, () =>
      import('#features/referral/referral.page.tsx').then(({ ReferralPage }) => ReferralPage),
    ),
    page(
      user,
      'order/history',
      {
        titleKey: 'orderHistory',
        messages: orderTexts,
        askEarly: askForOrders,
      },
      () => import('#features/order/order-history.page.tsx').then(({ OrderHistoryPage }) => OrderHistoryPage),
    ),
    page(
      user,
      'order/detail/$orderId',
      { titleKey: 'orderDetail', messages: [...orderTexts, 'address', 'inspection'] },
      () => import('#features/order/detail/order-detail.page.tsx').then(({ OrderDetailPage }) => OrderDetailPage),
    ),
    page(user, 'order/upload-history', { titleKey: 'uploadHistory', messages: projectTexts }, () =>
      import('#features/project/upload-history.page.tsx').then(({ UploadHistoryPage }) => UploadHistoryPage),
    ),
    page(user, 'order/after-sale', { titleKey: 'afterSale', messages: afterSaleTexts }, () =>
      import('#features/after-sale/after-sale.page.tsx').then(({ AfterSalePage }) => AfterSalePage),
    ),
    page(user, 'order/additional-cost', { titleKey: 'additionalCost', messages: ['site', ...costTexts] }, () =>
      import('#features/additional-cost/additional-costs.page.tsx').then(
        ({ AdditionalCostsPage }) => AdditionalCostsPage,
      ),
    ),
    page(
      user,
      'prime/point',
      { titleKey: 'points', messages: ['site', 'loyalty', 'balance'] },
      () => import('#features/loyalty/loyalty.page.tsx').then(({ LoyaltyPage }) => LoyaltyPage),
      requireMember,
    ),
    page(user, 'project', { titleKey: 'projects', messages: projectTexts }, () =>
      import('#features/project/projects.page.tsx').then(({ ProjectsPage }) => ProjectsPage),
    ),
    page(user, 'project/fileList/$id', { titleKey: 'projectFiles', messages: projectTexts }, () =>
      import('#features/project/project-files.page.tsx').then(({ ProjectFilesPage }) => ProjectFilesPage),
    ),
  ]),

  checkout.addChildren([
    page(
      checkout,
      '/',
      {
        titleKey: 'checkout',
        messages: checkoutTexts,
        askEarly: () => askForProject(new URLSearchParams(window.location.search).get('project') ?? undefined),
      },
      () => import('#features/checkout/checkout.page.tsx').then(({ CheckoutPage }) => CheckoutPage),
    ),
    page(checkout, 'payment', { titleKey: 'payment', requiresAuth: false, messages: paymentTexts }, () =>
      import('#features/checkout/payment.page.tsx').then(({ PaymentPage }) => PaymentPage),
    ),
    page(checkout, 'success', { titleKey: 'success', requiresAuth: false, messages: paymentTexts }, () =>
      import('#features/checkout/success.page.tsx').then(({ SuccessPage }) => SuccessPage),
    ),
    page(checkout, 'agency-payment', { titleKey: 'agencyPayment', requiresAuth: false, messages: paymentTexts }, () =>
      import('#features/checkout/agency-payment.page.tsx').then(({ AgencyPaymentPage }) => AgencyPaymentPage),
    ),
  ]),
  additionalCost.addChildren([
    redirectRoute(additionalCost, '/', '/user/order/additional-cost'),
    page(
      additionalCost,
      'payment',
      { titleKey: 'additionalCostPayment', requiresAuth: false, messages: [...costTexts, 'payment'] },
      () =>
        import('#features/additional-cost/payment.page.tsx').then(
          ({ AdditionalCostPaymentPage }) => AdditionalCostPaymentPage,
        ),
    ),
    page(
      additionalCost,
      'success',
      { titleKey: 'additionalCostSuccess', requiresAuth: false, messages: [...costTexts, 'payment'] },
      () =>
        import('#features/additional-cost/success.page.tsx').then(
          ({ AdditionalCostSuccessPage }) => AdditionalCostSuccessPage,
        ),
    ),
  ]),

  campaign.addChildren([
    page(campaign, '/', { canonicalHref: '/impossible3dprints', messages: ['campaign'] }, () =>
      import('#features/site/campaign.page.tsx').then(({ CampaignPage }) => CampaignPage),
    ),
    page(campaign, 'community', { titleKey: 'campaignCommunity', messages: ['campaign'] }, () =>
      import('#features/site/campaign-community.page.tsx').then(({ CampaignCommunityPage }) => CampaignCommunityPage),
    ),
  ]),
  page(
    root,
    'terms-of-use',
    { titleKey: 'terms', description: 'terms', canonicalHref: '/terms-of-use', messages: ['terms'] },
    () => import('#features/site/terms.page.tsx').then(({ TermsPage }) => TermsPage),
  ),
  page(
    root,
    'contact',
    { titleKey: 'contact', description: 'contact', canonicalHref: '/contact', messages: ['site', 'validation'] },
    () => import('#features/site/contact.page.tsx').then(({ ContactPage }) => ContactPage),
  ),
  page(
    root,
    'materials',
    { titleKey: 'materials', description: 'materials', canonicalHref: '/materials', messages: ['material'] },
    () => import('#features/material/materials.page.tsx').then(({ MaterialsPage }) => MaterialsPage),
    preloadCatalogue,
  ),
  page(
    root,
    'materials/compare',
    { titleKey: 'materialComparison', noindex: true, messages: ['material'] },
    () => import('#features/material/compare.page.tsx').then(({ CompareMaterialsPage }) => CompareMaterialsPage),
    preloadCatalogue,
  ),
  page(
    root,
    'materials/$materialId',
    { titleKey: 'materials', messages: ['material'] },
    () => import('#features/material/material.page.tsx').then(({ MaterialPage }) => MaterialPage),
    preloadCatalogue,
  ),
  // Before each material had its own page.
  redirectRoute(root, 'resources/materials', '/materials'),
  page(root, 'resources/$slug', { titleKey: 'resources', description: 'resources', messages: siteTexts }, () =>
    import('#features/site/resource.page.tsx').then(({ ResourcePage }) => ResourcePage),
  ),
  staffRoute(root, () => import('#staff/staff-app.tsx')),
  page(root, '404', { titleKey: 'notFound', noindex: true, messages: siteTexts }, () =>
    import('#features/site/not-found.page.tsx').then(({ NotFoundPage }) => NotFoundPage),
  ),
])

/** Shown in place of a page that failed to load or render; header and footer stay usable. */
function RouteError() {
  const router = useRouter()
  return <ErrorState isPage onRetry={() => void router.invalidate()} />
}

/** Search values stay strings: `cm=007` must not become a number on its way to the server. */
function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    basepath,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    ...(history ? { history } : {}),
    context: { previousPath: (): string | undefined => router.state.resolvedLocation?.href },
    defaultPreload: 'intent',
    // `scroll.ts` scrolls to the hash with the offset of spec 2.
    defaultHashScrollIntoView: false,
    defaultErrorComponent: RouteError,
  })
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
