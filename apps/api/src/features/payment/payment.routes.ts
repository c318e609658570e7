import { orderRoutes, paymentRoutes, reloadRoutes, staffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { getOrderPayment } from './bill-payment-view.service.ts'
import { cancelOrder } from './cancel-order.service.ts'
import { listDisputes, releaseDispute } from './follow-disputes.service.ts'
import type { BillRef } from './intent/payable.repository.ts'
import { approveReceipt, receiveTransfer } from './methods/bank-receipt.service.ts'
import { abandonPayment, beginPayment, checkPayment } from './pay-bill.service.ts'
import { listPayerReturns, markReturnSent } from './payer-return.service.ts'
import {
  abandonByLink,
  beginByLink,
  checkByLink,
  createLink,
  getLinkView,
  getMailedLink,
  mailLinks,
  resendLinks,
  revokeLink,
} from './payment-link.service.ts'
import { checkReload, createReload, getReload } from './reload.service.ts'

const orderRef = ({ orderId }: { orderId: string }): BillRef => ({ kind: 'order', id: orderId })

export function servePayment(serve: Serve, deps: Deps): void {
  serve(paymentRoutes.get, ({ params }, { session }) => getOrderPayment(deps, session.customerId, params.orderId))

  serve(paymentRoutes.begin, async ({ params, body }, { session, language }) => {
    const { customerId } = session
    await beginPayment(deps, { customerId, language }, orderRef(params), body)
    return getOrderPayment(deps, customerId, params.orderId)
  })

  serve(paymentRoutes.check, async ({ params }, { session }) => {
    await checkPayment(deps, session.customerId, orderRef(params))
    return getOrderPayment(deps, session.customerId, params.orderId)
  })

  serve(paymentRoutes.abandon, async ({ params }, { session }) => {
    await abandonPayment(deps, session.customerId, orderRef(params))
    return getOrderPayment(deps, session.customerId, params.orderId)
  })

  serve(orderRoutes.cancel, ({ params, body }, { session, language }) =>
    cancelOrder(deps, { customerId: session.customerId, language }, params.orderId, body.reason),
  )

  serveLinks(serve, deps)
  serveReloads(serve, deps)
  servePaymentStaff(serve, deps)
}

function serveLinks(serve: Serve, deps: Deps): void {
  serve(paymentRoutes.createLink, ({ params, body }, { session }) =>
    createLink(deps, session.customerId, orderRef(params), body),
  )

  serve(paymentRoutes.mailLink, async ({ params, body }, { session }) => {
    await mailLinks(deps, session.customerId, params.orderId, body)
    return getOrderPayment(deps, session.customerId, params.orderId)
  })

  serve(paymentRoutes.copyLink, ({ params, body }, { session }) =>
    getMailedLink(deps, session.customerId, params.orderId, body.recipient),
  )

  serve(paymentRoutes.resendLink, async ({ params, body }, { session }) => {
    await resendLinks(deps, session.customerId, params.orderId, body.language)
    return getOrderPayment(deps, session.customerId, params.orderId)
  })

  serve(paymentRoutes.revokeLink, ({ params }, { session }) => revokeLink(deps, session.customerId, orderRef(params)))

  serve(paymentRoutes.link, ({ body }, { language }) => getLinkView(deps, body.key, language))

  serve(paymentRoutes.linkBegin, ({ body }, { language }) => beginByLink(deps, body.key, body, language))

  serve(paymentRoutes.linkCheck, ({ body }, { language }) => checkByLink(deps, body.key, language))

  serve(paymentRoutes.linkAbandon, ({ body }, { language }) => abandonByLink(deps, body.key, language))
}

function serveReloads(serve: Serve, deps: Deps): void {
  serve(reloadRoutes.create, ({ body }, { session, language }) =>
    createReload(deps, { customerId: session.customerId, language }, body),
  )

  serve(reloadRoutes.get, ({ params }, { session }) => getReload(deps, session.customerId, params.reloadId))

  serve(reloadRoutes.check, ({ params }, { session }) => checkReload(deps, session.customerId, params.reloadId))
}

function servePaymentStaff(serve: Serve, deps: Deps): void {
  serve(staffRoutes.receive, ({ body }, { session }) => receiveTransfer(deps, session.staffId, body))

  serve(staffRoutes.payerReturns, async () => ({ returns: await listPayerReturns(deps) }))

  serve(staffRoutes.payerReturnSent, ({ params, body }, { session }) =>
    markReturnSent(deps, params.refundId, { staffId: session.staffId, ...body }),
  )

  serve(staffRoutes.disputes, async () => ({ disputes: await listDisputes(deps) }))

  serve(staffRoutes.releaseDispute, ({ params, body }, { session }) =>
    releaseDispute(deps, params.disputeId, { staffId: session.staffId, reason: body.reason }),
  )

  serve(staffRoutes.approve, ({ params }, { session }) => approveReceipt(deps, session.staffId, params.receiptId))
}
