import { staffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import { getOrderView } from '#features/order/view/order-view.service.ts'
import type { Serve } from '#http/gateway.ts'
import { cancelByStaff } from './cancel-order.service.ts'
import { approveReceipt, receiveTransfer } from './methods/bank-receipt.service.ts'
import { resolveReceipt } from './methods/resolve-bank-receipt.service.ts'
import { refundReload } from './refund-reload.service.ts'
import { refundOrder } from './request-refund.service.ts'

export function servePaymentStaff(serve: Serve, deps: Deps): void {
  serve(staffRoutes.refund, async ({ params: { orderId }, body }, { session, language }) => {
    const { amountMinor, key, reason } = body
    await refundOrder(deps, orderId, amountMinor, { key, reason, requestedBy: session.staffId })
    return getOrderView(deps, orderId, 'staff', language)
  })

  serve(staffRoutes.cancelOrder, async ({ params: { orderId }, body }, { session, language }) => {
    await cancelByStaff(deps, orderId, { staffId: session.staffId, reason: body.reason })
    return getOrderView(deps, orderId, 'staff', language)
  })

  serve(staffRoutes.refundReload, async ({ params, body }, { session }) => {
    const { amountMinor, key, reason } = body
    await refundReload(deps, params.reloadId, amountMinor, { key, reason, requestedBy: session.staffId })
    return {}
  })

  serve(staffRoutes.receive, ({ body }, { session }) => receiveTransfer(deps, session.staffId, body))

  serve(staffRoutes.approve, ({ params }, { session }) => approveReceipt(deps, session.staffId, params.receiptId))

  serve(staffRoutes.resolve, ({ params, body }, { session }) =>
    resolveReceipt(deps, session.staffId, params.receiptId, body),
  )
}
