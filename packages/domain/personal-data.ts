/** What a customer must settle before the account can be deleted (spec 4, Account). */
export const deletionObstacles = [
  'open-order',
  'open-claim',
  'additional-cost',
  'open-payment',
  'refund-pending',
  'dispute',
  'credit-owed',
  'reload-pending',
  'balance',
] as const

export type DeletionObstacle = (typeof deletionObstacles)[number]

/** What ends an obstacle. Each belongs to one kind, or to kinds that end alike. */
export const obstacleRemedies = [
  'pay-or-cancel',
  'await-payment',
  'cancel-or-receive',
  'receive',
  'confirm-receipt',
  'await-answer',
  'answer',
  'order-after-sale',
  'pay-or-decline',
  'await-check',
  'pay-reload',
  'await-refund',
  'write',
  'settle-credit',
  'await-credit',
  'refund-or-give-up',
] as const

export type ObstacleRemedy = (typeof obstacleRemedies)[number]

/** `ended`: its file was removed. */
export const exportStates = ['queued', 'running', 'ready', 'failed', 'ended'] as const
export type ExportState = (typeof exportStates)[number]

export const personalDataLimits = {
  /** A deletion must be confirmed within this time (spec 9). */
  confirmationHours: 24,
  /** Without a password, the sign-in may be at most this old. */
  signInMinutes: 10,
  /** How long the file of an export can be downloaded. */
  exportDays: 7,
  /** How long invoices and the facts behind them are kept after a deletion. */
  archiveYears: 10,
} as const
