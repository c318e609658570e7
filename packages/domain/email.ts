import { accountLimits } from './account.ts'

/** Trims and lower-cases, so that a mailbox has one spelling in the database. */
export function normalizeEmail(raw: string): string {
  return raw.trim().toLowerCase()
}

const local = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

/** Splits, then uses short anchored patterns: one big one could backtrack for minutes (INJ-6). */
export function isEmail(raw: string): boolean {
  if (raw.length > accountLimits.email.max) return false

  const at = raw.lastIndexOf('@')
  if (at < 1) return false

  const name = raw.slice(0, at)
  const labels = raw.slice(at + 1).split('.')

  return (
    local.test(name) &&
    !name.startsWith('.') &&
    !name.endsWith('.') &&
    !name.includes('..') &&
    labels.length > 1 &&
    labels.every((part) => label.test(part))
  )
}
