import { sql } from 'kysely'
import { type Invariant, within } from './id-range.ts'

/** The entry's effect on the balance of its account. */
const effect = sql`case account.normal_side when 'debit' then 1 else -1 end * entry.amount_minor`

/** Rules for all postings and accounts; they apply to points too. */
export const bookkeepingInvariants: readonly Invariant[] = [
  {
    name: 'a posting does not balance',
    violations: (range) => sql`select concat_ws(' ', transaction_id, currency, sum(amount_minor)) as what
      from ledger_entry where ${within('transaction_id', range)}
      group by transaction_id, currency having sum(amount_minor) <> 0`,
  },
  {
    name: 'a posting has fewer than two entries',
    violations: (range) => sql`select posting.id::text as what
      from ledger_transaction posting
      left join ledger_entry entry on entry.transaction_id = posting.id and ${within('entry.transaction_id', range)}
      where ${within('posting.id', range)}
      group by posting.id having count(entry.id) < 2`,
  },
  {
    name: 'an entry has another currency than its account',
    violations: (range) => sql`select concat_ws(' ', entry.id, entry.currency, account.currency) as what
      from ledger_entry entry join ledger_account account on account.id = entry.account_id
      where ${within('entry.transaction_id', range)} and entry.currency <> account.currency`,
  },
  {
    name: 'points and money are mixed',
    violations: (range) => sql`select concat_ws(' ', id, kind, currency) as what from ledger_account
      where ${within('id', range)} and (kind in ('points', 'points_issued')) <> (currency = 'PTS')`,
  },
  {
    name: 'a balance is not the sum of its entries',
    violations: (range) => sql`select concat_ws(' ', account.id, account.kind, account.balance_minor) as what
      from ledger_account account left join ledger_entry entry on entry.account_id = account.id
      where ${within('account.id', range)} and account.customer_id is not null
      group by account.id having account.balance_minor <> coalesce(sum(${effect}), 0)`,
  },
  {
    name: 'the history of an account does not add up',
    violations: (range) => sql`select concat_ws(' ', account_id, entry_id) as what from (
        select account.id as account_id, entry.id as entry_id, entry.balance_after_minor as after,
          sum(${effect}) over (partition by entry.account_id order by entry.id) as expected
        from ledger_account account join ledger_entry entry on entry.account_id = account.id
        where ${within('account.id', range)} and account.customer_id is not null
      ) history where after is distinct from expected`,
  },
  {
    name: 'an account is below its floor',
    violations: (range) => sql`select concat_ws(' ', id, kind, balance_minor, floor_minor) as what
      from ledger_account where ${within('id', range)} and balance_minor < floor_minor`,
  },
]
