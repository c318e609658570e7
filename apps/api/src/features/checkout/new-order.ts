import type { checkoutRoutes, ParsedInput } from '@cotation/contracts'
import type { Address, Language, LoyaltyLevel } from '@cotation/domain'
import type { OrderTotal, PromisedDates } from '@cotation/pricing'
import type { FirstStatus, NewOrder } from '#features/order/place-order.repository.ts'
import type { ProjectToOrder } from '#features/quote/view/lines-to-order.service.ts'
import { type BasketLine, orderedLine } from './basket-line.ts'

export type Submission = ParsedInput<typeof checkoutRoutes.submit>['body']

export interface Customer {
  customerId: string
  language: Language
}

/** A submission whose lines and addresses are found and whose project is locked. */
export interface CheckedSubmission extends ProjectToOrder {
  customer: Customer
  submission: Submission
  loyaltyLevel: LoyaltyLevel['id'] | null
  isVatConfirmed: boolean
  entrusts: boolean
  shippingAddress: Address
  billingAddress: Address
  /** Empty if the shop pays the carrier. */
  freightAccount: string
  now: Date
}

export interface PricedBasket {
  lines: readonly BasketLine[]
  total: OrderTotal
  dates: PromisedDates
}

/** The order that the customer agrees to, in the status that its payments give it. */
export function newOrder(
  checked: CheckedSubmission,
  { lines, total, dates }: PricedBasket,
  { orderId, orderStatus }: { orderId: string; orderStatus: FirstStatus },
): NewOrder {
  const { customer, submission, project, shippingAddress, billingAddress } = checked
  const { carrier, couponId, currency, submissionKey, poNumber, comment } = submission

  return {
    id: orderId,
    status: orderStatus,
    customerId: customer.customerId,
    language: customer.language,
    projectId: project.id,
    catalogueVersion: project.catalogue_version,
    submissionKey,
    lines: lines.map(orderedLine),
    total,
    currency,
    couponId,
    shippingAddress,
    billingAddress,
    carrier,
    freightAccount: checked.freightAccount,
    dates,
    poNumber,
    comment,
    entrust: checked.entrusts ? submission.entrust : null,
    exportDeclaration: project.export_declaration,
  }
}
