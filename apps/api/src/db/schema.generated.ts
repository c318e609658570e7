// Generated from the migrated database by `npm run db:types`. Do not edit.
import type { ProposalAction } from '@cotation/contracts'
import type {
  AccountType,
  ActivityActor,
  AdditionalCostReason,
  AdditionalCostState,
  Address,
  AddressBook,
  AuditActor,
  CarrierId,
  CharacteristicKind,
  CharacteristicSubject,
  CheckMethod,
  ClaimReason,
  ClaimState,
  Configuration,
  Coupon,
  Currency,
  CustomerFlag,
  ExpertDraft,
  ExportDeclaration,
  ExportState,
  Industry,
  Language,
  LeaveReason,
  LedgerAccountKind,
  LedgerCurrency,
  LedgerTransactionKind,
  LossReason,
  LoyaltyLevelId,
  ManualQuoteState,
  Operation,
  OrderStatus,
  ParcelState,
  PartMeasures,
  PaymentEventType,
  PaymentMethod,
  PaymentState,
  PrintStation,
  ProjectEvent,
  ProposalOutcome,
  ReferralRefusal,
  ReferralState,
  RunCause,
  ServiceId,
  SoloLimit,
  StaffRight,
  StaffRole,
  StaffTaskKind,
  Station,
  StepReport,
  StepState,
  TaskNotice,
  TechnologySlug,
  Title,
  TrayState,
  UploadPurpose,
  UploadState,
} from '@cotation/domain'
import type { BodyFacts, Finding, Refusal } from '@cotation/geometry'
import type { OrderTotal, PromisedDates } from '@cotation/pricing'
import type { Generated, GeneratedAlways } from 'kysely'
import type {
  AccountBalance,
  AnalysisState,
  BalanceAfterEntry,
  Bigint,
  CreatedAt,
  DefaultBigint,
  DeletedContact,
  DisputeOutcome,
  EntrustedOrder,
  FileSummary,
  ImmutableBigint,
  Json,
  KeyPurpose,
  LedgerSide,
  LineRevision,
  LineVerdictRecord,
  MailRecordState,
  NullableBigint,
  NullableJson,
  OrderActor,
  OrderedPart,
  PartSnapshot,
  PlaceOnModel,
  ReceiptDoubt,
  ReceiptState,
  RefundState,
  ReplyContact,
  StaffTicketPurpose,
  VatCheckResult,
} from './column-types.ts'

export interface AccountDeletionTable {
  customer_id: string
  language: Language
  requested_at: Date
  expires_at: Date
  given_up_minor: Bigint
  confirmed_at: Date | null
  confirmed_key_hash: Buffer | null
  contact: NullableJson<DeletedContact>
  finished_at: Date | null
}

export interface AccountKeyTable {
  key_hash: Buffer
  customer_id: string
  purpose: KeyPurpose
  created_at: CreatedAt
  expires_at: Date
  tries: Generated<number>
}

export interface AdditionalCostTable {
  id: Generated<string>
  number: string
  order_id: string
  customer_id: string
  request_key: string
  reason: AdditionalCostReason
  check_rule: string | null
  explanation: string
  picture_id: string | null
  place: NullableJson<PlaceOnModel>
  state: AdditionalCostState
  language: Language
  currency: Currency
  net_minor: Bigint
  tax_minor: Bigint
  total_minor: Bigint
  deadline: Date
  created_at: CreatedAt
  paid_at: Date | null
  refunded_at: Date | null
}

export interface AdditionalCostEventTable {
  id: GeneratedAlways<string>
  cost_id: string
  at: Date
  to_state: AdditionalCostState
  actor: OrderActor
  staff_id: string | null
  reason: string
}

export interface AdditionalCostItemTable {
  cost_id: string
  position: number
  order_line_id: string | null
  amount_minor: Bigint
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

export interface AfterSaleClaimTable {
  id: Generated<string>
  customer_id: string
  order_id: string
  submission_key: string
  state: ClaimState
  reason: ClaimReason
  work_order_number: string | null
  settled_minor: NullableBigint
  opened_at: Date
  closed_at: Date | null
}

export interface AfterSaleEventTable {
  id: GeneratedAlways<string>
  claim_id: string
  at: Date
  from_state: ClaimState | null
  to_state: ClaimState
  actor: OrderActor
  staff_id: string | null
  text: string
}

export interface AfterSaleLineTable {
  claim_id: string
  order_line_id: string
  quantity: number
  place_mm: [number, number, number] | null
}

export interface AfterSalePhotoTable {
  id: Generated<string>
  customer_id: string
  event_id: string | null
  created_at: CreatedAt
}

export interface ArchiveOpeningTable {
  id: GeneratedAlways<string>
  customer_id: string
  staff_id: string
  reason: string
  invoice_of: string | null
  at: Date
}

export interface ArchiveRecordTable {
  id: GeneratedAlways<string>
  customer_id: string
  source: string
  row_key: string
  data: Json<Record<string, unknown>>
  file_key: string | null
  archived_at: Date
  retain_until: Date
}

export interface AuditEntryTable {
  position: Bigint
  at: Date
  actor: AuditActor
  staff_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  customer_id: string | null
  before: Json<Record<string, unknown>>
  after: Json<Record<string, unknown>>
  reason_digest: Buffer | null
  request_id: string
  previous_hash: Buffer
  hash: Buffer
}

export interface AuditPendingTable {
  id: GeneratedAlways<string>
  actor: AuditActor
  staff_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  customer_id: string | null
  before: Json<Record<string, unknown>>
  after: Json<Record<string, unknown>>
  reason: string
  request_id: string
}

export interface AuditReasonTable {
  position: Bigint
  customer_id: string | null
  salt: string
  reason: string
}

export interface AuditVerificationTable {
  id: GeneratedAlways<string>
  at: Date
  position: Bigint
  hash: Buffer
  is_whole: boolean
  broken_at: NullableBigint
  fault: string | null
}

export interface BankReceiptTable {
  id: Generated<string>
  bank_transaction_id: string
  reference: string
  amount_minor: Bigint
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

export interface CaptchaTable {
  id: string
  browser_hash: Buffer
  answer: string
  seed: string
  expires_at: Date
}

export interface CardFingerprintTable {
  intent_id: string
  fingerprint: string
}

export interface CatalogueVersionTable {
  version: string
  content: Json<unknown>
  content_hash: Buffer
  author: string
  comment: Generated<string>
  created_at: Date
  valid_from: Date | null
}

export interface ChannelVisitTable {
  channel: string
  day: string
  visits: number
}

export interface CheckInTable {
  customer_id: string
  day: string
  time_zone: string
  at: Date
  streak: number
  points: number
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
  first_order_only: Generated<boolean>
}

export interface CouponOfferTable {
  code: string
  coupon: Json<Coupon>
  uses_left: number
  redeemable_until: Date
  valid_days: number
  created_at: CreatedAt
}

export interface CreditGrantTable {
  id: GeneratedAlways<string>
  customer_id: string
  limit_minor: Bigint
  reason: string
  staff_id: string
  at: Date
}

export interface CustomerTable {
  id: Generated<string>
  email: string
  username: string
  account_type: AccountType
  password_hash: string | null
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
  manager_id: string | null
  deleted_at: Date | null
  signup_visitor_hash: Buffer | null
}

export interface CustomerFlagTable {
  customer_id: string
  flag: CustomerFlag
  reason: string
  staff_id: string
  flagged_at: Date
}

export interface CustomerNoteTable {
  id: Generated<string>
  customer_id: string
  staff_id: string
  text: string
  written_at: Date
  edited_at: Date | null
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
  total_minor: Bigint
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
  entrust: NullableJson<EntrustedOrder>
  placed_at: Date
  paid_at: Date | null
  delivered_at: Date | null
  closed_at: Date | null
  original_order_id: string | null
  claim_id: string | null
  export_declaration: NullableJson<ExportDeclaration>
  stopped_by: string | null
}

export interface CustomerViewTable {
  id: Generated<string>
  token_hash: Buffer
  customer_id: string
  staff_id: string
  session_hash: Buffer
  reason: string
  started_at: Date
  expires_at: Date
  ended_at: Date | null
}

export interface DataExportTable {
  id: Generated<string>
  customer_id: string
  state: ExportState
  language: Language
  attempts: Generated<number>
  progress: Generated<number>
  requested_at: Date
  ready_at: Date | null
  expires_at: Date | null
  bytes: NullableBigint
  ticket_hash: Buffer | null
  ticket_expires_at: Date | null
}

export interface DemoPasswordTable {
  is_only: Generated<boolean>
  password: string
  created_at: CreatedAt
}

export interface EmailChangeTable {
  id: Generated<string>
  customer_id: string
  old_email: string
  new_email: string
  requested_at: Date
  confirm_hash: Buffer | null
  undo_hash: Buffer | null
  confirmed_at: Date | null
}

export interface ExpressAccountTable {
  customer_id: string
  carrier: CarrierId
  number: string
  is_current: boolean
  created_at: CreatedAt
  confirmed_at: Date | null
  confirmed_by: string | null
}

export interface FileContentTable {
  sha256: string
  bytes: ImmutableBigint
  stored_at: Date
  removed_at: Date | null
}

export interface FindingAcceptanceTable {
  id: Generated<string>
  line_id: string
  rule: string
  finding: Json<Finding>
  accepted_by: string
  customer_id: string | null
  accepted_at: Date
  withdrawn_at: Date | null
  wording: Generated<string>
}

export interface InspectionTable {
  id: Generated<string>
  run_id: string
  order_id: string
  round: number
  quantity: number
  sample_size: number
  opened_at: Date
  concluded_at: Date | null
  concluded_by: string | null
  good: Generated<number>
  rework: Generated<number>
  scrap: Generated<number>
  reason: LossReason | null
  back_to: string | null
  note: Generated<string>
  report_id: string | null
}

export interface InspectionCharacteristicTable {
  id: Generated<string>
  inspection_id: string
  position: number
  key: string
  kind: CharacteristicKind
  method: CheckMethod
  is_per_piece: boolean
  subject: Json<CharacteristicSubject>
  nominal_mm: number | null
  lower_mm: number | null
  upper_mm: number | null
}

export interface InspectionPhotoTable {
  id: string
  inspection_id: string
  staff_id: string
  at: Date
}

export interface InspectionValueTable {
  id: string
  characteristic_id: string
  piece: number
  value_mm: number | null
  is_good: boolean
  staff_id: string
  at: Date
}

export interface InstallationTable {
  is_only: Generated<boolean>
  public_url: string
  recorded_at: Date
}

export interface KnownDeviceTable {
  device_hash: Buffer
  customer_id: string
  last_used_at: Date
}

export interface LeaveReasonTable {
  id: Generated<string>
  customer_id: string | null
  reasons: LeaveReason[]
  other: string | null
  created_at: CreatedAt
}

export interface LedgerAccountTable {
  id: Generated<string>
  kind: LedgerAccountKind
  customer_id: string | null
  currency: LedgerCurrency
  normal_side: LedgerSide
  floor_minor: NullableBigint
  balance_minor: AccountBalance
  created_at: CreatedAt
}

export interface LedgerEntryTable {
  id: GeneratedAlways<string>
  transaction_id: string
  account_id: string
  currency: LedgerCurrency
  amount_minor: ImmutableBigint
  balance_after_minor: BalanceAfterEntry
}

export interface LedgerTransactionTable {
  id: Generated<string>
  kind: LedgerTransactionKind
  idempotency_key: string
  customer_id: string | null
  order_id: string | null
  reload_id: string | null
  intent_id: string | null
  staff_id: string | null
  note: Generated<string>
  created_at: CreatedAt
  made_in: Generated<string>
  additional_cost_id: string | null
}

export interface LineAttachmentTable {
  line_id: string
  upload_id: string
  position: number
}

export interface LoginTicketTable {
  ticket_hash: Buffer
  customer_id: string
  tries: Generated<number>
  created_at: CreatedAt
  expires_at: Date
}

export interface LoyaltyMemberTable {
  customer_id: string
  level: Generated<LoyaltyLevelId>
  month: string
  next_check_in_at: Date | null
}

export interface MailRecordTable {
  id: Generated<string>
  mail_id: string
  kind: string
  recipient: string
  subject: string
  text: string
  html: string
  language: Language
  reply_to: NullableJson<ReplyContact>
  state: MailRecordState
  error: string | null
  has_secret: boolean
  mailed_at: Date
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
  reply_to: string | null
}

export interface ManagerChangeTable {
  id: GeneratedAlways<string>
  customer_id: string
  manager_id: string | null
  reason: string
  staff_id: string
  at: Date
}

export interface ManualQuoteTable {
  id: Generated<string>
  line_id: string
  state: ManualQuoteState
  question: string
  email: string
  language: Language
  subject: Json<PartSnapshot>
  asked_at: Date
  unit_minor: NullableBigint
  working_days: number | null
  note: Generated<string>
  answered_by: string | null
  answered_at: Date | null
  size_mm: [number, number, number] | null
  weight_g: number | null
  valid_until: Date | null
  draft: NullableJson<ExpertDraft>
  draft_by: string | null
  draft_at: Date | null
}

export interface OrderEventTable {
  id: GeneratedAlways<string>
  order_id: string
  at: Date
  from_status: OrderStatus | null
  to_status: OrderStatus
  actor: OrderActor
  staff_id: string | null
  reason: string
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
  unit_minor: Bigint
  goods_minor: Bigint
  services_minor: Bigint
  discount_minor: Bigint
  total_minor: Bigint
  comment: string
  original_line_id: string | null
}

export interface OrderMessageTable {
  id: Generated<string>
  order_id: string
  staff_id: string | null
  is_visible: boolean
  text: string
  at: Date
  awaits_answer: Generated<boolean>
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
  weight_g: number | null
  length_mm: number | null
  width_mm: number | null
  height_mm: number | null
}

export interface ParcelContentTable {
  parcel_id: string
  order_line_id: string
  quantity: number
}

export interface ParcelEventTable {
  id: GeneratedAlways<string>
  parcel_id: string
  at: Date
  state: ParcelState
  place: string
  note: string
  carrier_event_id: string | null
  staff_id: string | null
}

export interface PartAnalysisTable {
  id: Generated<string>
  sha256: string
  unit: string
  state: AnalysisState
  asked_by: string
  attempts: Generated<number>
  queued_at: Date
  started_at: Date | null
  lease_until: Date | null
  finished_at: Date | null
  summary: NullableJson<FileSummary>
  refusal: NullableJson<Refusal>
  meshes_removed_at: Date | null
  version: Generated<number>
  retried_version: number | null
}

export interface PartBodyTable {
  analysis_id: string
  body_index: number
  name: string
  per_file: number
  fingerprint: string
  measures: NullableJson<PartMeasures>
  facts: NullableJson<BodyFacts>
  thumbnail_id: string | null
  failure: NullableJson<Refusal>
}

export interface PasskeyTable {
  id: Generated<string>
  customer_id: string
  credential_id: Buffer
  public_key: Buffer
  name: string
  sign_count: Bigint
  created_at: CreatedAt
  last_used_at: Date | null
}

export interface PaymentEventTable {
  id: GeneratedAlways<string>
  intent_id: string
  provider: string
  event_id: string
  type: PaymentEventType
  amount_minor: Bigint
  currency: string
  detail: Json<Record<string, string | number>>
  received_at: Date
}

export interface PaymentIntentTable {
  id: Generated<string>
  customer_id: string
  order_id: string | null
  reload_id: string | null
  method: PaymentMethod
  agency: Generated<boolean>
  amount_minor: Bigint
  currency: Currency
  usd_minor: Bigint
  state: PaymentState
  captured_minor: DefaultBigint
  refunded_minor: DefaultBigint
  reference: string | null
  provider_session: string | null
  provider_url: string | null
  created_at: CreatedAt
  expires_at: Date | null
  check_at: Date | null
  closed_at: Date | null
  additional_cost_id: string | null
  payer_email: Generated<string>
  payer_language: Generated<Language>
}

export interface PaymentLinkTable {
  key_hash: Buffer
  order_id: string | null
  created_at: CreatedAt
  expires_at: Date
  additional_cost_id: string | null
  is_mailed: Generated<boolean>
  id: Generated<string>
  recipient: Generated<string>
  message: Generated<string>
  requester: Generated<string>
  company: Generated<string>
  shows_po_number: Generated<boolean>
  shows_parts: Generated<boolean>
}

export interface PaymentRefundTable {
  id: string
  intent_id: string
  amount_minor: Bigint
  usd_minor: Bigint
  state: RefundState
  reason: string
  asked_by: string
  asked_at: Date
  done_at: Date | null
  sent_by: string | null
  bank_transaction_id: string | null
}

export interface PointLotTable {
  id: Generated<string>
  customer_id: string
  transaction_id: string
  order_id: string | null
  earned_at: Date
  expires_at: Date
  points: number
  used: Generated<number>
  expired: Generated<number>
  reversed: Generated<number>
}

export interface PointRewardTable {
  id: Generated<string>
  customer_id: string
  source: string
  task: string
  month: string
  points: number
  earned_at: Date
  credited_at: Date | null
}

export interface PointUseTable {
  coupon_id: string
  lot_id: string
  points: number
}

export interface ProductionPhotoTable {
  id: string
  step_id: string
  staff_id: string
  at: Date
}

export interface ProductionReportTable {
  id: string
  step_id: string
  staff_id: string
  report: StepReport
  at: Date
  received_at: Date
  good: number
  rework: number
  scrap: number
  reason: LossReason | null
  remake_id: string | null
}

export interface ProductionRunTable {
  id: Generated<string>
  code: Generated<string>
  order_id: string
  line_id: string
  quantity: number
  cause: RunCause
  reason: LossReason | null
  due_day: string
  opened_at: Date
  opened_by: string | null
  is_late: boolean
}

export interface ProductionStepTable {
  id: Generated<string>
  run_id: string
  position: number
  operation: Operation
  station: Station
  service: ServiceId | null
  planned_minutes: number | null
  due_day: string
  state: StepState
  quantity: number
  good: Generated<number>
  scrap: Generated<number>
  rework: Generated<number>
  worked_seconds: Generated<number>
  running_since: Date | null
  staff_id: string | null
  changed_at: Date | null
}

export interface ProjectTable {
  id: Generated<string>
  customer_id: string | null
  visitor_hash: Buffer | null
  name: string
  service: TechnologySlug
  revision: Generated<number>
  catalogue_version: string
  priced_at: Date
  valid_until: Date
  share_hash: Buffer | null
  created_at: CreatedAt
  updated_at: Date
  deleted_at: Date | null
  material_id: string | null
  country: string | null
  export_declaration: NullableJson<ExportDeclaration>
  service_chosen: Generated<boolean>
}

export interface ProjectActivityTable {
  id: GeneratedAlways<string>
  project_id: string
  at: Date
  actor: ActivityActor
  event: Json<ProjectEvent>
}

export interface ProposalTable {
  id: Generated<string>
  action: Json<ProposalAction>
  request_key: string
  customer_id: string | null
  amount_minor: NullableBigint
  earlier_minor: Bigint
  reason: string
  proposed_by: string
  proposed_at: Date
  expires_at: Date
}

export interface ProposalDecisionTable {
  proposal_id: string
  proposed_by: string
  outcome: ProposalOutcome
  decided_by: string | null
  reason: string
  decided_at: Date
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

export interface QuickLinkTable {
  issuer: string
  subject: string
  channel: string
  customer_id: string
  created_at: CreatedAt
}

export interface QuoteLineTable {
  id: Generated<string>
  project_id: string
  upload_id: string
  body_index: number | null
  position: number
  name: string
  configuration: NullableJson<Configuration>
  comment: Generated<string>
  verdict: NullableJson<LineVerdictRecord>
  line_minor: NullableBigint
  revision: NullableJson<LineRevision>
  created_at: CreatedAt
  updated_at: Date
  deleted_at: Date | null
}

export interface RateLimitTable {
  key: string
  count: number
  expires_at: Date
}

export interface RecoveryCodeTable {
  code_hash: Buffer
  customer_id: string
  created_at: CreatedAt
}

export interface ReferralTable {
  id: Generated<string>
  friend_id: string
  referrer_id: string
  code: string
  bound_at: Date
  state: Generated<ReferralState>
  reasons: Generated<ReferralRefusal[]>
  decided_at: Date | null
  order_id: string | null
  coupon_id: string | null
}

export interface ReferralCodeTable {
  key: string
  code: string
  customer_id: string
  is_chosen: boolean
  chosen_at: Date
  valid_until: Date | null
}

export interface ReferralInvitationTable {
  id: Generated<string>
  referrer_id: string
  email: string
  language: Language
  created_at: CreatedAt
}

export interface ReloadTable {
  id: Generated<string>
  number: string
  customer_id: string
  submission_key: string
  amount_minor: Bigint
  created_at: CreatedAt
  paid_at: Date | null
  available_at: Date | null
  credited_at: Date | null
}

export interface ReloadDisputeTable {
  id: Generated<string>
  intent_id: string
  customer_id: string
  provider_id: string
  disputed_minor: Bigint
  frozen_minor: Bigint
  opened_at: Date
  closed_at: Date | null
  outcome: DisputeOutcome | null
  released_by: string | null
  released_at: Date | null
  release_reason: Generated<string>
}

export interface ReviewPhotoTable {
  id: Generated<string>
  order_id: string
  created_at: CreatedAt
}

export interface SavedViewTable {
  id: Generated<string>
  list: string
  name: string
  state: string
  staff_id: string
  is_shared: boolean
  created_at: CreatedAt
}

export interface SecurityEventTable {
  id: GeneratedAlways<string>
  at: Date
  kind: string
  customer_id: string | null
  staff_id: string | null
  network_hash: Generated<string>
  detail: Generated<string>
  count: Generated<number>
}

export interface SemRecordTable {
  id: Generated<string>
  referer: string
  browse_url: string
  parameters: Json<Record<string, string>>
  created_at: CreatedAt
}

export interface SessionTable {
  token_hash: Buffer
  customer_id: string | null
  created_at: CreatedAt
  authenticated_at: Date
  expires_at: Date
  staff_id: string | null
  network: string | null
  id: Generated<string>
  browser: Generated<string>
  last_used_at: Date
  stepped_up_until: Date | null
}

export interface SimulatorAnswerTable {
  key: string
  request_hash: Buffer
  status: number
  answer: Json<unknown>
  created_at: CreatedAt
}

export interface SimulatorObjectTable {
  id: string
  kind: string
  parent_id: string | null
  data: Json<Record<string, unknown>>
  created_at: CreatedAt
}

export interface SoloActionTable {
  id: GeneratedAlways<string>
  solo_limit: SoloLimit
  request_key: string
  customer_id: string | null
  staff_id: string
  amount_minor: Bigint
  at: Date
}

export interface StaffEnrolmentTable {
  id: Generated<string>
  staff_id: string
  key_hash: Buffer
  created_at: CreatedAt
  expires_at: Date
}

export interface StaffMemberTable {
  id: Generated<string>
  email: string
  name: string
  role: StaffRole | null
  created_at: CreatedAt
  disabled_at: Date | null
  phone: Generated<string>
  hours_fr: Generated<string>
  hours_en: Generated<string>
  own_role_id: string | null
  language: Generated<Language>
  password_hash: string | null
  is_demo: Generated<boolean>
  has_letter_keys: Generated<boolean>
  morning_mailed_on: string | null
}

export interface StaffPasskeyTable {
  id: Generated<string>
  staff_id: string
  credential_id: Buffer
  public_key: Buffer
  name: string
  sign_count: Bigint
  created_at: CreatedAt
  last_used_at: Date | null
}

export interface StaffRecoveryCodeTable {
  code_hash: Buffer
  staff_id: string
  created_at: CreatedAt
}

export interface StaffRoleTable {
  id: Generated<string>
  name: string
  rights: StaffRight[]
  created_at: CreatedAt
}

export interface StaffTicketTable {
  ticket_hash: Buffer
  staff_id: string
  purpose: StaffTicketPurpose
  tries: Generated<number>
  created_at: CreatedAt
  expires_at: Date
}

export interface StaffTotpTable {
  staff_id: string
  sealed_secret: Buffer | null
  pending_secret: Buffer | null
  confirmed_at: Date | null
  last_step: Generated<number>
}

export interface TaskClaimTable {
  kind: StaffTaskKind
  subject_id: string
  staff_id: string
  claimed_at: Date
  taken_from: string | null
  reason: Generated<string>
}

export interface TaskDoneTable {
  kind: StaffTaskKind
  subject_id: string
  staff_id: string | null
  done_at: Date
}

export interface TaskNoticeTable {
  staff_id: string
  kind: StaffTaskKind
  subject_id: string
  since: Date
  noticed_at: Date
}

export interface TaskNoticeChoiceTable {
  staff_id: string
  kind: StaffTaskKind
  notice: TaskNotice
}

export interface TimeZoneChoiceTable {
  customer_id: string
  time_zone: string
  chosen_at: Date
  valid_from: Date
}

export interface TotpFactorTable {
  customer_id: string
  sealed_secret: Buffer
  created_at: CreatedAt
  confirmed_at: Date | null
  last_step: Generated<number>
}

export interface TrayTable {
  id: Generated<string>
  key: string
  code: Generated<string>
  station: PrintStation
  material_id: string
  colour_id: string
  catalogue_version: string
  state: Generated<TrayState>
  fill_percent: Generated<number>
  opened_at: Date
  opened_by: string
  started_at: Date | null
  started_by: string | null
  closed_at: Date | null
  closed_by: string | null
  closed_key: string | null
  reason: LossReason | null
  started_key: string | null
}

export interface TrayContentTable {
  tray_id: string
  step_id: string
  quantity: number
  good: number | null
  remake_id: string | null
}

export interface UploadTable {
  id: Generated<string>
  customer_id: string | null
  visitor_hash: Buffer | null
  purpose: UploadPurpose
  name: string
  bytes: ImmutableBigint
  state: UploadState
  refusal: NullableJson<Refusal>
  sha256: string | null
  unit: Generated<string>
  analysis_id: string | null
  notify_email: string | null
  notify_language: Language | null
  created_at: CreatedAt
  last_used_at: Date
  warned_at: Date | null
  bytes_at: Date | null
}

export interface VatCheckTable {
  id: Generated<string>
  vat_number: string
  result: VatCheckResult
  consultation_number: Generated<string>
  reason: Generated<string>
  staff_id: string | null
  checked_at: Date
}

export interface ViewCodeTable {
  customer_id: string
  code_hash: Buffer
  tries: Generated<number>
  expires_at: Date
}

export interface Database {
  account_deletion: AccountDeletionTable
  account_key: AccountKeyTable
  additional_cost: AdditionalCostTable
  additional_cost_event: AdditionalCostEventTable
  additional_cost_item: AdditionalCostItemTable
  address: AddressTable
  after_sale_claim: AfterSaleClaimTable
  after_sale_event: AfterSaleEventTable
  after_sale_line: AfterSaleLineTable
  after_sale_photo: AfterSalePhotoTable
  archive_opening: ArchiveOpeningTable
  archive_record: ArchiveRecordTable
  audit_entry: AuditEntryTable
  audit_pending: AuditPendingTable
  audit_reason: AuditReasonTable
  audit_verification: AuditVerificationTable
  bank_receipt: BankReceiptTable
  captcha: CaptchaTable
  card_fingerprint: CardFingerprintTable
  catalogue_version: CatalogueVersionTable
  channel_visit: ChannelVisitTable
  check_in: CheckInTable
  contact_message: ContactMessageTable
  coupon: CouponTable
  coupon_offer: CouponOfferTable
  credit_grant: CreditGrantTable
  customer: CustomerTable
  customer_flag: CustomerFlagTable
  customer_note: CustomerNoteTable
  customer_order: CustomerOrderTable
  customer_view: CustomerViewTable
  data_export: DataExportTable
  demo_password: DemoPasswordTable
  email_change: EmailChangeTable
  express_account: ExpressAccountTable
  file_content: FileContentTable
  finding_acceptance: FindingAcceptanceTable
  inspection: InspectionTable
  inspection_characteristic: InspectionCharacteristicTable
  inspection_photo: InspectionPhotoTable
  inspection_value: InspectionValueTable
  installation: InstallationTable
  known_device: KnownDeviceTable
  leave_reason: LeaveReasonTable
  ledger_account: LedgerAccountTable
  ledger_entry: LedgerEntryTable
  ledger_transaction: LedgerTransactionTable
  line_attachment: LineAttachmentTable
  login_ticket: LoginTicketTable
  loyalty_member: LoyaltyMemberTable
  mail_record: MailRecordTable
  mailbox_message: MailboxMessageTable
  manager_change: ManagerChangeTable
  manual_quote: ManualQuoteTable
  order_event: OrderEventTable
  order_line: OrderLineTable
  order_message: OrderMessageTable
  order_review: OrderReviewTable
  parcel: ParcelTable
  parcel_content: ParcelContentTable
  parcel_event: ParcelEventTable
  part_analysis: PartAnalysisTable
  part_body: PartBodyTable
  passkey: PasskeyTable
  payment_event: PaymentEventTable
  payment_intent: PaymentIntentTable
  payment_link: PaymentLinkTable
  payment_refund: PaymentRefundTable
  point_lot: PointLotTable
  point_reward: PointRewardTable
  point_use: PointUseTable
  production_photo: ProductionPhotoTable
  production_report: ProductionReportTable
  production_run: ProductionRunTable
  production_step: ProductionStepTable
  project: ProjectTable
  project_activity: ProjectActivityTable
  proposal: ProposalTable
  proposal_decision: ProposalDecisionTable
  quick_flow: QuickFlowTable
  quick_link: QuickLinkTable
  quote_line: QuoteLineTable
  rate_limit: RateLimitTable
  recovery_code: RecoveryCodeTable
  referral: ReferralTable
  referral_code: ReferralCodeTable
  referral_invitation: ReferralInvitationTable
  reload: ReloadTable
  reload_dispute: ReloadDisputeTable
  review_photo: ReviewPhotoTable
  saved_view: SavedViewTable
  security_event: SecurityEventTable
  sem_record: SemRecordTable
  session: SessionTable
  simulator_answer: SimulatorAnswerTable
  simulator_object: SimulatorObjectTable
  solo_action: SoloActionTable
  staff_enrolment: StaffEnrolmentTable
  staff_member: StaffMemberTable
  staff_passkey: StaffPasskeyTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_role: StaffRoleTable
  staff_ticket: StaffTicketTable
  staff_totp: StaffTotpTable
  task_claim: TaskClaimTable
  task_done: TaskDoneTable
  task_notice: TaskNoticeTable
  task_notice_choice: TaskNoticeChoiceTable
  time_zone_choice: TimeZoneChoiceTable
  totp_factor: TotpFactorTable
  tray: TrayTable
  tray_content: TrayContentTable
  upload: UploadTable
  vat_check: VatCheckTable
  view_code: ViewCodeTable
}
