import type { AccountType, Industry, Language, LeaveReason, Title } from '@cotation/domain'
import type { ColumnType, Generated } from 'kysely'
import type { OrderTables } from './order-schema.ts'
import type { QuoteTables } from './quote-schema.ts'

/** The tables as the migrations make them. `id` columns are random UUIDs made by the database. */

type CreatedAt = ColumnType<Date, Date, never>

export interface CustomerTable {
  id: Generated<string>
  email: string
  username: string
  account_type: AccountType
  password_hash: string | null
  /** Digest of the cookie of the browser that signed up: whoever activates elsewhere chooses a new password (AUT-5). */
  signup_proof_hash: Buffer | null
  activated_at: Date | null
  language: Language
  first_name: Generated<string>
  last_name: Generated<string>
  company: Generated<string>
  phone_code: Generated<string>
  phone: Generated<string>
  express_account: Generated<string>
  title: Title | null
  industry: Industry | null
  image_id: string | null
  channel: string | null
  is_entrust_order_account: Generated<boolean>
  is_channel: Generated<boolean>
  is_recharge: Generated<boolean>
  detain_popup: Generated<boolean>
  created_at: CreatedAt
}

export interface SessionTable {
  token_hash: Buffer
  /** Null for a visitor's temporary token. */
  customer_id: string | null
  /** Somebody of the shop. */
  staff_id: Generated<string | null>
  created_at: CreatedAt
  /** When the person last proved who they are; sensitive changes want it recent (AUT-7). */
  authenticated_at: Date
  expires_at: Date
}

export const keyPurposes = ['activation', 'password-reset'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

export interface AccountKeyTable {
  key_hash: Buffer
  customer_id: string
  purpose: KeyPurpose
  created_at: CreatedAt
  expires_at: Date
}

export interface QuickLinkTable {
  issuer: string
  subject: string
  channel: string
  customer_id: string
  created_at: CreatedAt
}

export interface QuickFlowTable {
  state_hash: Buffer
  browser_hash: Buffer
  channel: string
  nonce: string
  code_verifier: string
  redirect: string
  link_customer_id: string | null
  expires_at: Date
}

export interface KnownDeviceTable {
  device_hash: Buffer
  customer_id: string
  last_used_at: Date
}

export interface CaptchaTable {
  id: string
  browser_hash: Buffer
  answer: string
  /** Draws the same noise again: many pictures of one answer could be averaged until the noise is gone. */
  seed: string
  expires_at: Date
}

export interface RateLimitTable {
  key: string
  count: number
  expires_at: Date
}

export interface MailboxMessageTable {
  id: string
  kind: string
  language: Language
  recipient: string
  sender: string
  subject: string
  text: string
  html: string
  created_at: CreatedAt
}

export interface ContactMessageTable {
  id: Generated<string>
  name: string
  email: string
  topic: string
  message: string
  language: Language
  created_at: CreatedAt
}

export interface LeaveReasonTable {
  id: Generated<string>
  customer_id: string | null
  reasons: LeaveReason[]
  other: string | null
  created_at: CreatedAt
}

export interface ChannelVisitTable {
  channel: string
  day: string
  visits: number
}

export interface SemRecordTable {
  id: Generated<string>
  referer: string
  browse_url: string
  parameters: ColumnType<Record<string, string>, string, never>
  created_at: CreatedAt
}

export interface CatalogueVersionTable {
  version: string
  /** The text as it was published, byte for byte: read it as `content::text`. */
  content: ColumnType<unknown, string, string>
  content_hash: Buffer
  author: string
  comment: string
  created_at: Date
  /** Null while it is a draft; from then on the database refuses every change. */
  valid_from: Date | null
}

export interface Database extends QuoteTables, OrderTables {
  customer: CustomerTable
  session: SessionTable
  account_key: AccountKeyTable
  quick_link: QuickLinkTable
  quick_flow: QuickFlowTable
  known_device: KnownDeviceTable
  captcha: CaptchaTable
  rate_limit: RateLimitTable
  mailbox_message: MailboxMessageTable
  contact_message: ContactMessageTable
  leave_reason: LeaveReasonTable
  channel_visit: ChannelVisitTable
  sem_record: SemRecordTable
  catalogue_version: CatalogueVersionTable
}
