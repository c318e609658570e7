import type { CouponOffer, ProposalAction } from '@cotation/contracts'
import type { SoloLimit } from '@cotation/domain'
import { maxCouponMinor } from '@cotation/pricing'
import type { AuditEntry, AuditFacts } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { settlementKey } from '#features/after-sale/claim-view.service.ts'
import { settleClaim } from '#features/after-sale/staff-claim.service.ts'
import { grantCredit, settleCredit } from '#features/balance/staff-credit.service.ts'
import { issueCode } from '#features/coupon/coupon.service.ts'
import { getOrder } from '#features/order/order.service.ts'
import { cancelByStaff } from '#features/payment/cancel-order.service.ts'
import type { BillRef } from '#features/payment/intent/payable.repository.ts'
import { refundBill, refundReload } from '#features/payment/request-refund.service.ts'
import { getReceiptWorth, resolveReceipt } from '#features/payment/resolve-bank-receipt.service.ts'
import { findBalance } from '#src/money/ledger.ts'
import { refundableUsd } from '#src/money/refundable.ts'
import { getCustomerOf } from './proposal.repository.ts'

/** An action of staff, ready to run in a transaction. */
export interface PreparedAction {
  limit: SoloLimit
  /** Names the request. */
  key: string
  /** Null if it is for no single customer. */
  customerId: string | null
  /** Set if those who may do it at all may do it for the customers of other managers too. */
  forAnyCustomer?: true
  /** What it moves at most, in US cents; null without a bound. The customer must be locked. */
  measure(trx: Trx): Promise<number | null>
  /** Carries it out; false if that was done before. */
  run(trx: Trx): Promise<boolean>
  /** How the audit names it. The facts are read before it runs, with the customer locked. */
  audit: Pick<AuditEntry, 'action' | 'subject'> & { facts(trx: Trx): Promise<AuditedChange> }
}

/** What an action changes, as it is before and will be after. */
export interface AuditedChange {
  before?: AuditFacts
  after?: AuditFacts
}

/** The person who acts, or proposed to, and why. */
interface Author {
  staffId: string
  reason: string
}

type ActionOf<K extends ProposalAction['kind']> = Extract<ProposalAction, { kind: K }>

/**
 * Finds the customer of an action and reads what it needs. Not for use in a transaction: waiting for
 * a second pooled connection inside it can deadlock.
 */
export async function prepareAction(deps: Deps, action: ProposalAction, author: Author): Promise<PreparedAction> {
  switch (action.kind) {
    case 'order-refund':
      return prepareBillRefund(deps, { kind: 'order', id: action.orderId }, action, author)
    case 'order-cancellation':
      return prepareOrderCancellation(deps, action, author)
    case 'additional-cost-refund':
      return prepareBillRefund(deps, { kind: 'additional-cost', id: action.costId }, action, author)
    case 'reload-refund':
      return prepareReloadRefund(deps, action, author)
    case 'claim-settlement':
      return prepareClaimSettlement(deps, action, author)
    case 'credit-limit':
      return prepareCreditLimit(deps, action, author)
    case 'credit-settlement':
      return prepareCreditSettlement(deps, action, author)
    case 'receipt-to-balance':
      return prepareReceiptToBalance(deps, action, author)
    case 'coupon-offer':
      return prepareCouponOffer(deps, action)
  }
}

const always = (minor: number | null) => async () => minor

/** Facts that follow from the action alone. */
const givenFacts = (change: AuditedChange) => async () => change

const refundActions = { order: 'order.refunded', 'additional-cost': 'additional-cost.refunded' } as const

async function prepareBillRefund(
  deps: Deps,
  bill: BillRef,
  { amountMinor, key }: { amountMinor: number; key: string },
  { staffId, reason }: Author,
): Promise<PreparedAction> {
  return {
    limit: 'refund',
    key: `${bill.kind}-refund ${bill.id} ${key}`,
    customerId: await getCustomerOf(deps.db, bill.kind, bill.id),
    measure: always(amountMinor),
    run: (trx) => refundBill(deps, trx, bill, amountMinor, { key, reason, requestedBy: staffId }),
    audit: {
      action: refundActions[bill.kind],
      subject: bill,
      facts: givenFacts({ after: { refundUsdMinor: amountMinor } }),
    },
  }
}

async function prepareOrderCancellation(
  deps: Deps,
  { kind, orderId, amountMinor }: ActionOf<'order-cancellation'>,
  author: Author,
): Promise<PreparedAction> {
  return {
    limit: 'refund',
    key: `${kind} ${orderId}`,
    customerId: await getCustomerOf(deps.db, 'order', orderId),
    forAnyCustomer: true,
    measure: always(amountMinor),
    run: async (trx) => {
      await cancelByStaff(deps, trx, { orderId, maxRefundMinor: amountMinor, ...author })
      return true
    },
    audit: {
      action: 'order.cancelled',
      subject: { kind: 'order', id: orderId },
      facts: async (trx) => {
        const { status } = await getOrder(trx, orderId)
        const refundUsdMinor = await refundableUsd(trx, { kind: 'order', id: orderId })
        return { before: { status }, after: { status: 'cancelled', refundUsdMinor } }
      },
    },
  }
}

async function prepareReloadRefund(
  deps: Deps,
  { kind, reloadId, amountMinor, key }: ActionOf<'reload-refund'>,
  { staffId, reason }: Author,
): Promise<PreparedAction> {
  return {
    limit: 'refund',
    key: `${kind} ${reloadId} ${key}`,
    customerId: await getCustomerOf(deps.db, 'reload', reloadId),
    measure: always(amountMinor),
    run: (trx) => refundReload(deps, trx, reloadId, amountMinor, { key, reason, requestedBy: staffId }),
    audit: {
      action: 'reload.refunded',
      subject: { kind: 'reload', id: reloadId },
      facts: givenFacts({ after: { refundUsdMinor: amountMinor } }),
    },
  }
}

async function prepareClaimSettlement(
  deps: Deps,
  { claimId, by, amountMinor }: ActionOf<'claim-settlement'>,
  author: Author,
): Promise<PreparedAction> {
  return {
    limit: 'refund',
    key: settlementKey(claimId),
    customerId: await getCustomerOf(deps.db, 'claim', claimId),
    measure: always(amountMinor),
    run: (trx) => settleClaim(deps, trx, { claimId, by, amountMinor, ...author }),
    audit: {
      action: 'claim.settled',
      subject: { kind: 'claim', id: claimId },
      facts: givenFacts({ after: { by, usdMinor: amountMinor } }),
    },
  }
}

function prepareCreditLimit(
  deps: Deps,
  { kind, customerId, limitMinor }: ActionOf<'credit-limit'>,
  { staffId, reason }: Author,
): PreparedAction {
  return {
    limit: 'credit',
    key: `${kind} ${customerId}`,
    customerId,
    // One person may always lower a limit.
    measure: async (trx) => {
      const { floorMinor } = await findBalance(trx, 'credit', customerId)
      return limitMinor > -floorMinor ? limitMinor : 0
    },
    run: async (trx) => {
      await grantCredit(deps, trx, staffId, { customerId, limitMinor, reason })
      return true
    },
    audit: {
      action: 'customer.credit-set',
      subject: { kind: 'customer', id: customerId },
      facts: async (trx) => {
        const { floorMinor } = await findBalance(trx, 'credit', customerId)
        return { before: { creditLimitMinor: 0 - floorMinor }, after: { creditLimitMinor: limitMinor } }
      },
    },
  }
}

function prepareCreditSettlement(
  deps: Deps,
  { kind, customerId, amountMinor, key }: ActionOf<'credit-settlement'>,
  { staffId, reason }: Author,
): PreparedAction {
  return {
    limit: 'settlement',
    key: `${kind} ${customerId} ${key}`,
    customerId,
    measure: always(amountMinor),
    run: (trx) => settleCredit(deps, trx, staffId, { customerId, amountMinor, reason, key }),
    audit: {
      action: 'customer.credit-settled',
      subject: { kind: 'customer', id: customerId },
      facts: async (trx) => {
        const { balanceMinor } = await findBalance(trx, 'credit', customerId)
        const owedMinor = 0 - balanceMinor
        return { before: { owedMinor }, after: { owedMinor: owedMinor - amountMinor } }
      },
    },
  }
}

async function prepareReceiptToBalance(
  deps: Deps,
  { kind, receiptId }: ActionOf<'receipt-to-balance'>,
  author: Author,
): Promise<PreparedAction> {
  const worth = await getReceiptWorth(deps, receiptId)
  return {
    limit: 'balance',
    key: `${kind} ${receiptId}`,
    customerId: worth.customerId,
    measure: always(worth.usdMinor),
    run: async (trx) => {
      await resolveReceipt(deps, trx, worth, { as: 'to-balance', ...author })
      return true
    },
    audit: {
      action: 'receipt.resolved',
      subject: { kind: 'receipt', id: receiptId },
      facts: givenFacts({ before: { state: 'held' }, after: { state: 'to-balance', usdMinor: worth.usdMinor } }),
    },
  }
}

function prepareCouponOffer(deps: Deps, { kind, ...offer }: ActionOf<'coupon-offer'>): PreparedAction {
  const eachMinor = maxCouponMinor(offer.coupon)
  return {
    limit: 'coupon',
    key: `${kind} ${offer.code}`,
    customerId: null,
    measure: always(eachMinor === null ? null : eachMinor * offer.mostUses),
    run: async (trx) => {
      await issueCode(deps, trx, offer)
      return true
    },
    audit: {
      action: 'coupon-offer.made',
      subject: { kind: 'coupon-offer', id: offer.code },
      facts: givenFacts({ after: offerFacts(offer) }),
    },
  }
}

function offerFacts({ coupon, mostUses, redeemableUntil, validDays }: CouponOffer): AuditFacts {
  return { coupon: { ...coupon }, mostUses, redeemableUntil, validDays }
}
