import { balanceRoutes, staffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import {
  getBalance,
  listPaymentViews,
  listPointViews,
  listReloadViews,
  listTransactionViews,
} from './balance.service.ts'
import { exportList } from './balance-export.service.ts'
import { setFlags } from './staff-credit.service.ts'

export function serveBalance(serve: Serve, deps: Deps): void {
  serve(balanceRoutes.get, (_input, { session }) => getBalance(deps, session.customerId))
  serve(balanceRoutes.rechargeList, ({ query }, { session }) => listReloadViews(deps, session.customerId, query))
  serve(balanceRoutes.transactionList, ({ query }, { session }) =>
    listTransactionViews(deps, session.customerId, query),
  )
  serve(balanceRoutes.pointList, ({ query }, { session }) => listPointViews(deps, session.customerId, query))
  serve(balanceRoutes.paymentList, ({ body }, { session }) => listPaymentViews(deps, session.customerId, body))
  serve(balanceRoutes.export, async ({ params }, { session, language }) => ({
    ...(await exportList(deps, session.customerId, params.list, language)),
    contentType: 'text/csv; charset=utf-8',
  }))
  serve(staffRoutes.flags, ({ params, body }, { session: { staffId } }) =>
    setFlags(deps, params.customerId, body, { staffId }),
  )
}
