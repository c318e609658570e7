import type { CustomerAccountKind, LedgerCurrency, LedgerTransactionKind, ShopAccountKind } from '@cotation/domain'
import { isBalanced } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
import { AppError } from '#src/app-error.ts'

export type LedgerAccount =
  | { kind: CustomerAccountKind; customerId: string; currency?: LedgerCurrency }
  | { kind: ShopAccountKind; currency?: LedgerCurrency }

/** Positive is debit, negative is credit: a customer's account grows by credits. */
export interface LedgerLine {
  account: LedgerAccount
  amountMinor: number
}

export interface Posting {
  kind: LedgerTransactionKind
  /** Names the cause: `capture <event id>`, `reload <id>`. The same cause is posted once. */
  key: string
  customerId?: string
  orderId?: string
  reloadId?: string
  intentId?: string
  /** Who of the shop makes it by hand. */
  staffId?: string
  note?: string
  lines: readonly LedgerLine[]
}

const currencyOf = ({ kind, currency }: LedgerAccount): LedgerCurrency =>
  currency ?? (kind === 'points' || kind === 'points_issued' ? 'PTS' : 'USD')
const customerOf = (account: LedgerAccount): string | null => ('customerId' in account ? account.customerId : null)
const nameOf = (account: LedgerAccount) => `${account.kind} ${customerOf(account) ?? ''} ${currencyOf(account)}`

async function idsOf(trx: Trx, accounts: readonly LedgerAccount[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('ledger_account')
    .select(['id', 'kind', 'customer_id', 'currency'])
    .where(({ eb, and, or }) =>
      or(
        accounts.map((account) =>
          and([
            eb('kind', '=', account.kind),
            eb('customer_id', 'is not distinct from', customerOf(account)),
            eb('currency', '=', currencyOf(account)),
          ]),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, kind, customer_id, currency }) => [`${kind} ${customer_id ?? ''} ${currency}`, id]))
}

/** Customers' accounts are made when the first entry comes; nobody's falls below zero unless a limit was granted. */
async function accountIds(trx: Trx, accounts: readonly LedgerAccount[], now: Date): Promise<Map<string, string>> {
  const known = await idsOf(trx, accounts)
  const lacking = accounts.filter((account) => !known.has(nameOf(account)))
  if (lacking.length === 0) return known
  // One order for everybody: two postings that make the same two accounts the other way round would wait for each other.
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
  return idsOf(trx, accounts)
}

/** What the database says of an account that would fall below its floor. */
function isFloorBreach(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'ledger_floor'
}

/**
 * Posts a movement of money, or does nothing and says so where its cause was posted before. Accounts are locked in the order of their
 * ids; an account that would fall below its floor refuses the whole transaction (PAY-1).
 */
export async function post(trx: Trx, now: Date, posting: Posting): Promise<boolean> {
  const { lines } = posting
  if (!isBalanced(lines.map(({ account, amountMinor }) => ({ currency: currencyOf(account), amountMinor }))))
    throw new Error(`The posting "${posting.key}" does not balance.`)
  const made = await trx
    .insertInto('ledger_transaction')
    .values({
      kind: posting.kind,
      idempotency_key: posting.key,
      customer_id: posting.customerId ?? null,
      order_id: posting.orderId ?? null,
      reload_id: posting.reloadId ?? null,
      intent_id: posting.intentId ?? null,
      staff_id: posting.staffId ?? null,
      note: posting.note ?? '',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  const ids = await accountIds(
    trx,
    lines.map(({ account }) => account),
    now,
  )
  const entries = lines
    .map(({ account, amountMinor }) => ({
      transaction_id: made.id,
      account_id: String(ids.get(nameOf(account))),
      currency: currencyOf(account),
      amount_minor: amountMinor,
    }))
    .sort((one, other) => (one.account_id < other.account_id ? -1 : 1))
  try {
    await trx.insertInto('ledger_entry').values(entries).execute()
  } catch (error) {
    if (!isFloorBreach(error)) throw error
    const isCredit = lines.some(({ account, amountMinor }) => account.kind === 'credit' && amountMinor > 0)
    throw new AppError(isCredit ? 'CREDIT_TOO_LOW' : 'BALANCE_TOO_LOW', { cause: error })
  }
  return true
}

/**
 * A customer's account, locked: nothing is posted to it until the transaction ends. It is made where there is none, so that two who ask
 * for it at once wait for each other.
 */
export async function lockAccount(
  trx: Trx,
  kind: CustomerAccountKind,
  customerId: string,
  now: Date,
): Promise<{ id: string; balanceMinor: number; floorMinor: number }> {
  const account = { kind, customerId }
  const id = String((await accountIds(trx, [account], now)).get(nameOf(account)))
  const row = await trx
    .selectFrom('ledger_account')
    .select(['balance_minor', 'floor_minor'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { id, balanceMinor: Number(row.balance_minor), floorMinor: Number(row.floor_minor) }
}

/** Moves how far a locked account may fall. */
export async function updateFloor(trx: Trx, accountId: string, floorMinor: number): Promise<void> {
  await trx.updateTable('ledger_account').set({ floor_minor: floorMinor }).where('id', '=', accountId).execute()
}

/** What a customer's account holds at this moment, and its floor; an account that was never used holds nothing. */
export async function findBalance(
  db: Db | Trx,
  kind: CustomerAccountKind,
  customerId: string,
): Promise<{ balanceMinor: number; floorMinor: number }> {
  const row = await db
    .selectFrom('ledger_account')
    .select(['balance_minor', 'floor_minor'])
    .where('kind', '=', kind)
    .where('customer_id', '=', customerId)
    .where('currency', '=', currencyOf({ kind, customerId }))
    .executeTakeFirst()
  return { balanceMinor: Number(row?.balance_minor ?? 0), floorMinor: Number(row?.floor_minor ?? 0) }
}
