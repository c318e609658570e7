import { additionalCostRoutes, additionalCostStaffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { BillRef } from '#features/payment/intent/payable.repository.ts'
import { abandonPayment, beginPayment, checkPayment } from '#features/payment/pay-bill.service.ts'
import { createLink, revokeLink } from '#features/payment/payment-link.service.ts'
import type { Serve } from '#http/gateway.ts'
import {
  addPicture,
  declineCost,
  downloadInvoice,
  getCostPayment,
  getCostView,
  getInvoice,
  getPicture,
  getStaffCostView,
  listCostViews,
  listCostViewsOfOrder,
  showPicture,
  withdrawCost,
} from './additional-cost.service.ts'
import { requestCost } from './request-cost.service.ts'

const refOf = ({ costId }: { costId: string }): BillRef => ({ kind: 'additional-cost', id: costId })

export function serveAdditionalCost(serve: Serve, deps: Deps): void {
  serve(additionalCostRoutes.list, ({ query }, { session, language }) => listCostViews(deps, session, query, language))

  serve(additionalCostRoutes.get, ({ params }, { session, language }) =>
    getCostView(deps, params.costId, session, language),
  )

  serve(additionalCostRoutes.decline, async ({ params, body }, { session, language }) => {
    await declineCost(deps, session.customerId, params.costId, body.reason)
    return getCostView(deps, params.costId, session, language)
  })

  serve(additionalCostRoutes.picture, async ({ params }, { session }) => ({
    bytes: await getPicture(deps, session.customerId, params.costId),
    contentType: 'image/webp',
  }))

  serve(additionalCostRoutes.invoice, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await getInvoice(deps, session.customerId, params.costId, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })

  servePayments(serve, deps)
  serveStaff(serve, deps)
}

function servePayments(serve: Serve, deps: Deps): void {
  serve(additionalCostRoutes.payment, ({ params }, { session, language }) =>
    getCostPayment(deps, session.customerId, params.costId, language),
  )

  serve(additionalCostRoutes.begin, async ({ params, body }, { session, language }) => {
    await beginPayment(deps, { customerId: session.customerId, language }, refOf(params), body)
    return getCostPayment(deps, session.customerId, params.costId, language)
  })

  serve(additionalCostRoutes.check, async ({ params }, { session, language }) => {
    await checkPayment(deps, session.customerId, refOf(params))
    return getCostPayment(deps, session.customerId, params.costId, language)
  })

  serve(additionalCostRoutes.abandon, async ({ params }, { session, language }) => {
    await abandonPayment(deps, session.customerId, refOf(params))
    return getCostPayment(deps, session.customerId, params.costId, language)
  })

  serve(additionalCostRoutes.createLink, ({ params }, { session }) =>
    createLink(deps, session.customerId, refOf(params)),
  )

  serve(additionalCostRoutes.revokeLink, ({ params }, { session }) =>
    revokeLink(deps, session.customerId, refOf(params)),
  )
}

function serveStaff(serve: Serve, deps: Deps): void {
  serve(additionalCostStaffRoutes.request, async ({ params, body }, { session, language }) => {
    const costId = await requestCost(deps, session.staffId, params.orderId, body)
    return getStaffCostView(deps, costId, language)
  })

  serve(additionalCostStaffRoutes.addPicture, async ({ params, upload }, { session, language }) => {
    await addPicture(deps, params.costId, upload, session.staffId)
    return getStaffCostView(deps, params.costId, language)
  })

  serve(additionalCostStaffRoutes.list, ({ query }, { language }) => listCostViews(deps, 'staff', query, language))

  serve(additionalCostStaffRoutes.ofOrder, async ({ params }, { language }) => ({
    costs: await listCostViewsOfOrder(deps, params.orderId, language),
  }))

  serve(additionalCostStaffRoutes.picture, async ({ params }, { session }) => ({
    bytes: await showPicture(deps, session.staffId, params.costId),
    contentType: 'image/webp',
  }))

  serve(additionalCostStaffRoutes.invoice, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await downloadInvoice(deps, session.staffId, params.costId, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })

  serve(additionalCostStaffRoutes.get, ({ params }, { language }) => getStaffCostView(deps, params.costId, language))

  serve(additionalCostStaffRoutes.withdraw, async ({ params, body }, { session, language }) => {
    await withdrawCost(deps, params.costId, { staffId: session.staffId, reason: body.reason })
    return getStaffCostView(deps, params.costId, language)
  })
}
