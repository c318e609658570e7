import { orderRoutes, paymentRoutes, reloadRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { cancelOrder } from './cancel-order.service.ts'
import { getOrderPayment } from './order-payment-view.service.ts'
import { abandonPayment, beginPayment, checkPayment } from './pay-order.service.ts'
import { abandonByLink, beginByLink, checkByLink, createLink, getLinkView, revokeLink } from './payment-link.service.ts'
import { servePaymentStaff } from './payment-staff.routes.ts'
import { checkReload, createReload, getReload } from './reload.service.ts'

export function servePayment(serve: Serve, deps: Deps): void {
  serve(paymentRoutes.get, ({ params }, { session }) => getOrderPayment(deps, session.customerId, params.orderId))

  serve(paymentRoutes.begin, ({ params, body }, { session, language }) => {
    const { method, useBalance, bankCurrency } = body
    const choice = { method, useBalance, ...(bankCurrency && { bankCurrency }) }
    return beginPayment(deps, { customerId: session.customerId, language }, params.orderId, choice)
  })

  serve(paymentRoutes.check, ({ params }, { session }) => checkPayment(deps, session.customerId, params.orderId))

  serve(paymentRoutes.abandon, ({ params }, { session }) => abandonPayment(deps, session.customerId, params.orderId))

  serve(orderRoutes.cancel, ({ params, body }, { session, language }) =>
    cancelOrder(deps, { customerId: session.customerId, language }, params.orderId, body.reason),
  )

  serveLinks(serve, deps)
  serveReloads(serve, deps)
  servePaymentStaff(serve, deps)
}

function serveLinks(serve: Serve, deps: Deps): void {
  serve(paymentRoutes.createLink, ({ params }, { session }) => createLink(deps, session.customerId, params.orderId))

  serve(paymentRoutes.revokeLink, async ({ params }, { session }) => {
    await revokeLink(deps, session.customerId, params.orderId)
    return {}
  })

  serve(paymentRoutes.link, ({ body }) => getLinkView(deps, body.key))

  serve(paymentRoutes.linkBegin, ({ body: { key, method, bankCurrency } }, { language }) =>
    beginByLink(deps, key, { method, ...(bankCurrency && { bankCurrency }) }, language),
  )

  serve(paymentRoutes.linkCheck, ({ body }) => checkByLink(deps, body.key))

  serve(paymentRoutes.linkAbandon, ({ body }) => abandonByLink(deps, body.key))
}

function serveReloads(serve: Serve, deps: Deps): void {
  serve(reloadRoutes.create, ({ body }, { session, language }) =>
    createReload(deps, { customerId: session.customerId, language }, body),
  )

  serve(reloadRoutes.get, ({ params }, { session }) => getReload(deps, session.customerId, params.reloadId))

  serve(reloadRoutes.check, ({ params }, { session }) => checkReload(deps, session.customerId, params.reloadId))
}
