import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AccountType, addressBooks, type StaffRole } from '@cotation/domain'
import { whenMissing } from '#adapters/files.ts'
import { AppError } from '#core/app-error.ts'
import { bySystem } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret } from '#core/secrets.ts'
import { createAddress, searchAddresses } from '#features/address/address.service.ts'
import { findCustomerByEmail, insertCustomer, updateCredentials } from '#features/auth/customer.repository.ts'
import { grantCredit, setFlags } from '#features/balance/staff-credit.service.ts'
import { findStaffByEmail, insertStaff, updateStaff } from '#features/staff-access/staff.repository.ts'
import { type DemoPerson, demoMembers, demoPeople, shopEmails } from './demo-shop/people.ts'
import { issueCode } from './features/coupon/coupon.service.ts'
import { findBalance } from './money/ledger.ts'

export interface DemoAccount {
  email: string
  password: string
  accountType: AccountType
}

export const demoEmails = [...demoPeople.map(({ email }) => email), ...shopEmails]

export const demoStaffEmails: readonly string[] = demoMembers.map(({ email }) => email)

export interface DemoStaffAccount {
  email: string
  password: string
  role: StaffRole
}

/** Every account can redeem it once. */
export const demoCoupon = 'WELCOME10'
export const demoCouponEnd = '2100-01-01T00:00:00Z'
const creditMinor = 5_000_00

/** Where releases before the table `demo_password` kept it. */
export const passwordFileOf = (dataDir: string) => join(dataDir, 'demo-password')

function newDemoPassword(): string {
  return newSecret()
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 12)
}

/**
 * A password of this installation only: one in the source code would be a back door (OPS-5). Of several
 * servers that start together one stores it, and all read that one (B32).
 */
async function demoPassword({ db, clock, config }: Deps): Promise<string> {
  const earlier = await readFile(passwordFileOf(config.dataDir), 'utf8').catch(whenMissing(''))
  const password = earlier.trim() || newDemoPassword()
  await db
    .insertInto('demo_password')
    .values({ password, created_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  const stored = await db.selectFrom('demo_password').select('password').executeTakeFirstOrThrow()
  return stored.password
}

/** Creates demo accounts with addresses and reloads, credit for companies, a coupon. Idempotent. */
export async function seedDemo(deps: Deps): Promise<DemoAccount[]> {
  const password = await demoPassword(deps)
  const staffId = await getDemoStaffId(deps)
  for (const person of demoPeople) {
    await seedAccount(deps, person, password)

    const customerId = (await findCustomerByEmail(deps.db, person.email))?.id
    if (customerId === undefined) continue

    await setFlags(deps, customerId, { isRecharge: true }, bySystem)
    await fillAddressBooks(deps, customerId, person)
    if (person.accountType === 'enterprise') await grantCreditOnce(deps, staffId, customerId)
  }

  await issueDemoCoupon(deps)
  return demoPeople.map(({ email, accountType }) => ({ email, password, accountType }))
}

async function seedAccount(deps: Deps, person: DemoPerson, password: string): Promise<void> {
  const { email, username, accountType, company, title, industry } = person
  const { firstName, lastName, phone } = person.address
  const existing = await findCustomerByEmail(deps.db, email)
  if (existing?.password_hash && (await deps.passwords.verify(existing.password_hash, password))) return

  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock()
  if (existing) {
    await updateCredentials(deps.db, existing.id, { password_hash: passwordHash, activated_at: now })
    return
  }

  await insertCustomer(deps.db, now, {
    email,
    username,
    accountType,
    firstName,
    lastName,
    company,
    phoneCode: '+33',
    phone,
    title,
    industry,
    passwordHash,
    signupProofHash: null,
    activatedAt: now,
    language: 'fr',
    channel: null,
  })
}

async function getDemoStaffId(deps: Deps): Promise<string> {
  const [member] = demoMembers
  await deps.db.transaction().execute((trx) => insertStaff(trx, member, deps.clock()))
  const found = await findStaffByEmail(deps.db, member.email)
  if (!found) throw new Error('the demo staff member is missing')
  return found.id
}

/**
 * Gives each role an account with the password of the demo and no second factor. Only where no one
 * else can reach the server: everywhere else such an account cannot sign in either. Idempotent.
 */
export async function seedDemoStaff(deps: Deps): Promise<DemoStaffAccount[]> {
  if (!deps.config.isLocalOnly) return []

  const password = await demoPassword(deps)
  const accounts: DemoStaffAccount[] = []
  for (const member of demoMembers) {
    await deps.db.transaction().execute((trx) => insertStaff(trx, member, deps.clock()))
    const isOpen = await openDemoMember(deps, member.email, password)
    if (isOpen) accounts.push({ email: member.email, password, role: member.role })
  }
  return accounts
}

/** False for a member who has enrolled since, or was disabled. */
async function openDemoMember(deps: Deps, email: string, password: string): Promise<boolean> {
  const member = await findStaffByEmail(deps.db, email)
  if (!member || member.disabled_at !== null) return false

  const hasOwnPassword = member.password_hash !== null && !member.is_demo
  if (hasOwnPassword) return false
  if (member.password_hash !== null && (await deps.passwords.verify(member.password_hash, password))) return true

  const passwordHash = await deps.passwords.hash(password)
  await deps.db.transaction().execute(async (trx) => {
    await updateStaff(trx, member.id, { password_hash: passwordHash, is_demo: true })
  })
  return true
}

/** Adds an address to each empty book. */
async function fillAddressBooks(deps: Deps, customerId: string, person: DemoPerson): Promise<void> {
  for (const book of addressBooks) {
    const { total } = await searchAddresses(deps.db, { customerId, book }, { page: 1, pageSize: 1 }, 'fr')
    if (total > 0) continue

    await createAddress(
      deps,
      { customerId, book },
      {
        ...person.address,
        company: book === 'billing' ? person.company : '',
        phoneCode: '+33',
        vatNumber: '',
        country: 'FR',
        line2: '',
        line3: '',
        state: '',
        isDefault: true,
      },
    )
  }
}

async function grantCreditOnce(deps: Deps, staffId: string, customerId: string): Promise<void> {
  const { floorMinor } = await findBalance(deps.db, 'credit', customerId)
  if (floorMinor !== 0) return

  const grant = { customerId, limitMinor: creditMinor, reason: 'Demo' }
  await deps.db.transaction().execute((trx) => grantCredit(deps, trx, staffId, grant))
}

async function issueDemoCoupon(deps: Deps): Promise<void> {
  try {
    await issueCode(deps, deps.db, {
      code: demoCoupon,
      coupon: { type: 'percent', percent: 10 },
      mostUses: 1_000_000,
      redeemableUntil: demoCouponEnd,
      validDays: 365,
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'COUPON_CODE_USED')) throw error
  }
}
