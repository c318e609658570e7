import { accountRoutes } from './account.ts'
import { authRoutes } from './auth.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
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
  auth: authRoutes,
  catalogue: catalogueRoutes,
  line: lineRoutes,
  project: projectRoutes,
  quickLogin: quickLoginRoutes,
  site: siteRoutes,
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
