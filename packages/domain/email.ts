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

const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox behind an address: without what follows a plus sign and, at Gmail, without dots. Only
 * for comparing people; mail goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const [name = ''] = address.slice(0, at).split('+')

  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/**
 * Enough for its owner to tell two accounts apart, and useless to others: "martin@example.org" gives
 * "m•••n@example.org".
 */
export function recognisableEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  const last = name.length > 2 ? name.slice(-1) : ''
  return `${name.slice(0, 1)}•••${last}${email.slice(at)}`
}

/** Shows that an address exists without telling it: "zoe@example.com" gives "z•••@e•••.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const ending = domain.slice(domain.lastIndexOf('.'))
  return `${email.slice(0, 1)}•••@${domain.slice(0, 1)}•••${ending}`
}
