import {
  type Address,
  type AddressBook,
  type BilledAccount,
  type CarrierId,
  isOpenPayment,
  type LoyaltyLevelId,
} from '@cotation/domain'
import { sql } from 'kysely'
import type { VatCheckResult } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import { isFlagged } from '#src/money/customer-flag.ts'
import { hasBlockingDispute } from '#src/money/reload.ts'

/** Who orders, and the addresses chosen. */
export interface Buyer extends BilledAccount {
  /** Level in the loyalty programme, which companies are not part of. */
  level: LoyaltyLevelId
  /** Null if no address was chosen, or if it belongs to another customer. */
  shipping: Address | null
  billing: Address | null
  expressAccounts: BuyerAccount[]
  /** Staff accept no new orders of this customer. */
  isBlocked: boolean
  /** A dispute about a reload forbids to spend the balance. */
  isBalanceBlocked: boolean
  /** The newest answer about the VAT number of the shipping address; null if nobody was asked. */
  vatCheck: { result: VatCheckResult; checkedAt: string } | null
}

/** An account of the customer at a carrier. */
export interface BuyerAccount {
  carrier: CarrierId
  number: string
  isConfirmed: boolean
}

/** An address of the customer in the form that orders store, or null. */
const addressOf = (id: string | null, customerId: string, book: AddressBook) => sql<Address | null>`(
  select json_build_object('firstName', first_name, 'lastName', last_name, 'company', company, 'phoneCode', phone_code,
    'phone', phone, 'vatNumber', vat_number, 'country', country, 'line1', line1, 'line2', line2, 'line3', line3,
    'postcode', postcode, 'city', city, 'state', state)
  from address where id = ${id} and customer_id = ${customerId} and book = ${book})`

const usualBillingOf = (customerId: string) => sql<BilledAccount['usualBilling']>`(
  select json_build_object('country', country, 'vatNumber', vat_number)
  from address where customer_id = ${customerId} and book = 'billing' and is_default)`

const accountsOf = (customerId: string) => sql<BuyerAccount[]>`(
  select coalesce(json_agg(json_build_object('carrier', carrier, 'number', number,
    'isConfirmed', confirmed_at is not null)), '[]')
  from express_account where customer_id = ${customerId} and is_current)`

const vatCheckOf = (addressId: string | null, customerId: string) => sql<Buyer['vatCheck']>`(
  select json_build_object('result', result, 'checkedAt', checked_at) from vat_check
  where vat_number = (select vat_number from address where id = ${addressId} and customer_id = ${customerId})
  order by checked_at desc, staff_id is null limit 1)`

interface AddressIds {
  shippingAddressId: string | null
  billingAddressId: string | null
}

const buyerOf = (db: Db | Trx, customerId: string, { shippingAddressId, billingAddressId }: AddressIds) =>
  db
    .selectFrom('customer')
    .select([
      'account_type as accountType',
      'company',
      'is_entrust_order_account as entrusts',
      sql<LoyaltyLevelId>`coalesce((select level from loyalty_member where customer_id = customer.id), 'bronze')`.as(
        'level',
      ),
      addressOf(shippingAddressId, customerId, 'shipping').as('shipping'),
      addressOf(billingAddressId, customerId, 'billing').as('billing'),
      usualBillingOf(customerId).as('usualBilling'),
      accountsOf(customerId).as('expressAccounts'),
      vatCheckOf(shippingAddressId, customerId).as('vatCheck'),
      hasBlockingDispute(customerId).as('isBalanceBlocked'),
      isFlagged(customerId, 'orders-blocked').as('isBlocked'),
    ])
    .where('id', '=', customerId)

export async function getBuyer(db: Db | Trx, customerId: string, addresses: AddressIds): Promise<Buyer> {
  return buyerOf(db, customerId, addresses).executeTakeFirstOrThrow()
}

/** The order that a submission key has already placed. */
export async function findSubmittedOrder(
  trx: Trx,
  customerId: string,
  submissionKey: string,
): Promise<{ id: string; number: string } | undefined> {
  return trx
    .selectFrom('customer_order')
    .select(['id', 'number'])
    .where('customer_id', '=', customerId)
    .where('submission_key', '=', submissionKey)
    .executeTakeFirst()
}

/** What a submission needs before its transaction. */
interface SubmissionContext extends Buyer {
  /** The order that this submission key has already placed. */
  order: { id: string; number: string } | null
}

/** Everything that needs no lock, in one query, because every order waits for it. */
export async function getSubmissionContext(
  db: Db,
  customerId: string,
  submission: AddressIds & { submissionKey: string },
): Promise<SubmissionContext> {
  const { submissionKey } = submission
  return buyerOf(db, customerId, submission)
    .select([
      sql<
        SubmissionContext['order']
      >`(select json_build_object('id', placed.id, 'number', placed.number) from customer_order placed
        where placed.customer_id = ${customerId} and placed.submission_key = ${submissionKey})`.as('order'),
    ])
    .executeTakeFirstOrThrow()
}

/** The customer's open card payment of an order. */
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

/** An order's parts for a new project; undefined if the order is not the customer's. */
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
