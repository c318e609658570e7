import { AppError } from '#core/app-error.ts'
import { type ActedBy, type AuditFacts, changedFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { isPosted, lockAccount, post, updateFloor } from '#src/money/ledger.ts'
import { type CustomerFlags, insertCreditGrant, lockCustomer, updateFlags } from './balance.repository.ts'

type Clock = Pick<Deps, 'clock'>

interface Grant {
  customerId: string
  limitMinor: number
  reason: string
}

/**
 * Grants a company a credit limit, stored as the account's floor; not below what it already owes.
 */
export async function grantCredit({ clock }: Clock, trx: Trx, staffId: string, grant: Grant): Promise<void> {
  const { customerId, limitMinor, reason } = grant
  const now = clock()
  const customer = await lockCustomer(trx, customerId)
  if (customer.account_type !== 'enterprise') throw new AppError('CREDIT_NOT_POSSIBLE')

  const account = await lockAccount(trx, 'credit', customerId, now)
  if (limitMinor < -account.balanceMinor) throw new AppError('CREDIT_NOT_POSSIBLE')

  // `0 - limit`, since a negative zero is no valid bigint.
  await updateFloor(trx, account.id, 0 - limitMinor)
  await insertCreditGrant(trx, {
    customer_id: customerId,
    limit_minor: limitMinor,
    reason,
    staff_id: staffId,
    at: now,
  })
}

interface Settlement {
  customerId: string
  amountMinor: number
  reason: string
  key: string
}

/** Records a payment of credit; never more than is owed. Returns false if it was recorded before. */
export async function settleCredit(
  { clock }: Clock,
  trx: Trx,
  staffId: string,
  settlement: Settlement,
): Promise<boolean> {
  const { customerId, amountMinor, reason } = settlement
  const key = `credit-settled ${customerId} ${settlement.key}`
  const now = clock()
  await lockCustomer(trx, customerId)

  const { balanceMinor } = await lockAccount(trx, 'credit', customerId, now)
  if (await isPosted(trx, key)) return false
  if (amountMinor > -balanceMinor) throw new AppError('CREDIT_SETTLEMENT_TOO_HIGH')

  return post(trx, now, {
    kind: 'credit-settled',
    key,
    customerId,
    staffId,
    note: reason,
    lines: [
      { account: { kind: 'bank' }, amountMinor },
      { account: { kind: 'credit', customerId }, amountMinor: -amountMinor },
    ],
  })
}

/** Sets whether a customer may reload the balance and order on behalf of others. */
export async function setFlags(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  flags: { isRecharge?: boolean | undefined; isEntrustOrderAccount?: boolean | undefined },
  by: ActedBy,
): Promise<void> {
  const change: CustomerFlags = {
    ...(flags.isRecharge !== undefined && { is_recharge: flags.isRecharge }),
    ...(flags.isEntrustOrderAccount !== undefined && { is_entrust_order_account: flags.isEntrustOrderAccount }),
  }
  await db.transaction().execute(async (trx) => {
    const before = await lockCustomer(trx, customerId)
    await updateFlags(trx, customerId, change)

    const changed = changedFacts(flagFacts(before), flagFacts({ ...before, ...change }))
    if (changed === null) return
    await recordAudit(trx, {
      ...by,
      action: 'customer.flags-set',
      subject: { kind: 'customer', id: customerId },
      ...changed,
    })
  })
}

function flagFacts(flags: Required<CustomerFlags>): AuditFacts {
  return { isRecharge: flags.is_recharge, isEntrustOrderAccount: flags.is_entrust_order_account }
}
