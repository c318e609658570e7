import { type CheckoutView, maxShownVatChecks, type VatCheckView, type VatNumberView } from '@cotation/contracts'
import { plainVatNumber, type Tax } from '@cotation/domain'
import { taxTerms } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { findStaffName } from '#core/staff-name.ts'
import type { VatCheckResult } from '#db/column-types.ts'
import type { StaffSession } from '#http/session.ts'
import type { Buyer } from './checkout.repository.ts'
import {
  insertVatCheck,
  listChecksOf,
  listCustomersWith,
  listUnconfirmed,
  type VatCheckRow,
} from './vat-check.repository.ts'

const minuteMs = 60_000

/** How long an answer is not asked for again. Staff's decision stays. */
const freshMs: Readonly<Record<VatCheckResult, number>> = {
  valid: 24 * 60 * minuteMs,
  invalid: 60 * minuteMs,
  unavailable: 5 * minuteMs,
  released: Number.POSITIVE_INFINITY,
}

const isFresh = (result: VatCheckResult, checkedAt: Date, now: Date): boolean =>
  now.getTime() - checkedAt.getTime() < freshMs[result]

const isConfirmed = (result: VatCheckResult | undefined): boolean => result === 'valid' || result === 'released'

/** Whether the number of the delivery address would save VAT if it is registered. */
function needsCheck({ shipping }: Pick<Buyer, 'shipping'>, tax: Tax): boolean {
  return shipping !== null && taxTerms(shipping.country, shipping.vatNumber, tax).reason === 'reverse-charge'
}

/** Whether the known answer lets the order go without VAT. Used where no service can be asked. */
export const isVatConfirmed = ({ vatCheck }: Pick<Buyer, 'vatCheck'>): boolean => isConfirmed(vatCheck?.result)

/**
 * Asks the VAT service about the number of the delivery address, unless the last answer is fresh, and
 * stores the answer. Without a configured service the number stays unknown: VAT is charged, and staff
 * can release it. Null if no number matters.
 */
export async function checkBuyerVat(
  deps: Pick<Deps, 'clock' | 'db' | 'vat'>,
  buyer: Pick<Buyer, 'shipping' | 'vatCheck'>,
  tax: Tax,
): Promise<CheckoutView['vat']> {
  if (!buyer.shipping || !needsCheck(buyer, tax)) return null

  const now = deps.clock()
  const { vatCheck } = buyer
  const isKnown = vatCheck !== null && isFresh(vatCheck.result, new Date(vatCheck.checkedAt), now)
  if (isKnown || deps.vat === null) return standingOf(vatCheck?.result)

  const vatNumber = plainVatNumber(buyer.shipping.vatNumber)
  const answer = await deps.vat.check(vatNumber)
  await insertVatCheck(deps.db, { vatNumber, ...answer, now })
  return standingOf(answer.result)
}

function standingOf(result: VatCheckResult | undefined): CheckoutView['vat'] {
  if (isConfirmed(result)) return 'confirmed'
  return result === 'invalid' ? 'invalid' : 'unknown'
}

const maxListed = 100
const maxCustomers = 20

/** Numbers that customers have used and that nobody has confirmed. */
export async function listVatChecks({ db }: Pick<Deps, 'db'>): Promise<VatCheckView[]> {
  return (await listUnconfirmed(db, maxListed)).map(viewOf)
}

const viewOf = (row: VatCheckRow): VatCheckView => ({
  vatNumber: row.vat_number,
  result: row.result,
  consultationNumber: row.consultation_number,
  reason: row.reason,
  by: row.staff_name ?? '',
  checkedAt: row.checked_at.toISOString(),
})

/** A number that was checked or that customers use; NOT_FOUND for any other. */
export async function getVatNumber(
  { db, vat }: Pick<Deps, 'db' | 'vat'>,
  { staffRights }: Pick<StaffSession, 'staffRights'>,
  vatNumber: string,
): Promise<VatNumberView> {
  const checks = await listChecksOf(db, vatNumber, maxShownVatChecks)
  const customers = await listCustomersWith(db, vatNumber, maxCustomers)
  if (checks.length === 0 && customers.length === 0) throw new AppError('NOT_FOUND')

  const result = checks[0]?.result
  return {
    vatNumber,
    isConfirmed: isConfirmed(result),
    mayAsk: vat !== null && result !== 'released',
    checks: checks.map(viewOf),
    customers: staffRights.includes('customers.read') ? customers : null,
  }
}

/**
 * A member of staff asks the service about a number again, however fresh the last answer is. Refused
 * once staff have confirmed the number: an outage of the service would undo their decision. For the same
 * reason an outage does not replace an answer that is valid and fresh: VAT_SERVICE_UNAVAILABLE.
 */
export async function askVatService(
  deps: Pick<Deps, 'clock' | 'db' | 'vat'>,
  staffId: string,
  vatNumber: string,
): Promise<VatCheckView> {
  const [newest] = await listChecksOf(deps.db, vatNumber, 1)
  if (!newest && (await listCustomersWith(deps.db, vatNumber, 1)).length === 0) throw new AppError('NOT_FOUND')
  if (newest?.result === 'released') throw new AppError('VAT_NUMBER_RELEASED')
  if (deps.vat === null) throw new AppError('VAT_SERVICE_MISSING')

  // The time of the question, so that a colleague's decision in between is the newer one.
  const now = deps.clock()
  const answer = await deps.vat.check(vatNumber)
  const isStillValid = newest?.result === 'valid' && isFresh('valid', newest.checked_at, now)
  if (answer.result === 'unavailable' && isStillValid) throw new AppError('VAT_SERVICE_UNAVAILABLE')

  await deps.db.transaction().execute(async (trx) => {
    const id = await insertVatCheck(trx, { vatNumber, ...answer, now })
    const subject = { kind: 'vat-number', id } as const
    await recordAudit(trx, { staffId, action: 'vat-number.asked', subject, after: { result: answer.result } })
  })

  return { vatNumber, ...answer, by: '', checkedAt: now.toISOString() }
}

/** A member of staff confirms a number from other evidence: orders to it need no VAT from now on. */
export async function releaseVatNumber(
  deps: Pick<Deps, 'clock' | 'db'>,
  staffId: string,
  { vatNumber, reason }: { vatNumber: string; reason: string },
): Promise<VatCheckView> {
  const now = deps.clock()
  const plain = plainVatNumber(vatNumber)
  await deps.db.transaction().execute(async (trx) => {
    const id = await insertVatCheck(trx, { vatNumber: plain, result: 'released', reason, staffId, now })
    // The number of a sole trader is personal: the entry names the row, not the number.
    const subject = { kind: 'vat-number', id } as const
    await recordAudit(trx, { staffId, action: 'vat-number.released', subject, after: { result: 'released' }, reason })
  })

  const by = await findStaffName(deps.db, staffId)
  return { vatNumber: plain, result: 'released', consultationNumber: '', reason, by, checkedAt: now.toISOString() }
}
