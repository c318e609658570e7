/**
 * Every error code of the gateway with its HTTP status. Each code has a French and an English text
 * in `@cotation/messages` (`errors`), checked by a test. 401 only ever means "no valid session",
 * because the client clears its session on it (spec 8). A wrong password at login is therefore 422.
 */
export const errorStatus = {
  VALIDATION: 422,
  MALFORMED: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_LARGE: 413,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  UNEXPECTED: 500,
  BUSY: 503,
  INVALID_CREDENTIALS: 422,
  NOT_ACTIVATED: 422,
  CAPTCHA_WRONG: 422,
  ALREADY_REGISTERED: 422,
  KEY_INVALID: 422,
  PASSWORD_REQUIRED: 403,
  PASSWORD_WRONG: 422,
  VERIFICATION_CODE_WRONG: 422,
  IMAGE_UNSUPPORTED: 422,
  IMAGE_TOO_LARGE: 422,
  SIGN_IN_UNAVAILABLE: 503,
  SIGN_IN_REFUSED: 422,
  SIGN_IN_EMAIL_UNVERIFIED: 422,
  SIGN_IN_ACCOUNT_EXISTS: 422,
  SIGN_IN_LINKED_ELSEWHERE: 422,
  LAST_SIGN_IN_METHOD: 422,
  QUOTA_EXCEEDED: 429,
  TOO_MANY_FILES: 422,
  UPLOAD_INCOMPLETE: 422,
  UPLOAD_IN_USE: 422,
  FINDING_NOT_ACCEPTABLE: 422,
  PRICE_CHANGED: 409,
  QUOTE_EXPIRED: 409,
  LINE_NOT_READY: 409,
  ORDER_OPEN: 409,
  ORDER_REFUSED: 422,
  ORDER_STATE: 409,
  ORDER_NOT_CANCELLABLE: 409,
  ORDER_NOT_DELIVERED: 409,
  ALREADY_REVIEWED: 409,
  FILES_GONE: 422,
  ADDITIONAL_COST_OPEN: 409,
  ADDITIONAL_COST_STATE: 409,
  CHECK_PASSED: 422,
  PAYMENT_PENDING: 409,
  METHOD_NOT_OFFERED: 422,
  BALANCE_TOO_LOW: 422,
  CREDIT_TOO_LOW: 422,
  CREDIT_NOT_POSSIBLE: 422,
  PROVIDER_UNAVAILABLE: 503,
  REFUND_TOO_HIGH: 422,
  RECEIPT_SETTLED: 409,
  SECOND_PERSON_NEEDED: 403,
  RELOAD_NOT_ALLOWED: 403,
  STAFF_NOT_ACTIVE: 422,
  COUPON_UNUSABLE: 422,
  COUPON_CODE_INVALID: 422,
  COUPON_CODE_USED: 422,
  WEBHOOK_INVALID: 400,
  CATALOGUE_FAULTY: 422,
  CATALOGUE_PUBLISHED: 422,
  CATALOGUE_DATE_PAST: 422,
} as const

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

/** An invalid field. `code` is a key of the `validation` messages. */
export interface FieldIssue {
  path: string
  code: string
  message: string
}

/** The body of every error response. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  requestId: string
  issues?: FieldIssue[]
}
