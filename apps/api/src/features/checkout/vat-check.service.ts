import type { CheckoutView, VatCheckView } from '@cotation/contracts'
import { plainVatNumber, type Tax } from '@cotation/domain'
import { taxTerms } from '@cotation/pricing'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { VatCheckResult } from '#db/column-types.ts'
import type { Buyer } from './checkout.repository.ts'
import { insertVatCheck, listUnconfirmed, type VatCheckRow } from './vat-check.repository.ts'

const minuteMs = 60_000

/** How long an answer is not asked for again. Staff's decision stays. */
const freshMs: Readonly<Record<VatCheckResult, number>> = {
  valid: 24 * 60 * minuteMs,
  invalid: 60 * minuteMs,
  unavailable: 5 * minuteMs,
  released: Number.POSITIVE_INFINITY,
}

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
  const isFresh = vatCheck !== null && now.getTime() - Date.parse(vatCheck.checkedAt) < freshMs[vatCheck.result]
  if (isFresh || deps.vat === null) return standingOf(vatCheck?.result)

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

/** Numbers that customers have used and that nobody has confirmed. */
export async function listVatChecks({ db }: Pick<Deps, 'db'>): Promise<VatCheckView[]> {
  return (await listUnconfirmed(db, maxListed)).map(viewOf)
}

const viewOf = (row: VatCheckRow): VatCheckView => ({
  vatNumber: row.vat_number,
  result: row.result,
  consultationNumber: row.consultation_number,
  reason: row.reason,
  checkedAt: row.checked_at.toISOString(),
})

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

  return { vatNumber: plain, result: 'released', consultationNumber: '', reason, checkedAt: now.toISOString() }
}
