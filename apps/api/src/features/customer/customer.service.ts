import { type CustomerView, maxSectionRows } from '@cotation/contracts'
import { type CustomerFlag, riskSigns, type StaffRight } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Db } from '#db/database.ts'
import { type OriginalFile, readRecorded } from '#features/upload/history.service.ts'
import type { StaffSession } from '#http/session.ts'
import { findCreditStanding } from '#src/money/credit.ts'
import { readBalances } from '#src/money/ledger.ts'
import {
  countRisks,
  deleteFlag,
  findCustomer,
  findSentFile,
  hasOpenedLately,
  listClaims,
  listCosts,
  listFiles,
  listFlags,
  listFreightAccounts,
  listMails,
  listManagerChoices,
  listOrders,
  listQuotes,
  lockCustomer,
  type PageStart,
  putFlag,
  type SectionPage,
  type SectionRows,
  sumSpent,
} from './customer.repository.ts'
import { readNotes } from './customer-note.service.ts'

type CustomerDeps = Pick<Deps, 'clock' | 'db'>

/** A page that is read again, or opened from several orders, is one visit. */
const visitMinutes = 30
const riskDays = 90
const dayMs = 86_400_000

/** A customer with the sections that a member of staff may see. The visit is recorded in the audit. */
export async function getCustomer(
  deps: CustomerDeps,
  session: StaffSession,
  customerId: string,
): Promise<CustomerView> {
  const { db } = deps
  const { staffId, staffRights } = session
  const now = deps.clock()
  const customer = await findCustomer(db, customerId)
  if (!customer) throw new AppError('NOT_FOUND')
  await recordVisit(db, staffId, customerId)

  const flags = await listFlags(db, customerId)
  const freightAccounts = await listFreightAccounts(db, customerId)
  const risks = await countRisks(db, customerId, new Date(now.getTime() - riskDays * dayMs))
  const may = (right: StaffRight) => staffRights.includes(right)

  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    company: customer.company,
    accountType: customer.account_type,
    phone: customer.phone,
    language: customer.language,
    createdAt: customer.created_at.toISOString(),
    isActivated: customer.is_activated,
    level: customer.level,
    manager: customer.manager,
    mayReload: customer.is_recharge,
    mayOrderForOthers: customer.is_entrust_order_account,
    flags: flags.map(({ flag, reason, by, flagged_at }) => ({ flag, reason, by, at: flagged_at.toISOString() })),
    notes: await readNotes(db, session, customerId),
    freightAccounts: freightAccounts.map(({ carrier, number, created_at, confirmed_at }) => ({
      carrier,
      number,
      isConfirmed: confirmed_at !== null,
      addedAt: created_at.toISOString(),
    })),
    risks: riskSigns.map((sign) => ({ sign, count: risks[sign] })).filter(({ count }) => count > 0),
    orders: may('orders.read') ? await ordersOf(db, customerId) : null,
    quotes: may('quotes.answer') ? await quotesOf(db, { customerId, may, after: null }) : null,
    files: may('files.read') ? await filesOf(db, { customerId, may, after: null }) : null,
    claims: may('orders.read') ? await claimsOf(db, customerId) : null,
    costs: may('costs.read') ? await costsOf(db, customerId, now) : null,
    mails: may('mails.read') ? await mailsOf(db, customerId) : null,
    money: may('money.receive') || may('credit.grant') ? await moneyOf(db, customerId, now) : null,
    managerChoices: may('customers.assign') ? await listManagerChoices(db) : null,
  }
}

async function recordVisit(db: Db, staffId: string, customerId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await hasOpenedLately(trx, staffId, customerId, visitMinutes)) return
    await recordAudit(trx, { staffId, action: 'customer.opened', subject: { kind: 'customer', id: customerId } })
  })
}

/** A section with its rows as callers see them. */
function shownSection<Row, View>(
  { rows, total }: SectionRows<Row>,
  viewOf: (row: Row) => View,
): { rows: View[]; total: number } {
  return { rows: rows.map(viewOf), total }
}

async function ordersOf(db: Db, customerId: string) {
  return shownSection(await listOrders(db, customerId, maxSectionRows), ({ total_minor, placed_at, ...order }) => ({
    ...order,
    totalMinor: Number(total_minor),
    placedAt: placed_at.toISOString(),
  }))
}

type May = (right: StaffRight) => boolean

interface PartOf {
  customerId: string
  may: May
  /** Null for the newest rows. */
  after: PageStart | null
}

/** A page of a section with its rows as callers see them. */
function shownPage<Row, View>({ rows, total, next }: SectionPage<Row>, viewOf: (row: Row) => View) {
  return { rows: rows.map(viewOf), total, next: next && `${next.micros}_${next.id}` }
}

async function quotesOf(db: Db, { customerId, may, after }: PartOf) {
  return shownPage(await listQuotes(db, customerId, { after, limit: maxSectionRows }), (row) => {
    const { id, name, parts, questions, question_line_id, order, updated_at } = row
    return {
      id,
      name,
      parts,
      questions,
      questionLineId: question_line_id,
      order: may('orders.read') ? order : null,
      updatedAt: updated_at.toISOString(),
    }
  })
}

async function filesOf(db: Db, { customerId, may, after }: PartOf) {
  return shownPage(await listFiles(db, customerId, { after, limit: maxSectionRows }), (row) => {
    const { id, name, state, bytes, is_stored, project, question_line_id, order, created_at } = row
    return {
      id,
      name,
      state,
      bytes: Number(bytes),
      isStored: is_stored,
      project: may('quotes.answer') ? project : null,
      questionLineId: may('quotes.answer') ? question_line_id : null,
      order: may('orders.read') ? order : null,
      sentAt: created_at.toISOString(),
    }
  })
}

interface NextPage {
  customerId: string
  /** Cursor, in the form that the contract checks. */
  after: string
}

/** What a page of a section needs. Reading on is a visit too, if the page itself was not opened. */
async function openNextPage({ db }: CustomerDeps, session: StaffSession, right: StaffRight, wanted: NextPage) {
  const { customerId, after } = wanted
  const may = (one: StaffRight) => session.staffRights.includes(one)
  if (!may(right)) throw new AppError('FORBIDDEN')
  if (!(await findCustomer(db, customerId))) throw new AppError('NOT_FOUND')
  await recordVisit(db, session.staffId, customerId)

  const [micros = '', id = ''] = after.split('_')
  return { customerId, may, after: { micros, id } }
}

/** The quotes after a row that is already shown. */
export async function listNextQuotes(deps: CustomerDeps, session: StaffSession, wanted: NextPage) {
  return quotesOf(deps.db, await openNextPage(deps, session, 'quotes.answer', wanted))
}

/** The files after a row that is already shown. */
export async function listNextFiles(deps: CustomerDeps, session: StaffSession, wanted: NextPage) {
  return filesOf(deps.db, await openNextPage(deps, session, 'files.read', wanted))
}

/** A file as the customer sent it. Each download is in the audit. */
export async function downloadFile(
  deps: Pick<Deps, 'db' | 'files'>,
  staffId: string,
  { customerId, uploadId }: { customerId: string; uploadId: string },
): Promise<OriginalFile> {
  const { db } = deps
  const upload = await findSentFile(db, customerId, uploadId)
  if (!upload) throw new AppError('NOT_FOUND')

  const subject = { kind: 'file', id: uploadId } as const
  return readRecorded(deps, upload, () =>
    db.transaction().execute((trx) => recordAudit(trx, { staffId, action: 'file.downloaded', subject, customerId })),
  )
}

async function claimsOf(db: Db, customerId: string) {
  return shownSection(await listClaims(db, customerId, maxSectionRows), ({ opened_at, ...claim }) => ({
    ...claim,
    openedAt: opened_at.toISOString(),
  }))
}

async function costsOf(db: Db, customerId: string, now: Date) {
  return shownSection(await listCosts(db, customerId, now, maxSectionRows), ({ total_minor, created_at, ...cost }) => ({
    ...cost,
    totalMinor: Number(total_minor),
    requestedAt: created_at.toISOString(),
  }))
}

async function mailsOf(db: Db, customerId: string) {
  return shownSection(await listMails(db, customerId, maxSectionRows), ({ mailed_at, ...mail }) => ({
    ...mail,
    mailedAt: mailed_at.toISOString(),
  }))
}

async function moneyOf(db: Db, customerId: string, now: Date) {
  const balanceOf = await readBalances(db, ['wallet', 'wallet_pending', 'credit'], customerId)
  const credit = await findCreditStanding(db, customerId, now, balanceOf('credit'))

  return {
    spentMinor: await sumSpent(db, customerId),
    balanceMinor: balanceOf('wallet').balanceMinor,
    pendingReloadMinor: balanceOf('wallet_pending').balanceMinor,
    credit: credit && {
      limitMinor: credit.limitMinor,
      owedMinor: credit.owedMinor,
      overdueMinor: credit.overdueMinor,
    },
  }
}

interface FlagChange {
  customerId: string
  flag: CustomerFlag
  reason: string
}

/** Flags a customer. The same flag with the same reason changes nothing. */
export async function setFlag(deps: CustomerDeps, staffId: string, change: FlagChange): Promise<void> {
  const { customerId, flag, reason } = change
  await deps.db.transaction().execute(async (trx) => {
    if (!(await lockCustomer(trx, customerId))) throw new AppError('NOT_FOUND')

    const current = (await listFlags(trx, customerId)).find((one) => one.flag === flag)
    if (current?.reason === reason) return

    await putFlag(trx, { customer_id: customerId, flag, reason, staff_id: staffId, flagged_at: deps.clock() })
    const subject = { kind: 'customer', id: customerId } as const
    await recordAudit(trx, { staffId, action: 'customer.flag-set', subject, after: { flag }, reason })
  })
}

/** Takes a flag back; changes nothing if the customer does not have it. */
export async function removeFlag(deps: CustomerDeps, staffId: string, change: FlagChange): Promise<void> {
  const { customerId, flag, reason } = change
  await deps.db.transaction().execute(async (trx) => {
    if (!(await lockCustomer(trx, customerId))) throw new AppError('NOT_FOUND')

    const isFlagged = (await listFlags(trx, customerId)).some((one) => one.flag === flag)
    if (!isFlagged) return

    await deleteFlag(trx, customerId, flag)
    const subject = { kind: 'customer', id: customerId } as const
    await recordAudit(trx, { staffId, action: 'customer.flag-removed', subject, before: { flag }, reason })
  })
}
