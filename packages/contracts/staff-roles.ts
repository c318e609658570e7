import type { StaffRole } from '@cotation/domain'

/** Staff who advise customers. */
export const advisers: readonly StaffRole[] = ['account-manager', 'customer-success', 'administrator']

/** Staff who decide about money and customers. */
export const managers: readonly StaffRole[] = ['account-manager', 'administrator']
