import { accountRoutes } from './account.ts'
import { authRoutes } from './auth.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { addressRoutes, billingAddressRoutes } from './order/address-routes.ts'
import { balanceRoutes, reloadRoutes } from './order/balance-routes.ts'
import { checkoutRoutes } from './order/checkout-routes.ts'
import { couponRoutes } from './order/coupon-routes.ts'
import { orderRoutes } from './order/order-routes.ts'
import { paymentRoutes } from './order/payment-routes.ts'
import { staffRoutes } from './order/staff-routes.ts'
import { quickLoginRoutes } from './quick-login.ts'
import { lineRoutes } from './quote/line-routes.ts'
import { projectRoutes } from './quote/project-routes.ts'
import { uploadRoutes } from './quote/upload-routes.ts'
import type { Route, RouteInput, RouteKey, RouteOutput } from './route.ts'
import { siteRoutes } from './site.ts'

export * from './account.ts'
export * from './auth.ts'
export * from './catalogue/catalogue-schema.ts'
export * from './catalogue-routes.ts'
export * from './errors.ts'
export * from './order/address-routes.ts'
export * from './order/balance-routes.ts'
export * from './order/checkout-routes.ts'
export * from './order/coupon-routes.ts'
export * from './order/order-routes.ts'
export * from './order/order-views.ts'
export * from './order/payment-routes.ts'
export * from './order/staff-routes.ts'
export * from './quick-login.ts'
export { configurationInput } from './quote/configuration-schema.ts'
export { lineRoutes } from './quote/line-routes.ts'
export { projectRoutes } from './quote/project-routes.ts'
export type {
  FindingView,
  LineView,
  ManualQuoteView,
  ProjectSummary,
  ProjectView,
  UploadView,
} from './quote/quote-views.ts'
export { uploadRoutes } from './quote/upload-routes.ts'
export * from './route.ts'
export * from './site.ts'

const slices = {
  account: accountRoutes,
  address: addressRoutes,
  auth: authRoutes,
  balance: balanceRoutes,
  billingAddress: billingAddressRoutes,
  catalogue: catalogueRoutes,
  checkout: checkoutRoutes,
  coupon: couponRoutes,
  line: lineRoutes,
  order: orderRoutes,
  payment: paymentRoutes,
  project: projectRoutes,
  quickLogin: quickLoginRoutes,
  reload: reloadRoutes,
  site: siteRoutes,
  staff: staffRoutes,
  upload: uploadRoutes,
}

/** Every call of the gateway, for the server's route table, OpenAPI and the tests that walk all of them. */
export const allRoutes: readonly Route[] = Object.values(slices).flatMap((slice) => Object.values<Route>(slice))

type Slices = typeof slices
type AnyRoute = { [S in keyof Slices]: Slices[S][keyof Slices[S]] }[keyof Slices]

/**
 * The gateway as a map of types, "POST /global/account/login" → what goes in and comes out. The web app imports only
 * this type, so that no schema library reaches its first page.
 */
export type Api = {
  [R in AnyRoute as RouteKey<R>]: { input: RouteInput<R>; output: RouteOutput<R> }
}
