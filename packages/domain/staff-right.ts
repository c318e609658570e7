/** Roles of staff (product decisions 2). */
export const staffRoles = ['account-manager', 'customer-success', 'operator', 'accountant', 'administrator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Staff who advise customers. */
const advisers = ['account-manager', 'customer-success', 'administrator'] as const
/** Staff who decide about customers and what they may owe. */
const managers = ['account-manager', 'administrator'] as const
/** Staff who make and ship parts, or move their orders on. */
const makers = ['operator', 'customer-success', 'administrator'] as const
/** Staff who work at the machines. */
const workers = ['operator', 'administrator'] as const
/** Staff who handle money. */
const cashiers = ['account-manager', 'accountant', 'administrator'] as const

/**
 * What staff may do, and the roles that may. Each staff call declares the right that it needs.
 * Money rights are apart from those of production: moving an order never includes refunding it.
 */
const rolesByRight = {
  /** Their own sign-in and sessions, and the phone number and hours that customers see. In every role. */
  'staff.self': staffRoles,
  /** See orders and claims with their pictures. */
  'orders.read': staffRoles,
  /** Download the CAD files and drawings of an order. Every role with it can read orders. */
  'files.read': staffRoles,
  'orders.move': makers,
  'orders.cancel': advisers,
  'parcels.write': makers,
  /** See the steps of parts in production, and print their travellers. */
  'production.read': makers,
  /** Report steps as started, paused or done. */
  'production.work': workers,
  'claims.judge': advisers,
  'costs.read': [...advisers, 'accountant'],
  /** Request additional costs from customers, and withdraw them. */
  'costs.request': advisers,
  /** Write to customers about their orders; notes for colleagues need no right of their own. */
  'messages.write': advisers,
  /** Answer customers' questions about parts, as an expert. */
  'quotes.answer': advisers,
  'customers.read': advisers,
  /** Set what a customer may do, such as ordering for others. */
  'customers.edit': advisers,
  /** Look at a customer's side, read-only, with a code from the customer. */
  'customers.view': advisers,
  /** Give a customer another manager. */
  'customers.assign': managers,
  /**
   * Move money of customers who have another manager. Without it, staff act for customers without a
   * manager and for their own.
   */
  'customers.any': ['customer-success', 'accountant', 'administrator'],
  /** Release what a check has stopped: disputed reloads, VAT numbers, export control. */
  'checks.release': managers,
  /** Record money that arrived, and decide what it pays. */
  'money.receive': cashiers,
  'money.refund': cashiers,
  /** Confirm as the second person what a colleague proposed. */
  'money.approve': cashiers,
  'credit.grant': managers,
  'coupons.issue': advisers,
  /** See the proposals that wait for a second person, and withdraw their own. */
  'proposals.use': [...advisers, 'accountant'],
  /** Download lists as files; the right of the list itself is needed too. */
  'data.export': cashiers,
  /** Open the archive of a deleted account, with a reason. */
  'archive.read': ['accountant'],
  /** See the mails that were sent or failed, and send them again. */
  'mails.read': advisers,
  /** See background jobs, and run failed ones again. */
  'jobs.run': ['administrator'],
  /** See the audit of staff, and security events. */
  'audit.read': ['administrator'],
  /** Add and disable staff, give them roles, and make roles. */
  'staff.admin': ['administrator'],
} as const satisfies Record<string, readonly StaffRole[]>

export type StaffRight = keyof typeof rolesByRight

/** The roles that have a right. */
export function rolesWith(right: StaffRight): readonly StaffRole[] {
  return rolesByRight[right]
}

export const staffRights = Object.keys(rolesByRight) as StaffRight[]

/** The rights of a built-in role. */
export function rightsOf(role: StaffRole): StaffRight[] {
  return staffRights.filter((right) => rolesWith(right).includes(role))
}

/** The rights of a role that the shop has made: the chosen ones, and those that everyone needs. */
export function rightsOfOwnRole(chosen: readonly string[]): StaffRight[] {
  return staffRights.filter((right) => right === 'staff.self' || chosen.includes(right))
}

/** Whether the role has the right. */
export function hasRight(role: StaffRole, right: StaffRight): boolean {
  return rolesWith(right).includes(role)
}
