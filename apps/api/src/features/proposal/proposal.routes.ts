import { additionalCostStaffRoutes, afterSaleStaffRoutes, proposalRoutes, staffRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import { getStaffCostView } from '#features/additional-cost/additional-cost.service.ts'
import { getAnyClaim } from '#features/after-sale/claim-view.service.ts'
import { getOrderViewForStaff } from '#features/order/order-view.service.ts'
import { getReceiptView } from '#features/payment/methods/bank-receipt.service.ts'
import { matchOrReturnReceipt } from '#features/payment/resolve-bank-receipt.service.ts'
import type { Serve } from '#http/gateway.ts'
import {
  actOrPropose,
  approveProposal,
  cancelOrPropose,
  getProposalView,
  refuseProposal,
  withdrawProposal,
} from './proposal.service.ts'

export function serveProposal(serve: Serve, deps: Deps): void {
  serve(proposalRoutes.read, ({ params }) => getProposalView(deps, params.proposalId))

  serve(proposalRoutes.approve, ({ params, body }, { session }) =>
    approveProposal(deps, session.staffId, params.proposalId, body.reason),
  )

  serve(proposalRoutes.refuse, ({ params, body }, { session }) =>
    refuseProposal(deps, session.staffId, params.proposalId, body.reason),
  )

  serve(proposalRoutes.withdraw, ({ params, body }, { session }) =>
    withdrawProposal(deps, session.staffId, params.proposalId, body.reason),
  )

  serveRefunds(serve, deps)
  serveCredit(serve, deps)
  serveReceipts(serve, deps)
  serveCouponOffers(serve, deps)
}

/** Actions of other slices. They are served here because each of them may become a proposal. */
function serveRefunds(serve: Serve, deps: Deps): void {
  serve(staffRoutes.refund, async ({ params, body }, { session, language }) => {
    const { reason, ...refund } = body
    const proposal = await actOrPropose(deps, session, { kind: 'order-refund', ...params, ...refund }, reason)
    const order = await getOrderViewForStaff(deps, params.orderId, session.staffRights, language)
    return { order, proposal }
  })

  serve(staffRoutes.cancelOrder, async ({ params: { orderId }, body }, { session, language }) => {
    const proposal = await cancelOrPropose(deps, session, orderId, body.reason)
    return { order: await getOrderViewForStaff(deps, orderId, session.staffRights, language), proposal }
  })

  serve(additionalCostStaffRoutes.refund, async ({ params, body }, { session, language }) => {
    const { reason, ...refund } = body
    const proposal = await actOrPropose(deps, session, { kind: 'additional-cost-refund', ...params, ...refund }, reason)
    return { cost: await getStaffCostView(deps, params.costId, language), proposal }
  })

  serve(staffRoutes.refundReload, async ({ params, body }, { session }) => {
    const { reason, ...refund } = body
    return { proposal: await actOrPropose(deps, session, { kind: 'reload-refund', ...params, ...refund }, reason) }
  })

  serve(afterSaleStaffRoutes.settle, async ({ params, body }, { session }) => {
    const { reason, ...settlement } = body
    const proposal = await actOrPropose(deps, session, { kind: 'claim-settlement', ...params, ...settlement }, reason)
    return { claim: await getAnyClaim(deps, params.claimId), proposal }
  })
}

function serveCredit(serve: Serve, deps: Deps): void {
  serve(staffRoutes.credit, async ({ params, body }, { session }) => {
    const { reason, ...grant } = body
    return { proposal: await actOrPropose(deps, session, { kind: 'credit-limit', ...params, ...grant }, reason) }
  })

  serve(staffRoutes.settleCredit, async ({ params, body }, { session }) => {
    const { reason, ...settlement } = body
    return {
      proposal: await actOrPropose(deps, session, { kind: 'credit-settlement', ...params, ...settlement }, reason),
    }
  })
}

function serveReceipts(serve: Serve, deps: Deps): void {
  serve(staffRoutes.resolve, async ({ params: { receiptId }, body: { as, reason } }, { session }) => {
    const { staffId } = session
    if (as !== 'to-balance') {
      await matchOrReturnReceipt(deps, receiptId, { as, staffId, reason })
      return { receipt: await getReceiptView(deps.db, receiptId), proposal: null }
    }

    const proposal = await actOrPropose(deps, session, { kind: 'receipt-to-balance', receiptId }, reason)
    return { receipt: await getReceiptView(deps.db, receiptId), proposal }
  })
}

function serveCouponOffers(serve: Serve, deps: Deps): void {
  serve(staffRoutes.issueCoupon, async ({ body }, { session }) => {
    const { reason, ...offer } = body
    return { proposal: await actOrPropose(deps, session, { kind: 'coupon-offer', ...offer }, reason) }
  })
}
