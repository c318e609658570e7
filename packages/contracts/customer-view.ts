import { z } from 'zod'
import { nothing, requiredReason } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** How long a code can be used, and how long staff then see the customer's side. */
export const viewCodeMinutes = 15
export const viewMinutes = 30

const customerParams = z.strictObject({ customerId: z.uuid('INVALID_VALUE') })

/** A member of staff who looked, or looks, at the customer's side. */
const ownView = z.strictObject({
  id: z.uuid(),
  by: z.string(),
  reason: z.string(),
  startedAt: time,
  /** When it ended or will end. */
  until: time,
  isOpen: z.boolean(),
})

export type OwnView = z.output<typeof ownView>

/** For the customer, who lets staff look and sees who does. */
export const customerViewRoutes = {
  makeCode: route({
    method: 'POST',
    path: '/global/account/view/code',
    access: 'customer',
    summary: 'A new code with which staff can look at the account, read-only; an earlier one becomes invalid',
    output: z.strictObject({ code: z.string(), expiresAt: time }),
    errors: [],
    limits: [{ by: 'session', max: 10, windowSeconds: 3600 }],
  }),
  list: route({
    method: 'GET',
    path: '/global/account/view',
    access: 'customer',
    summary: 'The members of staff who looked at the account, the newest first',
    output: z.strictObject({ views: z.array(ownView) }),
    errors: [],
  }),
  end: route({
    method: 'POST',
    path: '/global/account/view/{viewId}/end',
    access: 'customer',
    summary: 'Ends the look of a member of staff at the account (idempotent)',
    params: z.strictObject({ viewId: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
}

/** For staff. The token opens the calls of `isViewable` and nothing else. */
export const customerViewStaffRoutes = {
  list: route({
    method: 'GET',
    path: '/global/staff/customer/{customerId}/view',
    access: 'staff',
    right: 'customers.view',
    summary: 'The caller’s running looks at a customer’s side, the newest first, without their tokens',
    params: customerParams,
    output: z.strictObject({ views: z.array(z.strictObject({ id: z.uuid(), until: time })) }),
    errors: ['NOT_FOUND'],
  }),
  begin: route({
    method: 'POST',
    path: '/global/staff/customer/{customerId}/view',
    access: 'staff',
    right: 'customers.view',
    stepUp: true,
    summary: 'A token with which the caller sees the customer’s side for 30 minutes, with the customer’s code',
    params: customerParams,
    body: z.strictObject({
      code: z
        .string('REQUIRED')
        .trim()
        .regex(/^\d{6}$/, 'INVALID_VALUE'),
      reason: requiredReason,
    }),
    output: z.strictObject({
      viewId: z.uuid(),
      accessToken: z.string(),
      expiresIn: z.int(),
      until: time,
      customer: z.string(),
    }),
    errors: ['NOT_FOUND', 'VERIFICATION_CODE_WRONG'],
    limits: [{ by: 'session', max: 20, windowSeconds: 900 }],
  }),
  end: route({
    method: 'POST',
    path: '/global/staff/customer/{customerId}/view/end',
    access: 'staff',
    right: 'customers.view',
    summary: 'Ends the caller’s looks at a customer’s side (idempotent)',
    params: customerParams,
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
}
