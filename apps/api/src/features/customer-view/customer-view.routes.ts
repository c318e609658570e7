import { customerViewRoutes, customerViewStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import {
  beginView,
  endOwnViews,
  endViewByCustomer,
  makeCode,
  readOwnViews,
  readViews,
} from './customer-view.service.ts'

export function serveCustomerView(serve: Serve, deps: Deps): void {
  serve(customerViewRoutes.makeCode, (_input, { session }) => makeCode(deps, session.customerId))
  serve(customerViewRoutes.list, async (_input, { session }) => ({ views: await readViews(deps, session.customerId) }))
  serve(customerViewRoutes.end, ({ params }, { session }) => endViewByCustomer(deps, session.customerId, params.viewId))

  serve(customerViewStaffRoutes.list, async ({ params }, { session }) => ({
    views: await readOwnViews(deps, session.staffId, params.customerId),
  }))
  serve(customerViewStaffRoutes.begin, ({ params, body }, { session }) =>
    beginView(deps, session, { ...params, ...body }),
  )
  serve(customerViewStaffRoutes.end, ({ params }, { session }) => endOwnViews(deps, session.staffId, params.customerId))
}
