import type { Address } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

type KnownAddress = Pick<Address, 'country' | 'postcode' | 'line1' | 'vatNumber' | 'phoneCode' | 'phone'>

/** What is known about the owner of an account, as it was entered. */
export interface KnownPerson {
  email: string
  phoneCode: string
  phone: string
  addresses: KnownAddress[]
  cards: string[]
  devices: string[]
}

const addressIn = (column: 'shipping_address' | 'billing_address') => {
  const field = (name: keyof KnownAddress) => sql`${sql.ref(column)}->>${sql.lit(name)}`
  return sql`${field('country')}, ${field('postcode')}, ${field('line1')}, ${field('vatNumber')}, ${field('phoneCode')},
    ${field('phone')}`
}

/** The addresses of the address books and of all orders, which keep removed ones. */
async function listAddresses(db: Db | Trx, customerId: string): Promise<KnownAddress[]> {
  const { rows } = await sql<KnownAddress>`
    select country, postcode, line1, vat_number as "vatNumber", phone_code as "phoneCode", phone
    from address where customer_id = ${customerId}
    union select ${addressIn('shipping_address')} from customer_order where customer_id = ${customerId}
    union select ${addressIn('billing_address')} from customer_order where customer_id = ${customerId}`.execute(db)
  return rows
}

export async function getKnownPerson(db: Db | Trx, customerId: string): Promise<KnownPerson> {
  const customer = await db
    .selectFrom('customer')
    .select(['email', 'phone_code as phoneCode', 'phone'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

  const cards = await db
    .selectFrom('card_fingerprint')
    .innerJoin('payment_intent', 'payment_intent.id', 'card_fingerprint.intent_id')
    .select('fingerprint')
    .distinct()
    .where('payment_intent.customer_id', '=', customerId)
    .execute()

  const devices = await db
    .selectFrom('known_device')
    .select('device_hash')
    .where('customer_id', '=', customerId)
    .execute()

  return {
    ...customer,
    addresses: await listAddresses(db, customerId),
    cards: cards.map(({ fingerprint }) => fingerprint),
    devices: devices.map(({ device_hash }) => device_hash.toString('hex')),
  }
}
