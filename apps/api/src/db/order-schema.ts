import type {
  Address,
  AddressBook,
  CarrierId,
  Configuration,
  Coupon,
  Currency,
  Language,
  LedgerAccountKind,
  LedgerCurrency,
  LedgerTransactionKind,
  OrderStatus,
  ParcelState,
  PartMeasures,
  PaymentEventType,
  PaymentMethod,
  PaymentState,
  StaffRole,
} from '@cotation/domain'
import type { LinePrice, OrderLine, OrderTotal, PromisedDates } from '@cotation/pricing'
import type { ColumnType, Generated } from 'kysely'

/** The tables of addresses, orders, payments and the ledger. JSON goes in as text and comes out parsed; `bigint` comes out as text. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type CreatedAt = ColumnType<Date, Date, never>
type Minor = ColumnType<string, number | bigint, number | bigint>

export interface StaffMemberTable {
  id: Generated<string>
  email: string
  name: string
  role: StaffRole
  created_at: CreatedAt
  disabled_at: Date | null
}

export interface AddressTable {
  id: Generated<string>
  customer_id: string
  book: AddressBook
  first_name: string
  last_name: string
  company: string
  phone_code: string
  phone: string
  vat_number: string
  country: string
  line1: string
  line2: string
  line3: string
  postcode: string
  city: string
  state: string
  is_default: boolean
  created_at: CreatedAt
  updated_at: Date
}

export interface CouponOfferTable {
  code: string
  coupon: Json<Coupon>
  uses_left: number
  redeemable_until: Date
  valid_days: number
  created_at: CreatedAt
}

export interface CouponTable {
  id: Generated<string>
  customer_id: string
  code: string
  coupon: Json<Coupon>
  source: string
  issued_at: Date
  expires_at: Date | null
  withdrawn_at: Date | null
  order_id: string | null
  used_at: Date | null
}

export interface CustomerOrderTable {
  id: Generated<string>
  number: string
  customer_id: string
  project_id: string | null
  submission_key: string
  status: OrderStatus
  language: Language
  catalogue_version: string
  total: Json<OrderTotal>
  total_minor: Minor
  currency: Currency
  points: number
  coupon_id: string | null
  shipping_address: Json<Address>
  billing_address: Json<Address>
  carrier: CarrierId
  freight_account: string
  dates: Json<PromisedDates>
  po_number: string
  comment: string
  entrust: NullableJson<{ customerEmail: string; platformOrderNumber: string }>
  placed_at: Date
  paid_at: Date | null
  delivered_at: Date | null
  closed_at: Date | null
}

/** A line as it was ordered: whatever becomes of the quote, the order keeps this. */
export interface OrderedPart {
  configuration: Configuration | null
  part: PartMeasures | null
  price: LinePrice | null
  /** What totals and parcels were computed from. */
  orderLine: OrderLine
  sha256: string | null
  bodyIndex: number | null
  acceptedRules: string[]
  attachments: { uploadId: string; name: string }[]
  /** The price is an expert's. */
  manual: boolean
}

export interface OrderLineTable {
  id: Generated<string>
  order_id: string
  position: number
  line_id: string | null
  upload_id: string
  name: string
  thumbnail_id: string | null
  ordered: Json<OrderedPart>
  quantity: number
  unit_minor: Minor
  goods_minor: Minor
  services_minor: Minor
  discount_minor: Minor
  total_minor: Minor
  comment: string
}

export const orderActors = ['customer', 'staff', 'system'] as const
export type OrderActor = (typeof orderActors)[number]

export interface OrderEventTable {
  id: Generated<string>
  order_id: string
  at: Date
  from_status: OrderStatus | null
  to_status: OrderStatus
  actor: OrderActor
  staff_id: string | null
  reason: string
}

export interface ParcelTable {
  id: Generated<string>
  order_id: string
  number: number
  carrier: CarrierId
  tracking_number: string
  state: ParcelState
  created_at: CreatedAt
  shipped_at: Date | null
  delivered_at: Date | null
}

export interface OrderReviewTable {
  order_id: string
  stars: number
  workmanship: number
  product: number
  service: number
  logistics: number
  comment: string
  created_at: CreatedAt
}

export interface ReloadTable {
  id: Generated<string>
  number: string
  customer_id: string
  submission_key: string
  amount_minor: Minor
  created_at: CreatedAt
  paid_at: Date | null
  available_at: Date | null
  credited_at: Date | null
}

export interface PaymentIntentTable {
  id: Generated<string>
  customer_id: string
  order_id: string | null
  reload_id: string | null
  method: PaymentMethod
  agency: Generated<boolean>
  amount_minor: Minor
  currency: Currency
  usd_minor: Minor
  state: PaymentState
  captured_minor: ColumnType<string, number | bigint | undefined, number | bigint>
  refunded_minor: ColumnType<string, number | bigint | undefined, number | bigint>
  reference: string | null
  provider_session: string | null
  provider_url: string | null
  created_at: CreatedAt
  expires_at: Date | null
  check_at: Date | null
  closed_at: Date | null
}

export interface PaymentEventTable {
  id: Generated<string>
  intent_id: string
  provider: string
  event_id: string
  type: PaymentEventType
  amount_minor: Minor
  currency: string
  detail: Json<Record<string, string | number>>
  received_at: Date
}

export interface PaymentRefundTable {
  id: string
  intent_id: string
  amount_minor: Minor
  usd_minor: Minor
  state: 'asked' | 'done' | 'failed'
  reason: string
  asked_by: string
  asked_at: Date
  done_at: Date | null
}

export interface PaymentLinkTable {
  key_hash: Buffer
  order_id: string
  created_at: CreatedAt
  expires_at: Date
}

export const receiptStates = ['unapproved', 'matched', 'held', 'to-balance', 'returned'] as const
export type ReceiptState = (typeof receiptStates)[number]

export type ReceiptDoubt =
  | ''
  | 'unknown-reference'
  | 'short'
  | 'over'
  | 'other-currency'
  | 'payment-closed'
  | 'rate-expired'

export interface BankReceiptTable {
  id: Generated<string>
  bank_transaction_id: string
  reference: string
  amount_minor: Minor
  currency: Currency
  state: ReceiptState
  why: ReceiptDoubt
  intent_id: string | null
  recorded_by: string
  approved_by: string | null
  note: string
  received_at: Date
  settled_at: Date | null
}

export interface LedgerAccountTable {
  id: Generated<string>
  kind: LedgerAccountKind
  customer_id: string | null
  currency: LedgerCurrency
  normal_side: 'debit' | 'credit'
  floor_minor: ColumnType<string | null, number | bigint | null, number | bigint>
  balance_minor: ColumnType<string | null, number | bigint | null, never>
  created_at: CreatedAt
}

export interface LedgerTransactionTable {
  id: Generated<string>
  kind: LedgerTransactionKind
  idempotency_key: string
  customer_id: string | null
  order_id: string | null
  reload_id: string | null
  intent_id: string | null
  staff_id: Generated<string | null>
  note: Generated<string>
  created_at: CreatedAt
}

export interface LedgerEntryTable {
  id: Generated<string>
  transaction_id: string
  account_id: string
  currency: LedgerCurrency
  amount_minor: ColumnType<string, number | bigint, never>
  balance_after_minor: ColumnType<string | null, never, never>
}

export interface CreditGrantTable {
  id: Generated<string>
  customer_id: string
  limit_minor: Minor
  reason: string
  staff_id: string
  at: Date
}

export interface SimulatorObjectTable {
  id: string
  kind: string
  parent_id: string | null
  data: Json<Record<string, unknown>>
  created_at: CreatedAt
}

export interface SimulatorAnswerTable {
  key: string
  request_hash: Buffer
  status: number
  answer: Json<unknown>
  created_at: CreatedAt
}

export interface OrderTables {
  staff_member: StaffMemberTable
  address: AddressTable
  coupon_offer: CouponOfferTable
  coupon: CouponTable
  customer_order: CustomerOrderTable
  order_line: OrderLineTable
  order_event: OrderEventTable
  parcel: ParcelTable
  order_review: OrderReviewTable
  reload: ReloadTable
  payment_intent: PaymentIntentTable
  payment_event: PaymentEventTable
  payment_refund: PaymentRefundTable
  payment_link: PaymentLinkTable
  bank_receipt: BankReceiptTable
  ledger_account: LedgerAccountTable
  ledger_transaction: LedgerTransactionTable
  ledger_entry: LedgerEntryTable
  credit_grant: CreditGrantTable
  simulator_object: SimulatorObjectTable
  simulator_answer: SimulatorAnswerTable
}
