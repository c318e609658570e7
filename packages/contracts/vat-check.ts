import { z } from 'zod'
import { requiredReason, requiredText } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** What is known about a VAT number. `released` was confirmed by staff instead of the service. */
export const vatCheckView = z.strictObject({
  vatNumber: z.string(),
  result: z.enum(['valid', 'invalid', 'unavailable', 'released']),
  /** The service's proof of the enquiry; empty if it gave none. */
  consultationNumber: z.string(),
  /** What the service reported instead of an answer, or why a colleague confirmed the number. */
  reason: z.string(),
  /** Who confirmed it; empty for the service. */
  by: z.string(),
  checkedAt: time,
})

export type VatCheckView = z.output<typeof vatCheckView>

/** The newest checks of a number that its page shows. */
export const maxShownVatChecks = 50

export const vatNumberView = z.strictObject({
  vatNumber: z.string(),
  /** Orders to it need no VAT. */
  isConfirmed: z.boolean(),
  /** Whether the service can be asked again: there is one, and staff have not confirmed the number. */
  mayAsk: z.boolean(),
  /** The newest first. */
  checks: z.array(vatCheckView),
  /** Whose addresses have the number, at most 20; null without the right to see customers. */
  customers: z.array(z.strictObject({ id: z.uuid(), name: z.string(), company: z.string() })).nullable(),
})

export type VatNumberView = z.output<typeof vatNumberView>

const ofNumber = {
  access: 'staff',
  right: 'checks.release',
  // Letters, digits, and two signs of Irish numbers.
  params: z.strictObject({ vatNumber: z.string().regex(/^[A-Z0-9+*]{4,30}$/, 'INVALID_VALUE') }),
} as const

/** VAT numbers of customers, as staff see and confirm them. */
export const vatCheckRoutes = {
  list: route({
    method: 'GET',
    path: '/global/staff/vat-check',
    access: 'staff',
    right: 'checks.release',
    summary: 'VAT numbers that the service denied or could not confirm: at most the 100 newest',
    output: z.strictObject({ checks: z.array(vatCheckView) }),
    errors: [],
  }),
  get: route({
    ...ofNumber,
    method: 'GET',
    path: '/global/staff/vat-check/{vatNumber}',
    summary: 'A VAT number with its checks and the customers who use it',
    output: vatNumberView,
    errors: ['NOT_FOUND'],
  }),
  ask: route({
    ...ofNumber,
    method: 'POST',
    path: '/global/staff/vat-check/{vatNumber}/ask',
    summary: 'Asks the VAT service about a number again, and stores the answer',
    output: vatCheckView,
    errors: ['NOT_FOUND', 'VAT_SERVICE_MISSING', 'VAT_SERVICE_UNAVAILABLE', 'VAT_NUMBER_RELEASED'],
    limits: [{ by: 'session', max: 30, windowSeconds: 600 }],
  }),
  release: route({
    method: 'POST',
    path: '/global/staff/vat-check/release',
    access: 'staff',
    right: 'checks.release',
    summary: 'Confirms a VAT number from other evidence: orders to it need no VAT from now on',
    body: z.strictObject({ vatNumber: requiredText(30), reason: requiredReason }),
    output: vatCheckView,
    errors: [],
  }),
}
