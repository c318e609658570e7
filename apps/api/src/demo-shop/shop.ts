import { addressBooks, type StaffRole } from '@cotation/domain'
import { inPlainLetters } from '@cotation/places'
import type { Deps } from '#core/deps.ts'
import type { Db } from '#db/database.ts'
import { createAddress } from '#features/address/address.service.ts'
import { findCustomerByEmail, insertCustomer } from '#features/auth/customer.repository.ts'
import { findStaffByEmail } from '#features/staff-access/staff.repository.ts'
import { type DemoPerson, demoMembers, demoPeople, shopPeople } from './people.ts'
import type { WorkCalendar } from './work-calendar.ts'

/** The product at an earlier time: its services, jobs and card pages, which write to one transaction. */
export interface Past {
  deps: Deps
  /** Moves the clock; never back. */
  moveTo(at: Date): void
  /** Runs the jobs that were enqueued, and those that they enqueue, in their sequence. */
  runJobs(): Promise<void>
  /** Hands over the bytes of an upload, as its browser would have sent them. */
  receive(uploadId: string, bytes: Uint8Array): void
  /** Chooses an accepted card on the page of the simulated provider. */
  payOnPage(url: string): Promise<void>
  close(): Promise<void>
}

export interface Customer {
  id: string
  email: string
  shippingAddressId: string
}

/** The people of the demo shop, and the two demo accounts with a password. */
export type CustomerName = keyof typeof shopPeople | 'camille' | 'achats'

/** What the stories work with. */
export interface Shop {
  past: Past
  calendar: WorkCalendar
  /** The ids of the members of staff, by role. */
  staff: Readonly<Record<StaffRole, string>>
  customers: ReadonlyMap<CustomerName, Customer>
}

export function customerOf({ customers }: Shop, name: CustomerName): Customer {
  const customer = customers.get(name)
  if (!customer) throw new Error(`the demo has no customer ${name}`)
  return customer
}

export async function openShop(past: Past, calendar: WorkCalendar): Promise<Shop> {
  const customers = new Map<CustomerName, Customer>()
  for (const [name, person] of Object.entries(shopPeople))
    customers.set(name as CustomerName, await register(past, person))

  for (const { email } of demoPeople) {
    const name = email === 'camille@demo.example' ? 'camille' : 'achats'
    const customer = await findDemoCustomer(past.deps.db, email)
    if (customer) customers.set(name, customer)
  }

  return { past, calendar, customers, staff: await findStaffIds(past.deps.db) }
}

/** Null for a demo account that its user has deleted or left without an address. */
async function findDemoCustomer(db: Db, email: string): Promise<Customer | null> {
  const account = await findCustomerByEmail(db, email)
  if (!account) return null

  const address = await db
    .selectFrom('address')
    .select('id')
    .where('customer_id', '=', account.id)
    .where('book', '=', 'shipping')
    .orderBy('is_default', 'desc')
    .executeTakeFirst()
  return address ? { id: account.id, email, shippingAddressId: address.id } : null
}

async function register({ deps }: Past, person: DemoPerson): Promise<Customer> {
  const { email, username, accountType, company, title, industry, address } = person
  const now = deps.clock()
  const id = await insertCustomer(deps.db, now, {
    email,
    username,
    accountType,
    firstName: address.firstName,
    lastName: address.lastName,
    company,
    phoneCode: '+33',
    phone: address.phone,
    title,
    industry,
    passwordHash: null,
    signupProofHash: null,
    activatedAt: now,
    language: 'fr',
    channel: null,
  })
  if (id === null) throw new Error(`the address ${email} of the demo is taken`)

  let shippingAddressId = ''
  for (const book of addressBooks) {
    const row = await createAddress(
      deps,
      { customerId: id, book },
      {
        ...(book === 'shipping' ? labelOf(address) : address),
        company: book === 'shipping' ? inPlainLetters(company) : company,
        phoneCode: '+33',
        vatNumber: '',
        country: 'FR',
        line2: '',
        line3: '',
        state: '',
        isDefault: true,
      },
    )
    if (book === 'shipping') shippingAddressId = row.id
  }
  return { id, email, shippingAddressId }
}

/** The address in the characters that a carrier's label can print. */
function labelOf(address: DemoPerson['address']): DemoPerson['address'] {
  const { firstName, lastName, line1, city } = address
  return {
    ...address,
    firstName: inPlainLetters(firstName),
    lastName: inPlainLetters(lastName),
    line1: inPlainLetters(line1),
    city: inPlainLetters(city),
  }
}

async function findStaffIds(db: Db): Promise<Record<StaffRole, string>> {
  const ids: Partial<Record<StaffRole, string>> = {}
  for (const { email, role } of demoMembers) {
    const member = await findStaffByEmail(db, email)
    if (member) ids[role] = member.id
  }

  const { operator, administrator, accountant } = ids
  const accountManager = ids['account-manager']
  const success = ids['customer-success']
  if (!operator || !administrator || !accountant || !accountManager || !success)
    throw new Error('the demo has no member of staff for each role')

  return { operator, administrator, accountant, 'account-manager': accountManager, 'customer-success': success }
}
