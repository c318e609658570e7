import { type Address, type AddressBook, isOpenPayment, type OrderStatus } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** Who orders, and where it goes. */
export interface Buyer {
  accountType: 'personal' | 'enterprise'
  entrusts: boolean
  /** Null where the address is not the customer's, or none was named. */
  shipping: Address | null
  billing: Address | null
}

/** An address of the customer as an order keeps it, or null. */
const addressOf = (id: string | null, customerId: string, book: AddressBook) => sql<Address | null>`(
  select json_build_object('firstName', first_name, 'lastName', last_name, 'company', company, 'phoneCode', phone_code,
    'phone', phone, 'vatNumber', vat_number, 'country', country, 'line1', line1, 'line2', line2, 'line3', line3,
    'postcode', postcode, 'city', city, 'state', state)
  from address where id = ${id} and customer_id = ${customerId} and book = ${book})`

interface AddressIds {
  shippingAddressId: string | null
  billingAddressId: string | null
}

const buyerOf = (db: Db | Trx, customerId: string, { shippingAddressId, billingAddressId }: AddressIds) =>
  db
    .selectFrom('customer')
    .select([
      'account_type as accountType',
      'is_entrust_order_account as entrusts',
      addressOf(shippingAddressId, customerId, 'shipping').as('shipping'),
      addressOf(billingAddressId, customerId, 'billing').as('billing'),
    ])
    .where('id', '=', customerId)

export async function getBuyer(db: Db | Trx, customerId: string, addresses: AddressIds): Promise<Buyer> {
  return buyerOf(db, customerId, addresses).executeTakeFirstOrThrow()
}

/** An order of the customer, as far as another one of the same lines asks. */
export interface KnownOrder {
  id: string
  number: string
  status: OrderStatus
  submissionKey: string
  lineIds: string[]
}

/**
 * Orders of any of the lines that were not called off, the newest first, and the one that this very submission made. Found before they
 * are read: however many orders the customer has, they are not looked through.
 */
export async function listOrdersOfLines(
  db: Db | Trx,
  customerId: string,
  lineIds: readonly string[],
  submissionKey: string | null,
): Promise<KnownOrder[]> {
  const { rows } = await sql<KnownOrder>`
    with known as materialized (
      select order_id as id from order_line where line_id = any(${lineIds}::uuid[])
      union
      select id from customer_order where customer_id = ${customerId} and submission_key = ${submissionKey})
    select placed.id, placed.number, placed.status, placed.submission_key as "submissionKey",
      array(select line_id from order_line where order_id = placed.id and line_id is not null) as "lineIds"
    from known join customer_order placed on placed.id = known.id
    where placed.customer_id = ${customerId}
      and (placed.status not in ('cancelled', 'refunded') or placed.submission_key = ${submissionKey})
    order by placed.placed_at desc, placed.number desc`.execute(db)
  return rows
}

/** What is known before a submission is taken in. */
interface Before extends Buyer {
  /** The order that this very submission has made already. */
  order: { id: string; number: string } | null
  /** Of its project; null where the project is not the customer's. */
  catalogueVersion: string | null
}

/** Everything that an order needs no lock for, in one query: it stands in the way of every order. */
export async function getBefore(
  db: Db,
  customerId: string,
  submission: AddressIds & { projectId: string; submissionKey: string },
): Promise<Before> {
  const { projectId, submissionKey } = submission
  return buyerOf(db, customerId, submission)
    .select([
      sql<
        Before['order']
      >`(select json_build_object('id', placed.id, 'number', placed.number) from customer_order placed
        where placed.customer_id = ${customerId} and placed.submission_key = ${submissionKey})`.as('order'),
      sql<string | null>`(select project.catalogue_version from project
        where project.id = ${projectId} and project.customer_id = ${customerId})`.as('catalogueVersion'),
    ])
    .executeTakeFirstOrThrow()
}

/** The customer's own payment by card that is open for an order, if there is one. */
export async function findOpenCardPayment(db: Db, orderId: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('payment_intent')
    .select(['id', 'state'])
    .where('order_id', '=', orderId)
    .where('method', '=', 'card')
    .where('agency', '=', false)
    .execute()
  return rows.find(({ state }) => isOpenPayment(state))?.id
}

/** An order's parts for another project; nothing where the order is not the customer's. */
export async function findOrderedParts(db: Db, customerId: string, orderId: string) {
  const order = await db
    .selectFrom('customer_order')
    .leftJoin('project', 'project.id', 'customer_order.project_id')
    .select(['customer_order.number', 'project.service', 'project.name'])
    .where('customer_order.id', '=', orderId)
    .where('customer_order.customer_id', '=', customerId)
    .executeTakeFirst()
  if (!order) return undefined

  const lines = await db
    .selectFrom('order_line')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .select(['order_line.name', 'order_line.upload_id', 'order_line.ordered', 'order_line.comment', 'upload.state'])
    .where('order_line.order_id', '=', orderId)
    .orderBy('order_line.position')
    .execute()

  return { ...order, lines }
}
