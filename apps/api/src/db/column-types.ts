import type { Configuration, Fault, PartMeasures } from '@cotation/domain'
import type { Finding, PartAnalysis } from '@cotation/geometry'
import type { LinePrice, LineStanding, OrderLine } from '@cotation/pricing'
import type { ColumnType } from 'kysely'

/** JSON is written as text and read parsed. */
export type Json<T> = ColumnType<T, string, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** `bigint` is read as text: numbers above 2^53 would lose digits. */
export type Bigint = ColumnType<string, number | bigint, number | bigint>
export type DefaultBigint = ColumnType<string, number | bigint | undefined, number | bigint>
export type NullableBigint = ColumnType<string | null, number | bigint | null | undefined, number | bigint | null>

/** Written once. */
export type CreatedAt = ColumnType<Date, Date, never>
export type ImmutableBigint = ColumnType<string, number | bigint, never>

/** Only the database changes it, from ledger entries. */
export type AccountBalance = ColumnType<string | null, number | bigint | null, never>
export type BalanceAfterEntry = ColumnType<string | null, never, never>

export type KeyPurpose = 'activation' | 'password-reset' | 'password-code' | 'account-deletion'

export type AnalysisState = 'queued' | 'running' | 'done' | 'refused'

/** The facts about a whole file; its bodies have rows of their own. */
export type FileSummary = Omit<PartAnalysis, 'bodies' | 'failed'>

/** The server's verdict on a line, with what it is based on. */
export interface LineVerdictRecord {
  catalogueVersion: string
  /** Null until the file is analysed; then only `standing` is known. */
  analysisId: string | null
  faults: Fault[]
  findings: Finding[]
  price: LinePrice | null
  standing: LineStanding
}

/** A line's figures before its file was replaced. */
export interface LineRevision {
  fileName: string
  replacedAt: string
  sizeMm: readonly number[] | null
  volumeMm3: number | null
  lineMinor: number | null
  /** Identifies the line's body: a revised assembly may hold its bodies in another sequence. */
  fingerprint: string | null
}

/** The part and configuration that an expert's price is for. */
export interface PartSnapshot {
  configuration: Configuration | null
  uploadId: string
  sha256: string | null
  unit: string
  bodyIndex: number | null
  /** What else the expert saw when answering; absent in questions and in older answers. */
  comment?: string
  /** Uploads, sorted. */
  drawings?: string[]
}

/** A risk as the customer accepted it: the words that were shown, what was measured, and where. */
export interface OrderedRisk {
  rule: string
  wording: string
  acceptedAt: string
  finding: Pick<Finding, 'value' | 'limit' | 'unit' | 'extent' | 'places'>
}

/** A line as ordered; later changes to the quote do not affect it. */
export interface OrderedPart {
  configuration: Configuration | null
  part: PartMeasures | null
  price: LinePrice | null
  /** The input of totals and parcels. */
  orderLine: OrderLine
  sha256: string | null
  bodyIndex: number | null
  acceptedRules: string[]
  /** Missing in orders placed before the wording was recorded. */
  acceptedRisks?: OrderedRisk[]
  attachments: { uploadId: string; name: string }[]
  /** Whether an expert set the price. */
  manual: boolean
}

/** A point on the model of an order line. */
export interface PlaceOnModel {
  orderLineId: string
  pointMm: [number, number, number]
}

export type OrderActor = 'customer' | 'staff' | 'system'

export interface EntrustedOrder {
  customerEmail: string
  platformOrderNumber: string
}

export type RefundState = 'asked' | 'done' | 'failed'

export type DisputeOutcome = 'won' | 'lost'

/** `released`: a member of staff confirmed the number instead of the service. */
export type VatCheckResult = 'valid' | 'invalid' | 'unavailable' | 'released'

export type ReceiptState = 'unapproved' | 'matched' | 'held' | 'to-balance' | 'returned'

export type ReceiptDoubt =
  | ''
  | 'unknown-reference'
  | 'short'
  | 'over'
  | 'other-currency'
  | 'payment-closed'
  | 'rate-expired'

/** What the erasure of a customer needs after the customer's row was emptied. */
export interface DeletedContact {
  email: string
  userName: string
  imageId: string | null
  /** The mail that says so was sent. */
  isTold: boolean
}

export type LedgerSide = 'debit' | 'credit'

/** What a sign-in of staff waits for. */
export type StaffTicketPurpose = 'second-factor' | 'set-up'

export type MailRecordState = 'sent' | 'refused'

/** Where answers to a mail go. */
export interface ReplyContact {
  name: string
  address: string
}
