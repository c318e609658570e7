import type {
  AccountType,
  AdditionalCostState,
  ClaimReason,
  ClaimState,
  CustomerFlag,
  Language,
  LoyaltyLevelId,
  MailState,
  OrderStatus,
  RiskSign,
  UploadState,
} from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import { customerName, hadAddress } from '#db/customer-sql.ts'
import type { Db, Trx } from '#db/database.ts'
import { stateAt } from '#src/money/additional-cost.ts'
import { spentMinor } from '#src/money/spent.ts'

export interface CustomerRow {
  id: string
  name: string
  email: string
  company: string
  account_type: AccountType
  phone: string
  language: Language
  created_at: Date
  is_activated: boolean
  level: LoyaltyLevelId | null
  manager: { id: string; name: string } | null
  is_recharge: boolean
  is_entrust_order_account: boolean
}

export async function findCustomer(db: Db, customerId: string): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    select c.id, ${customerName} as name, c.email,
      c.company, c.account_type, trim(c.phone_code || ' ' || c.phone) as phone, c.language, c.created_at,
      c.activated_at is not null as is_activated, c.is_recharge, c.is_entrust_order_account,
      (select level from loyalty_member where customer_id = c.id) as level,
      (select jsonb_build_object('id', id, 'name', name) from staff_member where id = c.manager_id) as manager
    from customer c where c.id = ${customerId} and c.deleted_at is null`.execute(db)
  return rows[0]
}

/** The newest rows of a section of the page, and how many there are. */
export interface SectionRows<Row> {
  rows: Row[]
  total: number
}

async function readSection<Row>(
  db: Db,
  selected: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  sortedBy: RawBuilder<unknown>,
  limit: number,
): Promise<SectionRows<Row>> {
  const { rows } = await sql<Row>`select ${selected} from ${from} order by ${sortedBy} limit ${limit}`.execute(db)
  if (rows.length < limit) return { rows, total: rows.length }

  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? rows.length }
}

/** Where a page of a section begins: after the row with this time in microseconds and this id. */
export interface PageStart {
  micros: string
  id: string
}

interface PageRequest {
  after: PageStart | null
  limit: number
}

/** Some rows of a section that goes on, how many it has, and where the next page begins. */
export interface SectionPage<Row> extends SectionRows<Row> {
  next: PageStart | null
}

interface PageSource {
  selected: RawBuilder<unknown>
  /** With its conditions. */
  from: RawBuilder<unknown>
  /** Rows are sorted by this time, the newest first, then by id. */
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

async function readPage<Row extends { id: string }>(
  db: Db,
  { selected, from, at, id }: PageSource,
  { after, limit }: PageRequest,
): Promise<SectionPage<Row>> {
  const start = after && sql`timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond'`
  const isAfter = after ? sql`and (${at} < ${start} or (${at} = ${start} and ${id} > ${after.id}::uuid))` : sql``

  const { rows } = await sql<Row & { micros: string }>`
    select ${selected}, (extract(epoch from ${at}) * 1000000)::bigint::text as micros
    from ${from} ${isAfter} order by ${at} desc, ${id} limit ${limit + 1}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db)

  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown,
    total: counted.rows[0]?.total ?? shown.length,
    next: last ? { micros: last.micros, id: last.id } : null,
  }
}

export interface OrderRow {
  id: string
  number: string
  status: OrderStatus
  total_minor: string
  placed_at: Date
}

export const listOrders = (db: Db, customerId: string, limit: number) =>
  readSection<OrderRow>(
    db,
    sql`id, number, status, total_minor, placed_at`,
    sql`customer_order where customer_id = ${customerId}`,
    sql`placed_at desc, id`,
    limit,
  )

interface LinkedRecord {
  id: string
  name: string
}

export interface QuoteRow {
  id: string
  name: string
  parts: number
  questions: number
  question_line_id: string | null
  order: LinkedRecord | null
  updated_at: Date
}

export const listQuotes = (db: Db, customerId: string, page: PageRequest) =>
  readPage<QuoteRow>(
    db,
    {
      selected: sql`project.id, project.name, project.updated_at,
      (select count(*)::int from quote_line where project_id = project.id and deleted_at is null) as parts,
      (select count(*)::int from manual_quote join quote_line on quote_line.id = manual_quote.line_id
        where quote_line.project_id = project.id and quote_line.deleted_at is null
          and manual_quote.state = 'asked') as questions,
      (select quote_line.id from manual_quote join quote_line on quote_line.id = manual_quote.line_id
        where quote_line.project_id = project.id and quote_line.deleted_at is null and manual_quote.state <> 'withdrawn'
        order by manual_quote.state = 'asked' desc, manual_quote.asked_at desc, quote_line.id limit 1) as question_line_id,
      (select jsonb_build_object('id', bought.id, 'name', bought.number) from customer_order bought
        where bought.project_id = project.id order by bought.placed_at desc, bought.id limit 1) as order`,
      from: sql`project where project.customer_id = ${customerId} and project.deleted_at is null`,
      at: sql`project.updated_at`,
      id: sql`project.id`,
    },
    page,
  )

export interface FileRow {
  id: string
  name: string
  state: UploadState
  bytes: string
  is_stored: boolean
  project: LinkedRecord | null
  question_line_id: string | null
  order: LinkedRecord | null
  created_at: Date
}

/** The lines of projects that a file is attached to. */
const attachedTo = sql`select line_id from line_attachment where upload_id = upload.id`

export const listFiles = (db: Db, customerId: string, page: PageRequest) =>
  readPage<FileRow>(
    db,
    {
      selected: sql`upload.id, upload.name, upload.state, upload.bytes, upload.created_at,
      upload.sha256 is not null and upload.state <> 'expired' as is_stored,
      (select jsonb_build_object('id', project.id, 'name', project.name)
        from quote_line line join project on project.id = line.project_id
        where (line.upload_id = upload.id or line.id in (${attachedTo}))
          and line.deleted_at is null and project.deleted_at is null
        order by project.updated_at desc, project.id limit 1) as project,
      (select line.id from manual_quote question join quote_line line on line.id = question.line_id
        join project on project.id = line.project_id
        where (line.upload_id = upload.id or line.id in (${attachedTo}))
          and line.deleted_at is null and project.deleted_at is null and question.state <> 'withdrawn'
        order by question.asked_at desc, line.id limit 1) as question_line_id,
      (select jsonb_build_object('id', bought.id, 'name', bought.number)
        from order_line line join customer_order bought on bought.id = line.order_id
        where line.upload_id = upload.id or line.line_id in (${attachedTo})
        order by bought.placed_at desc, bought.id limit 1) as order`,
      from: sql`upload where upload.customer_id = ${customerId}`,
      at: sql`upload.created_at`,
      id: sql`upload.id`,
    },
    page,
  )

/** The record of a file that this customer sent. */
export async function findSentFile(db: Db, customerId: string, uploadId: string) {
  return db
    .selectFrom('upload')
    .select(['name', 'sha256', 'state'])
    .where('id', '=', uploadId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export interface ClaimRow {
  id: string
  order: { id: string; name: string }
  state: ClaimState
  reason: ClaimReason
  opened_at: Date
}

export const listClaims = (db: Db, customerId: string, limit: number) =>
  readSection<ClaimRow>(
    db,
    sql`claim.id, claim.state, claim.reason, claim.opened_at, (
      select jsonb_build_object('id', bought.id, 'name', bought.number)
      from customer_order bought where bought.id = claim.order_id) as order`,
    sql`after_sale_claim claim where claim.customer_id = ${customerId}`,
    sql`claim.opened_at desc, claim.id`,
    limit,
  )

export interface CostRow {
  id: string
  number: string
  state: AdditionalCostState
  total_minor: string
  created_at: Date
}

/** With their states at this moment. */
export const listCosts = (db: Db, customerId: string, now: Date, limit: number) =>
  readSection<CostRow>(
    db,
    sql`cost.id, cost.number, ${stateAt(now)} as state, cost.total_minor, cost.created_at`,
    sql`additional_cost cost where cost.customer_id = ${customerId}`,
    sql`cost.created_at desc, cost.id`,
    limit,
  )

export interface MailRow {
  id: string
  subject: string
  state: MailState
  mailed_at: Date
}

/** What was sent to the customer at the address of that time. */
export const listMails = (db: Db, customerId: string, limit: number) =>
  readSection<MailRow>(
    db,
    sql`mail.id, mail.subject, mail.state, mail.mailed_at`,
    sql`mail_record mail join customer c on c.id = ${customerId}
      where mail.recipient in (
          select c.email union select old_email from email_change where customer_id = ${customerId})
        and ${hadAddress(sql`mail.recipient`, sql`mail.mailed_at`)}`,
    sql`mail.mailed_at desc, mail.id`,
    limit,
  )

export async function sumSpent(db: Db, customerId: string): Promise<number> {
  const { rows } = await sql<{ spent: string }>`select ${spentMinor(sql`${customerId}::uuid`)} as spent`.execute(db)
  return Number(rows[0]?.spent ?? 0)
}

/** How often each sign was seen, see `riskSigns`. */
export async function countRisks(db: Db, customerId: string, since: Date): Promise<Record<RiskSign, number>> {
  const { rows } = await sql<Record<RiskSign, number>>`
    select
      (select count(*)::int from payment_intent where customer_id = ${customerId} and state = 'disputed')
        + (select count(*)::int from reload_dispute where customer_id = ${customerId}) as dispute,
      (select count(*)::int from payment_intent where customer_id = ${customerId} and state = 'failed'
        and created_at >= ${since}) as "failed-payment",
      (select count(*)::int from customer_order where customer_id = ${customerId} and status in ('cancelled', 'refunded')
        and placed_at >= ${since}) as "cancelled-order",
      (select count(*)::int from after_sale_claim where customer_id = ${customerId} and opened_at >= ${since}) as claim,
      (select count(*)::int from referral where referrer_id = ${customerId} and state in ('refused', 'voided'))
        as "refused-referral"`.execute(db)

  const [counts] = rows
  if (!counts) throw new Error('no counts of risks')
  return counts
}

/** The accounts at carriers that the customer has now, at most one for each. */
export async function listFreightAccounts(db: Db, customerId: string) {
  return db
    .selectFrom('express_account')
    .select(['carrier', 'number', 'created_at', 'confirmed_at'])
    .where('customer_id', '=', customerId)
    .where('is_current', '=', true)
    .orderBy('carrier')
    .execute()
}

export interface FlagRow {
  flag: CustomerFlag
  reason: string
  by: string
  flagged_at: Date
}

export async function listFlags(db: Db | Trx, customerId: string): Promise<FlagRow[]> {
  return db
    .selectFrom('customer_flag')
    .innerJoin('staff_member', 'staff_member.id', 'customer_flag.staff_id')
    .select(['customer_flag.flag', 'customer_flag.reason', 'staff_member.name as by', 'customer_flag.flagged_at'])
    .where('customer_flag.customer_id', '=', customerId)
    .orderBy('customer_flag.flagged_at')
    .orderBy('customer_flag.flag')
    .execute()
}

/** Staff who may be a customer's manager. */
export async function listManagerChoices(db: Db): Promise<{ email: string; name: string }[]> {
  return db
    .selectFrom('staff_member')
    .select(['email', 'name'])
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('email')
    .execute()
}

/** Whether a member has opened a customer in the last minutes, by the clock of the audit. */
export async function hasOpenedLately(trx: Trx, staffId: string, customerId: string, minutes: number) {
  const { rows } = await sql`
    select from audit_entry where subject_kind = 'customer' and subject_id = ${customerId}
      and action = 'customer.opened' and staff_id = ${staffId}
      and at > clock_timestamp() - make_interval(mins => ${minutes}) limit 1`.execute(trx)
  return rows.length > 0
}

/** False if there is no such customer. */
export async function lockCustomer(trx: Trx, customerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function putFlag(
  trx: Trx,
  flag: { customer_id: string; flag: CustomerFlag; reason: string; staff_id: string; flagged_at: Date },
): Promise<void> {
  const { reason, staff_id, flagged_at } = flag
  await trx
    .insertInto('customer_flag')
    .values(flag)
    .onConflict((conflict) => conflict.columns(['customer_id', 'flag']).doUpdateSet({ reason, staff_id, flagged_at }))
    .execute()
}

export async function deleteFlag(trx: Trx, customerId: string, flag: CustomerFlag): Promise<void> {
  await trx.deleteFrom('customer_flag').where('customer_id', '=', customerId).where('flag', '=', flag).execute()
}
