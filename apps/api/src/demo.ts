import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountType } from '@cotation/domain'
import { findCustomerByEmail, insertCustomer, updateCredentials } from '#features/auth/customer.repository.ts'
import type { Deps } from './deps.ts'
import { newSecret } from './secrets.ts'

export interface DemoAccount {
  email: string
  password: string
  accountType: AccountType
}

const people = [
  { email: 'camille@demo.example', username: 'Camille', accountType: 'personal', company: '' },
  { email: 'achats@demo.example', username: 'Achats', accountType: 'enterprise', company: 'Atelier Démo' },
] as const

/** A password of this installation alone: one that stood in the source would be a back door (OPS-5). */
async function demoPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'demo-password')
  await mkdir(dataDir, { recursive: true })
  const password = newSecret()
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 12)
  try {
    await writeFile(file, password, { mode: 0o600, flag: 'wx' })
    return password
  } catch {
    return (await readFile(file, 'utf8')).trim()
  }
}

/** Makes the demo accounts where they are missing, and gives them this installation's demo password. */
export async function seedDemo(deps: Deps): Promise<DemoAccount[]> {
  const password = await demoPassword(deps.config.dataDir)
  for (const person of people) {
    const existing = await findCustomerByEmail(deps.db, person.email)
    if (existing?.password_hash && (await deps.passwords.verify(existing.password_hash, password))) continue
    const passwordHash = await deps.passwords.hash(password)
    const now = deps.clock()
    if (existing) {
      await updateCredentials(deps.db, existing.id, { password_hash: passwordHash, activated_at: now })
      continue
    }
    await insertCustomer(deps.db, now, {
      ...person,
      passwordHash,
      signupProofHash: null,
      activatedAt: now,
      language: 'fr',
      channel: null,
    })
  }
  return people.map(({ email, accountType }) => ({ email, password, accountType }))
}
