import { accountLimits } from './account.ts'

/** One spelling per mailbox in the database: trimmed and lower-cased, as every large provider treats it. */
export function normalizeEmail(raw: string): string {
  return raw.trim().toLowerCase()
}

const local = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

/** Split first, then short anchored patterns: one big pattern backtracks for minutes on hostile input (INJ-6). */
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
