import {
  claimLimits,
  claimReasons,
  claimStates,
  lossReasons,
  needsPhoto,
  operations,
  orderStatuses,
  runCauses,
  serviceIds,
} from '@cotation/domain'
import { z } from 'zod'
import { multilineText, pointMm, requiredMultilineText, requiredText } from './fields.ts'
import { orderParams } from './order.ts'
import { configurationTexts } from './order-views.ts'
import { day, paging, time } from './paging.ts'
import { optionalProposal, proposalErrors } from './proposal-views.ts'
import { route } from './route.ts'

const claimParams = z.strictObject({ claimId: z.uuid('INVALID_VALUE') })
const photoParams = z.strictObject({ photoId: z.uuid('INVALID_VALUE') })
const own = ['NOT_FOUND'] as const
const text = requiredMultilineText(2000, 'CLAIM_TEXT_REQUIRED')
const reason = requiredMultilineText(2000, 'REASON_REQUIRED')
const quantity = (tooHigh: string) => z.int('QUANTITY_REQUIRED').min(1, 'QUANTITY_REQUIRED').max(1_000_000, tooHigh)
const photoIds = z.array(z.uuid('INVALID_VALUE')).max(claimLimits.photos, 'TOO_MANY_PHOTOS')

const isOncePerLine = (lines: readonly { lineId: string }[]) =>
  new Set(lines.map(({ lineId }) => lineId)).size === lines.length

const claimedLines = z
  .array(
    z.strictObject({
      lineId: z.uuid('INVALID_VALUE'),
      quantity: quantity('CLAIM_QUANTITY'),
      place: pointMm.nullable().default(null),
    }),
  )
  .min(1, 'PRODUCT_REQUIRED')
  .max(200, 'TOO_MANY')
  .refine(isOncePerLine, 'INVALID_VALUE')

/** Products to make again, with their refabrication quantities. */
const refabricatedLines = z
  .array(z.strictObject({ lineId: z.uuid('INVALID_VALUE'), quantity: quantity('REFABRICATION_TOO_HIGH') }))
  .min(1, 'PRODUCT_REQUIRED')
  .max(200, 'TOO_MANY')
  .refine(isOncePerLine, 'INVALID_VALUE')

const photographed = z.object({ photoIds })

export const claimBody = z
  .strictObject({
    /** Chosen by the client for one form, so that a form that is sent twice opens one claim. */
    submissionKey: z.uuid('INVALID_VALUE'),
    lines: claimedLines,
    text,
    reason: z.enum(claimReasons, 'CLAIM_REASON_REQUIRED'),
    photoIds,
  })
  .refine((claim) => claim.photoIds.length > 0 || !needsPhoto(claim.reason), {
    path: ['photoIds'],
    error: 'PHOTO_REQUIRED',
    // Reported together with the errors of other fields, such as a missing reason.
    when: ({ value }) => photographed.safeParse(value).success,
  })

export const claimAnswerBody = z.strictObject({ text, photoIds: photoIds.default([]) })

const numbers = {
  orderNumber: requiredText(40, 'ORDER_NUMBER_REQUIRED'),
  workOrderNumber: requiredText(40, 'WORK_ORDER_REQUIRED'),
}

/** The two numbers of the after-sale order (spec 5). */
export const workOrderNumbers = z.strictObject(numbers)
export const afterSaleOrderBody = z.strictObject({ ...numbers, lines: refabricatedLines })

const linkedOrder = z.strictObject({ id: z.uuid(), number: z.string(), status: z.enum(orderStatuses) })

const claimEventView = z.strictObject({
  at: time,
  to: z.enum(claimStates),
  by: z.enum(['customer', 'staff', 'system']),
  text: z.string(),
  photoIds: z.array(z.uuid()),
})

export const claimView = z.strictObject({
  id: z.uuid(),
  order: z.strictObject({ id: z.uuid(), number: z.string() }),
  state: z.enum(claimStates),
  reason: z.enum(claimReasons),
  openedAt: time,
  /** From the acceptance on. */
  workOrderNumber: z.string().nullable(),
  /** What was refunded or credited. */
  settledMinor: z.int().nullable(),
  lines: z.array(
    z.strictObject({
      lineId: z.uuid(),
      name: z.string(),
      thumbnailId: z.string().nullable(),
      quantity: z.int(),
      ordered: z.int(),
      place: pointMm.nullable(),
    }),
  ),
  history: z.array(claimEventView),
  /** The after-sale order, unless it was cancelled. */
  reprint: linkedOrder.nullable(),
  can: z.strictObject({ answer: z.boolean(), withdraw: z.boolean(), order: z.boolean() }),
})

export type ClaimView = z.output<typeof claimView>

/** What staff see besides: whose claim it is. */
export const listedClaimView = z.strictObject({ ...claimView.shape, customerId: z.uuid() })

export type ListedClaimView = z.output<typeof listedClaimView>

/** One claim with everything that a decision about it needs. */
export const staffClaimView = z.strictObject({
  ...listedClaimView.shape,
  /** With the member of staff who wrote it; empty for the customer. */
  history: z.array(claimEventView.extend({ author: z.string() })),
  /** The most that it can be settled for: what its parts cost. */
  valueMinor: z.int(),
  /** Until when an answer was promised; null while nothing waits for staff. */
  dueAt: time.nullable(),
  /** A settlement that waits for a second person. */
  proposal: z
    .strictObject({
      id: z.uuid(),
      by: z.enum(['refund', 'credit']),
      amountMinor: z.int(),
      proposedBy: z.string(),
      proposedAt: time,
    })
    .nullable(),
})

export type StaffClaimView = z.output<typeof staffClaimView>

/** What the shop knows about a claimed line, beside the order's own page. */
const claimedLineEvidence = z.strictObject({
  lineId: z.uuid(),
  /**
   * What our checks found before the order, in the caller's language. Null if it cannot be known any
   * more, or never was: the file was not measured.
   */
  findings: z
    .array(
      z.strictObject({
        rule: z.string(),
        severity: z.enum(['blocks', 'warns', 'informs']),
        text: z.string(),
        isAccepted: z.boolean(),
        places: z.array(z.array(z.number())),
      }),
    )
    .nullable(),
  /** What operators lost or did again while they made it, oldest first. */
  losses: z.array(
    z.strictObject({
      id: z.uuid(),
      at: time,
      code: z.string(),
      operation: z.enum(operations),
      service: z.enum(serviceIds).nullable(),
      rework: z.int(),
      scrap: z.int(),
      reason: z.enum(lossReasons).nullable(),
      operator: z.string(),
    }),
  ),
  /** Quantities that were made again before they were shipped. */
  remakes: z.array(
    z.strictObject({
      code: z.string(),
      quantity: z.int(),
      cause: z.enum(runCauses),
      reason: z.enum(lossReasons).nullable(),
      openedAt: time,
      /** Who reported the loss. */
      openedBy: z.string(),
      dueDay: day,
    }),
  ),
})

export const claimEvidence = z.strictObject({ lines: z.array(claimedLineEvidence) })

export type ClaimEvidence = z.output<typeof claimEvidence>

/** A product of an order. */
const product = {
  lineId: z.uuid(),
  name: z.string(),
  thumbnailId: z.string().nullable(),
  ...configurationTexts,
  quantity: z.int(),
}

export const orderToClaim = z.strictObject({
  order: z.strictObject({ id: z.uuid(), number: z.string() }),
  until: time,
  lines: z.array(
    z.strictObject({
      ...product,
      /** How many parts can still be claimed. */
      left: z.int(),
      hasModel: z.boolean(),
    }),
  ),
})

export type OrderToClaim = z.output<typeof orderToClaim>

/** The products that an accepted claim allows to make again. */
export const workOrderView = z.strictObject({
  claimId: z.uuid(),
  order: z.strictObject({ id: z.uuid(), number: z.string() }),
  workOrderNumber: z.string(),
  lines: z.array(
    z.strictObject({
      ...product,
      /** The accepted quantity, which is the largest refabrication quantity. */
      claimed: z.int(),
      /** Whether the anodizing quantity follows the refabrication quantity. */
      anodized: z.boolean(),
      acceptedRules: z.array(z.string()),
    }),
  ),
  reprint: linkedOrder.nullable(),
})

export type WorkOrderView = z.output<typeof workOrderView>

const placedOrder = z.strictObject({ orderId: z.uuid(), number: z.string() })

/** Why an after-sale order cannot be placed, by the customer or by staff. */
const reprintErrors = [
  'CLAIM_STATE',
  'WORK_ORDER_USED',
  'REFABRICATION_TOO_HIGH',
  'AFTER_SALE_FILES_GONE',
  'ORDER_REFUSED',
] as const

const ofClaim = { params: claimParams, output: claimView } as const

export const afterSaleRoutes = {
  list: route({
    method: 'GET',
    path: '/global/afterSale/claim',
    access: 'customer',
    summary: "The caller's claims, newest first, and the orders that can be claimed now",
    query: z.strictObject(paging),
    output: z.strictObject({
      claims: z.array(claimView),
      total: z.int(),
      claimable: z.array(z.strictObject({ id: z.uuid(), number: z.string(), until: time })),
    }),
    errors: [],
  }),
  get: route({
    ...ofClaim,
    method: 'GET',
    path: '/global/afterSale/claim/{claimId}',
    access: 'customer',
    summary: 'One claim with everything that was said about it',
    errors: own,
  }),
  orderToClaim: route({
    method: 'GET',
    path: '/global/afterSale/order/{orderId}',
    access: 'customer',
    summary: 'The products of a delivered order and how many of each can still be claimed',
    params: orderParams,
    output: orderToClaim,
    errors: [...own, 'CLAIM_TOO_EARLY', 'CLAIM_TOO_LATE', 'CLAIM_ON_REPRINT'],
  }),
  mesh: route({
    method: 'GET',
    path: '/global/afterSale/order/{orderId}/line/{lineId}/mesh',
    access: 'customer',
    summary: 'The mesh of an ordered part in the product’s own format',
    params: z.strictObject({ orderId: z.uuid('INVALID_VALUE'), lineId: z.uuid('INVALID_VALUE') }),
    output: { bytes: ['application/octet-stream'] },
    errors: own,
  }),
  claim: route({
    method: 'POST',
    path: '/global/afterSale/order/{orderId}/claim',
    access: 'customer',
    summary: 'Opens a claim within 30 days of a delivery (idempotent by submission key)',
    params: orderParams,
    body: claimBody,
    output: claimView,
    errors: [...own, 'CLAIM_TOO_EARLY', 'CLAIM_TOO_LATE', 'CLAIM_ON_REPRINT', 'CLAIM_QUANTITY', 'CLAIM_SENT'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  answer: route({
    ...ofClaim,
    method: 'POST',
    path: '/global/afterSale/claim/{claimId}/answer',
    access: 'customer',
    summary: 'Answers a question about a claim, with more photos',
    body: claimAnswerBody,
    errors: [...own, 'CLAIM_STATE'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  withdraw: route({
    ...ofClaim,
    method: 'POST',
    path: '/global/afterSale/claim/{claimId}/withdraw',
    access: 'customer',
    summary: 'Withdraws a claim that is not settled; its parts can be claimed again',
    errors: [...own, 'CLAIM_STATE'],
  }),
  addPhoto: route({
    method: 'POST',
    path: '/global/afterSale/photo',
    access: 'customer',
    summary: 'Stores a photo for a claim (JPEG, PNG or WebP), re-encoded; a claim can use it for a day',
    upload: { field: 'image', maxBytes: claimLimits.photoBytes },
    output: z.strictObject({ photoId: z.uuid() }),
    errors: ['IMAGE_UNSUPPORTED', 'IMAGE_TOO_LARGE', 'TOO_LARGE'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  photo: route({
    method: 'GET',
    path: '/global/afterSale/photo/{photoId}',
    access: 'customer',
    summary: "A photo of the caller's claims",
    params: photoParams,
    output: { bytes: ['image/webp'] },
    errors: own,
  }),
  workOrder: route({
    method: 'GET',
    path: '/global/afterSale/workOrder',
    access: 'customer',
    summary: 'The products of an accepted claim, by order number and work order number',
    query: workOrderNumbers,
    output: workOrderView,
    errors: ['WORK_ORDER_UNKNOWN'],
  }),
  order: route({
    method: 'POST',
    path: '/global/afterSale/order',
    access: 'customer',
    summary: 'Places the after-sale order of an accepted claim, at no cost (idempotent by work order number)',
    body: afterSaleOrderBody,
    output: placedOrder,
    errors: [...own, 'WORK_ORDER_UNKNOWN', ...reprintErrors],
  }),
}

const byStaff = { access: 'staff', params: claimParams, output: staffClaimView } as const

/** Calls for staff, who judge claims. */
export const afterSaleStaffRoutes = {
  list: route({
    method: 'GET',
    path: '/global/staff/afterSale',
    access: 'staff',
    right: 'orders.read',
    summary: 'Claims of all customers, oldest first',
    query: z.strictObject({ state: z.enum(claimStates).optional(), ...paging }),
    output: z.strictObject({ claims: z.array(listedClaimView), total: z.int() }),
    errors: [],
  }),
  get: route({
    ...byStaff,
    method: 'GET',
    path: '/global/staff/afterSale/{claimId}',
    right: 'orders.read',
    summary: 'A claim of any customer',
    errors: own,
  }),
  evidence: route({
    ...byStaff,
    method: 'GET',
    path: '/global/staff/afterSale/{claimId}/evidence',
    right: 'orders.read',
    summary: 'What checks and production recorded about the parts of a claim',
    output: claimEvidence,
    errors: own,
  }),
  photo: route({
    method: 'GET',
    path: '/global/staff/afterSale/photo/{photoId}',
    access: 'staff',
    right: 'orders.read',
    summary: 'A photo of any claim',
    params: photoParams,
    output: { bytes: ['image/webp'] },
    errors: own,
  }),
  accept: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/afterSale/{claimId}/accept',
    right: 'claims.judge',
    summary: 'Accepts a claim and issues its work order number',
    body: z.strictObject({ text: multilineText(2000).default('') }),
    errors: [...own, 'CLAIM_STATE'],
  }),
  ask: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/afterSale/{claimId}/question',
    right: 'claims.judge',
    summary: 'Asks the customer for more about a claim',
    body: z.strictObject({ text: requiredMultilineText(2000, 'QUESTION_REQUIRED') }),
    errors: [...own, 'CLAIM_STATE'],
  }),
  reject: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/afterSale/{claimId}/reject',
    right: 'claims.judge',
    summary: 'Rejects a claim with a reason; its parts can be claimed again',
    body: z.strictObject({ reason }),
    errors: [...own, 'CLAIM_STATE'],
  }),
  settle: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/afterSale/{claimId}/settle',
    right: 'money.refund',
    stepUp: true,
    summary: 'Settles a claim once by a refund to the original payment method or a credit, or proposes it',
    body: z.strictObject({
      by: z.enum(['refund', 'credit'], 'INVALID_VALUE'),
      amountMinor: z.int('INVALID_VALUE').min(1, 'INVALID_VALUE').max(100_000_000_00, 'INVALID_VALUE'),
      reason,
    }),
    output: z.strictObject({ claim: staffClaimView, proposal: optionalProposal }),
    errors: [...own, 'CLAIM_STATE', 'SETTLEMENT_TOO_HIGH', 'REFUND_TOO_HIGH', 'PAYMENT_PENDING', ...proposalErrors],
  }),
  order: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/afterSale/{claimId}/order',
    right: 'claims.judge',
    summary: 'Places the after-sale order of an accepted claim for the customer (idempotent)',
    body: z.strictObject({ lines: refabricatedLines }),
    output: placedOrder,
    errors: [...own, ...reprintErrors],
  }),
}
