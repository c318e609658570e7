import type { CustomerAccountKind, LedgerCurrency, LedgerTransactionKind, ShopAccountKind } from '@cotation/domain'
import { isBalanced } from '@cotation/domain'
import { sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'

export type LedgerAccount =
  | { kind: CustomerAccountKind; customerId: string; currency?: LedgerCurrency }
  | { kind: ShopAccountKind; currency?: LedgerCurrency }

/** Positive is debit, negative is credit: credits increase a customer's account. */
export interface LedgerLine {
  account: LedgerAccount
  amountMinor: number
}

export interface Posting {
  kind: LedgerTransactionKind
  /** The idempotency key, named after the cause: `capture <event id>`, `reload <id>`. */
  key: string
  customerId?: string
  orderId?: string
  reloadId?: string
  additionalCostId?: string
  intentId?: string
  /** The member of staff who posts it manually. */
  staffId?: string
  note?: string
  lines: readonly LedgerLine[]
}

const currencyOf = ({ kind, currency }: LedgerAccount): LedgerCurrency =>
  currency ?? (kind === 'points' || kind === 'points_issued' ? 'PTS' : 'USD')
const customerOf = (account: LedgerAccount): string | null => ('customerId' in account ? account.customerId : null)
const nameOf = (account: LedgerAccount) => `${account.kind} ${customerOf(account) ?? ''} ${currencyOf(account)}`

async function findAccountIds(trx: Trx, accounts: readonly LedgerAccount[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('ledger_account')
    .select(['id', 'kind', 'customer_id', 'currency'])
    .where(({ eb, and, or }) =>
      or(
        accounts.map((account) =>
          and([
            eb('kind', '=', account.kind),
            // Never `is not distinct from`: no index serves it, so every wallet would be scanned.
            'customerId' in account ? eb('customer_id', '=', account.customerId) : eb('customer_id', 'is', null),
            eb('currency', '=', currencyOf(account)),
          ]),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, kind, customer_id, currency }) => [`${kind} ${customer_id ?? ''} ${currency}`, id]))
}

/** Creates missing customer accounts, with a floor of zero; a credit limit lowers it later. */
async function ensureAccounts(trx: Trx, accounts: readonly LedgerAccount[], now: Date): Promise<Map<string, string>> {
  const existing = await findAccountIds(trx, accounts)
  const lacking = accounts.filter((account) => !existing.has(nameOf(account)))
  if (lacking.length === 0) return existing

  // Sorted: two postings that create the same accounts in opposite sequences would deadlock.
  const missing = [...new Map(lacking.map((account) => [nameOf(account), account])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, account]) => account)
  await trx
    .insertInto('ledger_account')
    .values(
      missing.map((account) => ({
        kind: account.kind,
        customer_id: customerOf(account),
        currency: currencyOf(account),
        normal_side: 'credit' as const,
        floor_minor: 0,
        balance_minor: 0,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'customer_id', 'currency']).doNothing())
    .execute()

  return findAccountIds(trx, accounts)
}

/** The database refuses to let an account fall below its floor. */
function isFloorBreach(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'ledger_floor'
}

/** The id of the account, or null if it does not exist yet. */
const accountId = (account: LedgerAccount) => sql<string | null>`(
  select id from ledger_account where kind = ${account.kind} and currency = ${currencyOf(account)}
    and customer_id ${'customerId' in account ? sql`= ${account.customerId}` : sql`is null`})`

/**
 * Inserts a posting with its entries in one statement, because every order waits for it. Inserts no
 * entries if an account is missing. Undefined if the key was posted before.
 */
async function insertPosting(
  trx: Trx,
  now: Date,
  posting: Posting,
): Promise<{ id: string; entries: number } | undefined> {
  const { customerId = null, orderId = null, reloadId = null, intentId = null, staffId = null } = posting
  const { additionalCostId = null } = posting
  const lines = posting.lines.map(
    ({ account, amountMinor }) => sql`(${accountId(account)}, ${currencyOf(account)}::text, ${amountMinor}::bigint)`,
  )
  const { rows } = await sql<{ id: string; entries: number }>`
    with made as (
      insert into ledger_transaction (kind, idempotency_key, customer_id, order_id, reload_id, additional_cost_id, intent_id, staff_id, note, created_at)
      values (${posting.kind}, ${posting.key}, ${customerId}, ${orderId}, ${reloadId}, ${additionalCostId}, ${intentId}, ${staffId}, ${posting.note ?? ''}, ${now})
      on conflict (idempotency_key) do nothing
      returning id),
    line (account_id, currency, amount_minor) as materialized (values ${sql.join(lines)}),
    entry as (
      insert into ledger_entry (transaction_id, account_id, currency, amount_minor)
      select made.id, line.account_id, line.currency, line.amount_minor from made, line
      where not exists (select from line where account_id is null)
      order by line.account_id
      returning id)
    select made.id, (select count(*)::int from entry) as entries from made`.execute(trx)

  return rows[0]
}

/** Inserts the entries of a posting whose accounts were missing. */
async function insertEntries(trx: Trx, now: Date, postingId: string, lines: readonly LedgerLine[]): Promise<void> {
  const accounts = lines.map(({ account }) => account)
  const ids = await ensureAccounts(trx, accounts, now)
  const entries = lines
    .map(({ account, amountMinor }) => ({
      transaction_id: postingId,
      account_id: String(ids.get(nameOf(account))),
      currency: currencyOf(account),
      amount_minor: amountMinor,
    }))
    .sort((one, other) => (one.account_id < other.account_id ? -1 : 1))
  await trx.insertInto('ledger_entry').values(entries).execute()
}

/**
 * Posts a movement of money; false if its key was posted before. Accounts are locked sorted by id.
 * An account that would fall below its floor fails the whole transaction (PAY-1).
 */
export async function post(trx: Trx, now: Date, posting: Posting): Promise<boolean> {
  const { lines } = posting
  if (!isBalanced(lines.map(({ account, amountMinor }) => ({ currency: currencyOf(account), amountMinor }))))
    throw new Error(`The posting "${posting.key}" does not balance.`)

  try {
    const inserted = await insertPosting(trx, now, posting)
    if (inserted && inserted.entries < lines.length) await insertEntries(trx, now, inserted.id, lines)
    return inserted !== undefined
  } catch (error) {
    if (!isFloorBreach(error)) throw error
    const isCredit = lines.some(({ account, amountMinor }) => account.kind === 'credit' && amountMinor > 0)
    throw new AppError(isCredit ? 'CREDIT_TOO_LOW' : 'BALANCE_TOO_LOW', { cause: error })
  }
}

/**
 * Locks a customer's account against postings until the transaction ends. Creates a missing one, so
 * that concurrent callers wait for each other.
 */
export async function lockAccount(
  trx: Trx,
  kind: CustomerAccountKind,
  customerId: string,
  now: Date,
): Promise<{ id: string; balanceMinor: number; floorMinor: number }> {
  const account = { kind, customerId }
  const id = String((await ensureAccounts(trx, [account], now)).get(nameOf(account)))
  const row = await trx
    .selectFrom('ledger_account')
    .select(['balance_minor', 'floor_minor'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

  return { id, balanceMinor: Number(row.balance_minor), floorMinor: Number(row.floor_minor) }
}

/** Sets the lowest allowed balance of a locked account. */
export async function updateFloor(trx: Trx, accountId: string, floorMinor: number): Promise<void> {
  await trx.updateTable('ledger_account').set({ floor_minor: floorMinor }).where('id', '=', accountId).execute()
}

export interface Balance {
  balanceMinor: number
  floorMinor: number
}

/** Reads some accounts of a customer at once; accounts that were never used have a balance of zero. */
export async function readBalances<K extends CustomerAccountKind>(
  db: Db | Trx,
  kinds: readonly K[],
  customerId: string,
): Promise<(kind: K) => Balance> {
  const rows = await db
    .selectFrom('ledger_account')
    .select(['kind', 'currency', 'balance_minor', 'floor_minor'])
    .where('kind', 'in', kinds)
    .where('customer_id', '=', customerId)
    .execute()

  return (kind) => {
    const row = rows.find((found) => found.kind === kind && found.currency === currencyOf({ kind, customerId }))
    return { balanceMinor: Number(row?.balance_minor ?? 0), floorMinor: Number(row?.floor_minor ?? 0) }
  }
}

/** The balance and floor of a customer's account; zero for an account that was never used. */
export async function findBalance(db: Db | Trx, kind: CustomerAccountKind, customerId: string): Promise<Balance> {
  return (await readBalances(db, [kind], customerId))(kind)
}

/** Whether a posting with this key exists. */
export async function isPosted(trx: Trx, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('ledger_transaction')
    .select('id')
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}
