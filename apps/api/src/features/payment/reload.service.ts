import type { ParsedInput, ReloadView, reloadRoutes } from '@cotation/contracts'
import { isOpenPayment, type Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Trx } from '#db/database.ts'
import type { ReloadRow } from '#db/order-rows.ts'
import { post } from '#src/money/ledger.ts'
import { netUsd } from '#src/money/order-payments.ts'
import { listRefunds } from '#src/money/refundable.ts'
import { mayReload, reloadViewOf } from '#src/money/reload.ts'
import { findReloadIntent } from './intent/intent.repository.ts'
import { lockReload, updateReload } from './intent/payable.repository.ts'
import { openCardPage, tryRefreshCard } from './methods/card.service.ts'
import { cardRefusal } from './methods/method-offers.service.ts'
import { openExternalPayment } from './methods/open-payment.service.ts'
import { findSubmittedReload, getOwnReload, insertReload, listDueReloads } from './reload.repository.ts'

type ReloadRequest = ParsedInput<typeof reloadRoutes.create>['body']

/** Begins a reload of the caller's balance. Idempotent by submission key. */
export async function createReload(
  deps: Deps,
  caller: { customerId: string; language: Language },
  request: ReloadRequest,
): Promise<ReloadView> {
  const { customerId, language } = caller
  const submitted = await findSubmittedReload(deps.db, customerId, request.submissionKey)
  const reload = submitted ?? (await openReload(deps, customerId, request))

  const intent = await findReloadIntent(deps.db, reload.id)
  if (intent) await openCardPage(deps, intent.id, language)
  return viewOf(deps, reload)
}

async function openReload(deps: Deps, customerId: string, request: ReloadRequest): Promise<ReloadRow> {
  const now = deps.clock()
  const { method, bankCurrency, submissionKey } = request
  const usdMinor = request.amountUsd * 100

  return deps.db.transaction().execute(async (trx) => {
    if (!(await mayReload(trx, customerId))) throw new AppError('RELOAD_NOT_ALLOWED')
    if (method === 'card' && cardRefusal(deps)) throw new AppError('METHOD_NOT_OFFERED')

    const inserted = await insertReload(trx, {
      customer_id: customerId,
      submission_key: submissionKey,
      amount_minor: usdMinor,
      created_at: now,
      paid_at: null,
      available_at: null,
      credited_at: null,
    })
    if (!inserted) {
      // A concurrent request with the same key was faster; the insert waited for its commit.
      const submitted = await findSubmittedReload(trx, customerId, submissionKey)
      if (!submitted) throw new AppError('BUSY')
      return submitted
    }

    const payment = { method, usdMinor, bankCurrency }
    await openExternalPayment(deps, trx, { kind: 'reload', reload: inserted }, payment, now)
    return inserted
  })
}

async function viewOf(deps: Deps, { id, customer_id }: ReloadRow): Promise<ReloadView> {
  const reload = await getOwnReload(deps.db, customer_id, id)
  return reloadViewOf(reload, (await findReloadIntent(deps.db, id)) ?? null, deps.config)
}

/** The state of the caller's reload; one that is due is credited at once. */
export async function getReload(deps: Deps, customerId: string, reloadId: string): Promise<ReloadView> {
  const reload = await getOwnReload(deps.db, customerId, reloadId)
  await creditReload(deps, reloadId)
  return viewOf(deps, reload)
}

/** Throws NOT_FOUND unless the caller may read the reload. */
export async function assertOwnReload({ db }: Pick<Deps, 'db'>, customerId: string, reloadId: string): Promise<void> {
  await getOwnReload(db, customerId, reloadId)
}

/** `getReload` after asking the provider. */
export async function checkReload(deps: Deps, customerId: string, reloadId: string): Promise<ReloadView> {
  await getOwnReload(deps.db, customerId, reloadId)
  const intent = await findReloadIntent(deps.db, reloadId)
  if (intent && isOpenPayment(intent.state)) await tryRefreshCard(deps, intent.id)
  return getReload(deps, customerId, reloadId)
}

type CreditDeps = Pick<Deps, 'clock' | 'db'>

const maxPerRun = 500

/** Credits every paid reload that is due. */
export async function creditDueReloads(deps: CreditDeps): Promise<void> {
  for (const reloadId of await listDueReloads(deps.db, deps.clock(), maxPerRun)) await creditReload(deps, reloadId)
}

/** Makes a paid reload spendable, once, if it is due (PAY-11). */
async function creditReload(deps: CreditDeps, reloadId: string): Promise<void> {
  const isCredited = await deps.db.transaction().execute((trx) => creditLocked(deps, trx, reloadId))
  if (isCredited) failpoint('reload:after-credit')
}

async function creditLocked({ clock }: CreditDeps, trx: Trx, reloadId: string): Promise<boolean> {
  const now = clock()
  const reload = await lockReload(trx, reloadId)
  if (reload.credited_at !== null || reload.available_at === null || reload.available_at > now) return false

  // Money that is held, disputed or about to be refunded must not be spent.
  const intent = await findReloadIntent(trx, reloadId)
  if (!intent || intent.state === 'held' || intent.state === 'disputed') return false
  const refunds = await listRefunds(trx, [intent.id])
  if (refunds.some(({ state }) => state === 'asked')) return false

  const usdMinor = netUsd(intent)
  const customerId = reload.customer_id
  if (usdMinor > 0) {
    await post(trx, now, {
      kind: 'reload-available',
      key: `available ${reloadId}`,
      customerId,
      reloadId,
      intentId: intent.id,
      lines: [
        { account: { kind: 'wallet_pending', customerId }, amountMinor: usdMinor },
        { account: { kind: 'wallet', customerId }, amountMinor: -usdMinor },
      ],
    })
  }

  await updateReload(trx, reloadId, { credited_at: now })
  failpoint('reload:before-credit')

  return true
}
