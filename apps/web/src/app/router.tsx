import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router'
import { QuoteHomePage } from '#features/quote/home/quote-home.page.tsx'
import { basepath } from '#lib/base-path.ts'
import { api } from '#lib/gateway/api.ts'
import type { ScreenFacts } from '#lib/screen-facts.ts'
import { agencyPayment, checkout, orderCheckout, payment, success } from './checkout-routes.ts'
import { root } from './root-route.ts'
import { RouteError } from './route-error.tsx'
import { firstScreen, screen } from './screen.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { campaign, campaignCommunity, campaignHome, contact, notFound, resource, terms } from './site-routes.ts'

const siteTexts = ['site'] as const
const authTexts = ['auth', 'validation'] as const
const projectTexts = ['site', 'project', 'geometry'] as const
const accountTexts = ['site', 'account', 'auth', 'validation'] as const
const orderTexts = ['site', 'order', 'pricing', 'validation'] as const
const addressTexts = ['site', 'address', 'auth', 'validation'] as const

const quoteTexts = [
  ...(['quote', 'upload', 'line', 'panel', 'pricing', 'configuration', 'geometry', 'viewer'] as const),
  ...(['tour', 'validation'] as const),
] as const

/** A screen that is not built yet: says so, and what it will offer. */
const soon = (facts: ScreenFacts) =>
  screen({ ...facts, messages: siteTexts }, () => import('#features/site/coming-soon.page.tsx'), 'ComingSoonPage')

/* ---- Redirects ---- */

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/quote', search: { ...search, technology: '3d-printing' }, replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => root,
  path: 'home',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/quote', search, replace: true })
  },
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', search: {}, replace: true })
  },
})

/* ---- Public authentication ---- */

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  ...screen({ titleKey: 'login', messages: authTexts }, () => import('#features/auth/login.page.tsx'), 'LoginPage'),
})

const signup = createRoute({
  getParentRoute: () => root,
  path: 'signup',
  ...screen({ titleKey: 'signup', messages: authTexts }, () => import('#features/auth/signup.page.tsx'), 'SignUpPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: 'reset-password',
  ...screen(
    { titleKey: 'resetPassword', noindex: true, messages: authTexts },
    () => import('#features/auth/reset-password.page.tsx'),
    'ResetPasswordPage',
  ),
})

const activate = createRoute({
  getParentRoute: () => root,
  path: 'activate',
  ...screen(
    { titleKey: 'activate', noindex: true, messages: authTexts },
    () => import('#features/auth/activate.page.tsx'),
    'ActivatePage',
  ),
})

const quickCallback = createRoute({
  getParentRoute: () => root,
  path: 'quick-callback/$channel',
  ...screen(
    { titleKey: 'quickCallback', noindex: true, messages: authTexts },
    () => import('#features/auth/quick-callback.page.tsx'),
    'QuickCallbackPage',
  ),
})

const clearToken = createRoute({
  getParentRoute: () => root,
  path: 'clearToken',
  ...screen(
    { titleKey: 'logOut', noindex: true, messages: authTexts },
    () => import('#features/auth/clear-token.page.tsx'),
    'ClearTokenPage',
  ),
})

const accountDelete = createRoute({
  getParentRoute: () => root,
  path: 'account-delete',
  ...soon({ titleKey: 'logOut', noindex: true }),
})

/* ---- Quote ---- */

const quote = createRoute({
  getParentRoute: () => root,
  path: 'quote',
  staticData: { titleKey: 'quote', description: 'quote', canonicalHref: '/quote' },
})

const quoteHome = createRoute({
  getParentRoute: () => quote,
  path: '/',
  ...firstScreen({ messages: ['quote'] }, QuoteHomePage),
})

const quoteMain = createRoute({
  getParentRoute: () => quote,
  path: '$projectId',
  ...screen(
    { titleKey: 'quoteMain', messages: quoteTexts },
    () => import('#features/quote/project/project.page.tsx'),
    'ProjectPage',
  ),
})

const quoteShared = createRoute({
  getParentRoute: () => quote,
  path: 'shared',
  ...screen(
    { titleKey: 'quoteMain', noindex: true, messages: [...quoteTexts, 'project'] },
    () => import('#features/quote/shared/shared.page.tsx'),
    'SharedPage',
  ),
})

/* ---- User area ---- */

const user = createRoute({
  getParentRoute: () => root,
  path: 'user',
  ...screen(
    { titleKey: 'userHome', requiresAuth: true, noindex: true, messages: siteTexts },
    () => import('#features/user/user-layout.tsx'),
    'UserLayout',
  ),
})

const userStart = createRoute({
  getParentRoute: () => user,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/user/home', search: {}, replace: true })
  },
})

const userHome = createRoute({
  getParentRoute: () => user,
  path: 'home',
  ...screen(
    { titleKey: 'userHome', messages: ['site', 'project', 'order'] },
    () => import('#features/user/user-home.page.tsx'),
    'UserHomePage',
  ),
})

const profile = createRoute({
  getParentRoute: () => user,
  path: 'account/profile',
  ...screen(
    { titleKey: 'profile', messages: accountTexts },
    () => import('#features/account/profile.page.tsx'),
    'ProfilePage',
  ),
})

const password = createRoute({
  getParentRoute: () => user,
  path: 'account/password',
  ...screen(
    { titleKey: 'password', messages: accountTexts },
    () => import('#features/account/password.page.tsx'),
    'PasswordPage',
  ),
})

const address = createRoute({
  getParentRoute: () => user,
  path: 'account/address',
  ...screen(
    { titleKey: 'address', messages: addressTexts },
    () => import('#features/address/address.page.tsx'),
    'AddressPage',
  ),
})

const billingAddress = createRoute({
  getParentRoute: () => user,
  path: 'account/billingAddress',
  ...screen(
    { titleKey: 'billingAddress', messages: addressTexts },
    () => import('#features/address/billing-address.page.tsx'),
    'BillingAddressPage',
  ),
})

const coupons = createRoute({
  getParentRoute: () => user,
  path: 'account/coupons',
  ...screen(
    { titleKey: 'coupons', messages: ['site', 'coupon', 'validation'] },
    () => import('#features/coupon/coupons.page.tsx'),
    'CouponsPage',
  ),
})

const balance = createRoute({
  getParentRoute: () => user,
  path: 'account/balance',
  ...screen(
    { titleKey: 'balance', messages: ['site', 'balance'] },
    () => import('#features/balance/balance.page.tsx'),
    'BalancePage',
  ),
})

const balanceReload = createRoute({
  getParentRoute: () => user,
  path: 'account/balance/reload',
  beforeLoad: async () => {
    const { isRecharge } = await api('GET /global/account/me', {})
    if (!isRecharge) throw redirect({ to: '/user/account/balance', search: {}, replace: true })
  },
  ...screen(
    { titleKey: 'balanceReload', messages: ['site', 'balance', 'validation'] },
    () => import('#features/balance/reload.page.tsx'),
    'ReloadPage',
  ),
})

const referral = createRoute({
  getParentRoute: () => user,
  path: 'account/referral',
  ...soon({ titleKey: 'referral' }),
})

const orderHistory = createRoute({
  getParentRoute: () => user,
  path: 'order/history',
  ...screen(
    { titleKey: 'orderHistory', messages: orderTexts },
    () => import('#features/order/order-history.page.tsx'),
    'OrderHistoryPage',
  ),
})

const orderDetail = createRoute({
  getParentRoute: () => user,
  path: 'order/detail/$orderId',
  ...screen(
    { titleKey: 'orderDetail', messages: [...orderTexts, 'address'] },
    () => import('#features/order/order-detail.page.tsx'),
    'OrderDetailPage',
  ),
})

const uploadHistory = createRoute({
  getParentRoute: () => user,
  path: 'order/upload-history',
  ...screen(
    { titleKey: 'uploadHistory', messages: projectTexts },
    () => import('#features/project/upload-history.page.tsx'),
    'UploadHistoryPage',
  ),
})

const afterSale = createRoute({
  getParentRoute: () => user,
  path: 'order/after-sale',
  ...soon({ titleKey: 'afterSale' }),
})

const additionalCostOrders = createRoute({
  getParentRoute: () => user,
  path: 'order/additional-cost',
  ...soon({ titleKey: 'additionalCost' }),
})

const primePoint = createRoute({ getParentRoute: () => user, path: 'prime/point', ...soon({ titleKey: 'points' }) })

const projects = createRoute({
  getParentRoute: () => user,
  path: 'project',
  ...screen(
    { titleKey: 'projects', messages: projectTexts },
    () => import('#features/project/projects.page.tsx'),
    'ProjectsPage',
  ),
})

const projectFiles = createRoute({
  getParentRoute: () => user,
  path: 'project/fileList/$id',
  ...screen(
    { titleKey: 'projectFiles', messages: projectTexts },
    () => import('#features/project/project-files.page.tsx'),
    'ProjectFilesPage',
  ),
})

/* ---- Additional cost: private, except for the pages of payers without an account ---- */

const additionalCost = createRoute({
  getParentRoute: () => root,
  path: 'additional-cost',
  staticData: { requiresAuth: true, noindex: true },
})

const additionalCostStart = createRoute({
  getParentRoute: () => additionalCost,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/user/order/additional-cost', search: {}, replace: true })
  },
})

const additionalCostPayment = createRoute({
  getParentRoute: () => additionalCost,
  path: 'payment',
  ...soon({ titleKey: 'additionalCostPayment', requiresAuth: false }),
})

const additionalCostSuccess = createRoute({
  getParentRoute: () => additionalCost,
  path: 'success',
  ...soon({ titleKey: 'additionalCostSuccess', requiresAuth: false }),
})

const routeTree = root.addChildren([
  start,
  home,
  unknown,
  login,
  signup,
  resetPassword,
  activate,
  quickCallback,
  clearToken,
  accountDelete,
  quote.addChildren([quoteHome, quoteShared, quoteMain]),
  user.addChildren([
    userStart,
    userHome,
    profile,
    password,
    address,
    billingAddress,
    coupons,
    balance,
    balanceReload,
    referral,
    orderHistory,
    orderDetail,
    uploadHistory,
    afterSale,
    additionalCostOrders,
    primePoint,
    projects,
    projectFiles,
  ]),
  additionalCost.addChildren([additionalCostStart, additionalCostPayment, additionalCostSuccess]),
  checkout.addChildren([orderCheckout, payment, success, agencyPayment]),
  campaign.addChildren([campaignHome, campaignCommunity]),
  terms,
  contact,
  resource,
  notFound,
])

export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    basepath,
    parseSearch,
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
