import { staffListRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { exportStaffList, readStaffList } from './staff-list.service.ts'

export function serveStaffList(serve: Serve, deps: Deps): void {
  const { orders, customers, claims, 'additional-costs': costs } = staffListRoutes

  serve(orders.list, ({ query }) => readStaffList(deps, 'orders', query))
  serve(orders.export, ({ query }, caller) => exportStaffList(deps, 'orders', query, caller))

  serve(customers.list, ({ query }) => readStaffList(deps, 'customers', query))
  serve(customers.export, ({ query }, caller) => exportStaffList(deps, 'customers', query, caller))

  serve(claims.list, ({ query }) => readStaffList(deps, 'claims', query))
  serve(claims.export, ({ query }, caller) => exportStaffList(deps, 'claims', query, caller))

  serve(costs.list, ({ query }) => readStaffList(deps, 'additional-costs', query))
  serve(costs.export, ({ query }, caller) => exportStaffList(deps, 'additional-costs', query, caller))
}
