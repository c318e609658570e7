import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Passwords that attackers try first, in lower case: words, names, places, brands, keyboard rows and
 * digits in French and English, with the endings that people append. Only the server has this list; the
 * browser knows the few hundred commonest, to answer before the form is sent.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
)

export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
