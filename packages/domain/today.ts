import type { StaffRight, StaffRole } from './staff-right.ts'

/** How a kind of staff task ends: when its cause is gone, or when a person marks it as done. */
export type StaffTaskEnd = 'with-cause' | 'by-mark'

interface StaffTaskRule {
  /** Who sees it and may take it. */
  right: StaffRight
  /** Hours from its start until it is late. */
  promisedHours: number
  /** Where it leads below `/staff`; `{id}` is the task's target, unless one screen shows all of its kind. */
  path: string
  end: StaffTaskEnd
}

/**
 * Everything that waits for a member of staff. The kinds with a promise to customers have 24 plain
 * hours: product decisions name no working hours for answers.
 */
const rules = {
  'expert-question': { right: 'quotes.answer', promisedHours: 24, path: '/experts/{id}', end: 'with-cause' },
  'contact-message': { right: 'customers.read', promisedHours: 24, path: '/today/message/{id}', end: 'by-mark' },
  /** What a customer wrote about an order; an answer ends it too. */
  'order-message': { right: 'messages.write', promisedHours: 24, path: '/orders/{id}', end: 'by-mark' },
  /** A paid order that nobody has sent to production. */
  'order-review': { right: 'orders.move', promisedHours: 24, path: '/orders/{id}', end: 'with-cause' },
  /** In production, and its day of dispatch is today or over, or the plan ends after that day. */
  'order-late': { right: 'orders.move', promisedHours: 24, path: '/orders/{id}', end: 'with-cause' },
  /**
   * Not delivered by the promised day, or a parcel has an incident. The hours are those of an incident: a
   * missed day is late from the beginning.
   */
  'delivery-late': { right: 'parcels.write', promisedHours: 24, path: '/orders/{id}', end: 'with-cause' },
  claim: { right: 'claims.judge', promisedHours: 24, path: '/claims/{id}', end: 'with-cause' },
  /** Accepted, without new parts or money yet. Customers may order the parts themselves, so it has more time. */
  'claim-to-settle': { right: 'claims.judge', promisedHours: 72, path: '/claims/{id}', end: 'with-cause' },
  /** The customer declined an additional cost, or let it expire: the order cannot go on as it is. */
  'cost-declined': { right: 'costs.request', promisedHours: 24, path: '/additional-costs/{id}', end: 'by-mark' },
  'receipt-held': { right: 'money.receive', promisedHours: 24, path: '/receipts/{id}', end: 'with-cause' },
  /** A large receipt that a second person confirms. */
  'receipt-unapproved': { right: 'money.approve', promisedHours: 24, path: '/receipts/{id}', end: 'with-cause' },
  /** Money that arrived for an order or cost that no longer expects it. */
  'payment-held': { right: 'money.refund', promisedHours: 24, path: '/orders/{id}', end: 'with-cause' },
  /** Money that arrived for a reload that no longer expects it. It belongs to no order that could be opened. */
  'reload-held': { right: 'money.refund', promisedHours: 24, path: '/reloads/{id}', end: 'with-cause' },
  /** A refund that staff send by transfer. */
  'refund-to-send': { right: 'money.refund', promisedHours: 48, path: '/orders/{id}', end: 'with-cause' },
  'refund-failed': { right: 'money.refund', promisedHours: 24, path: '/orders/{id}', end: 'by-mark' },
  'reload-refund-failed': { right: 'money.refund', promisedHours: 24, path: '/reloads/{id}', end: 'by-mark' },
  'payment-dispute': { right: 'money.refund', promisedHours: 48, path: '/orders/{id}', end: 'with-cause' },
  'reload-dispute': { right: 'checks.release', promisedHours: 48, path: '/disputes/{id}', end: 'with-cause' },
  'vat-number': { right: 'checks.release', promisedHours: 24, path: '/vat-numbers/{id}', end: 'with-cause' },
  'freight-account': { right: 'customers.edit', promisedHours: 24, path: '/customers/{id}', end: 'with-cause' },
  'export-control': { right: 'checks.release', promisedHours: 24, path: '/projects/{id}', end: 'with-cause' },
  proposal: { right: 'money.approve', promisedHours: 24, path: '/proposals/{id}', end: 'with-cause' },
  'referral-refused': { right: 'customers.read', promisedHours: 72, path: '/customers/{id}', end: 'by-mark' },
  'file-unreadable': { right: 'quotes.answer', promisedHours: 24, path: '/projects/{id}', end: 'by-mark' },
  'mail-failed': { right: 'mails.read', promisedHours: 24, path: '/mails/{id}', end: 'by-mark' },
  'job-failed': { right: 'jobs.run', promisedHours: 24, path: '/jobs/{id}', end: 'by-mark' },
  /** The nightly verification found that the audit was changed. */
  'audit-broken': { right: 'audit.read', promisedHours: 4, path: '/audit', end: 'by-mark' },
} as const satisfies Record<string, StaffTaskRule>

export type StaffTaskKind = keyof typeof rules

export const staffTaskKinds = Object.keys(rules) as [StaffTaskKind, ...StaffTaskKind[]]

export const staffTaskRules: Readonly<Record<StaffTaskKind, StaffTaskRule>> = rules

/** The kinds that a person with these rights sees. */
export function taskKindsOf(rights: readonly StaffRight[]): StaffTaskKind[] {
  return staffTaskKinds.filter((kind) => rights.includes(staffTaskRules[kind].right))
}

/** Where a task leads in the staff app. */
export function taskPath(kind: StaffTaskKind, targetId: string): string {
  return `/staff${staffTaskRules[kind].path.replace('{id}', targetId)}`
}

/** Which tasks the list shows: the person's own, those without a holder, or all. */
export const taskHolderFilters = ['all', 'mine', 'free'] as const
export type TaskHolderFilter = (typeof taskHolderFilters)[number]

/** When a member of staff gets a mail about a kind of task. */
export const taskNotices = ['at-once', 'morning', 'never'] as const
export type TaskNotice = (typeof taskNotices)[number]

const urgentKinds: readonly StaffTaskKind[] = ['order-review', 'expert-question', 'contact-message', 'order-message']
const answeringRoles: readonly StaffRole[] = ['customer-success', 'administrator']

/**
 * What applies until the person chooses otherwise: those who answer customers learn of it at once.
 * The role is null for one that the shop has made.
 */
export function defaultNotice(role: StaffRole | null, kind: StaffTaskKind): TaskNotice {
  const answers = role !== null && answeringRoles.includes(role)
  return answers && urgentKinds.includes(kind) ? 'at-once' : 'morning'
}
