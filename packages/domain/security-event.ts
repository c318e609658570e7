/** What happened to the security of an account or the installation; docs/security.md describes each. */
export const securityEventKinds = [
  'login',
  'login-failed',
  'logout',
  'session-ended',
  'sessions-ended',
  'account-activated',
  'reset-requested',
  'password-reset',
  'password-changed',
  'password-wrong',
  'second-factor-on',
  'second-factor-off',
  'app-added',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
  'step-up',
  'email-changed',
  'email-change-undone',
  'service-linked',
  'service-unlinked',
  'deletion-requested',
  'deletion-confirmed',
  'export-requested',
  'limit-reached',
  'forbidden',
  'staff-call',
  'staff-token',
  'staff-added',
  'staff-role-changed',
  'staff-reset',
  'staff-enabled',
  'staff-disabled',
  'audit-broken',
] as const

export type SecurityEventKind = (typeof securityEventKinds)[number]

/** Events are removed after this time. */
export const securityEventDays = 90
