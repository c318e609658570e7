import { accountTables } from './account-tables.ts'
import { additionalCostTables } from './additional-cost-tables.ts'
import { afterSaleTables } from './after-sale-tables.ts'
import { loyaltyTables } from './loyalty-tables.ts'
import { moneyTables } from './money-tables.ts'
import { orderTables } from './order-tables.ts'
import { quoteTables } from './quote-tables.ts'
import { referralTables } from './referral-tables.ts'
import type { TableRule } from './rule.ts'
import { siteTables } from './site-tables.ts'
import { systemTables } from './system-tables.ts'

/**
 * Every table and column: whose it is, whether it is personal, what deletion does with it and what
 * the export contains. Deletion goes through it in this sequence: mails are found by the projects
 * and orders that they mention, coupons after the orders that used them, files at the end.
 */
export const personalDataMap: readonly TableRule[] = [
  ...accountTables,
  ...siteTables,
  ...loyaltyTables,
  ...referralTables,
  ...afterSaleTables,
  ...additionalCostTables,
  ...orderTables,
  ...moneyTables,
  ...quoteTables,
  ...systemTables,
]

/** Where the file store holds data of customers, and what removes it. */
export const storedFolders = {
  'parts/': 'uploaded files and drawings, removed with their upload',
  'meshes/': 'display meshes, removed with their upload',
  'thumbnails/': 'pictures of parts, removed with their upload',
  'avatars/': 'profile pictures, removed by deletion',
  'after-sale/': 'photos of claims, removed by deletion',
  'production/': 'photos of production steps, removed by deletion',
  'inspections/': 'photos of inspections, removed by deletion',
  'review-photos/': 'photos of reviews, removed by deletion',
  'additional-costs/': 'pictures of additional costs, removed by deletion',
  'exports/': 'exports, removed by deletion and after their last day',
  'erased/': 'ids of deleted customers, to delete them again after a restored backup',
  'archive/': 'invoices of deleted customers, removed when their retention ends',
  'secrets/': 'secrets of the installation, about no customer',
} as const
