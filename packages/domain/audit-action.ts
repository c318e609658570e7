/** Who did what an audit entry records: a member of staff, a command line tool, or the server itself. */
export const auditActors = ['staff', 'tool', 'system'] as const
export type AuditActor = (typeof auditActors)[number]

/** What audit entries are about. */
export const auditSubjectKinds = [
  'additional-cost',
  'catalogue',
  'claim',
  'coupon-offer',
  'customer',
  'dispute',
  'file',
  'line',
  'list',
  'order',
  'parcel',
  'project',
  'proposal',
  'receipt',
  'refund',
  'reload',
  'role',
  'staff',
  'vat-number',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

/**
 * What is recorded in the audit (decision 0030), named as something that happened to its subject. A staff
 * write records exactly one of them.
 */
export const auditActions = [
  'order.moved',
  'order.cancelled',
  'order.refunded',
  'parcel.added',
  'parcel.updated',
  'reload.refunded',
  'receipt.recorded',
  'receipt.approved',
  'receipt.resolved',
  'refund.returned',
  'dispute.released',
  'vat-number.released',
  'customer.opened',
  'customer.credit-set',
  'customer.credit-settled',
  'customer.flags-set',
  'customer.manager-set',
  'customer.manager-removed',
  'customer.freight-account-confirmed',
  'customer.archive-opened',
  'customer.invoice-opened',
  'customer.second-factor-removed',
  'customer.sessions-ended',
  'staff.added',
  'staff.contact-changed',
  'staff.disabled',
  'staff.token-made',
  'coupon-offer.made',
  'proposal.made',
  'proposal.approved',
  'proposal.refused',
  'proposal.withdrawn',
  'project.export-released',
  'additional-cost.requested',
  'additional-cost.withdrawn',
  'additional-cost.refunded',
  'additional-cost.picture-added',
  'claim.accepted',
  'claim.questioned',
  'claim.rejected',
  'claim.settled',
  'claim.reprinted',
  'line.question-answered',
  'line.question-declined',
  'catalogue.draft-saved',
  'catalogue.draft-removed',
  'catalogue.published',
  'file.downloaded',
  'list.exported',
] as const
export type AuditAction = (typeof auditActions)[number]
