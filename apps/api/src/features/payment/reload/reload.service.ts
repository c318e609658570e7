import type { ParsedInput, ReloadView, reloadRoutes } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { isOpenPayment } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { findReloadIntent } from '#features/payment/intent/intent.repository.ts'
import type { ReloadRow } from '#features/payment/intent/reload.repository.ts'
import { cardRefusal } from '#features/payment/methods/method-offers.service.ts'
import { beginAtProvider, openOutside } from '#features/payment/methods/open-payment.service.ts'
import { lookAtOpen } from '#features/payment/order/pay-order.service.ts'
import { reloadViewOf } from '#src/money/reload-view.ts'
import { creditReload } from './credit-reload.service.ts'
import { findSubmittedReload, getOwnReload, insertReload, mayReload } from './reload.repository.ts'

export type ReloadRequest = ParsedInput<typeof reloadRoutes.create>['body']

/** Begins a reload of the caller's balance; the same submission, however often it is sent, is one reload. */
export async function createReload(
  deps: Deps,
  caller: { customerId: string; language: Language },
  request: ReloadRequest,
): Promise<ReloadView> {
  const { customerId, language } = caller
  const before = await findSubmittedReload(deps.db, customerId, request.submissionKey)
  const reload = before ?? (await openReload(deps, customerId, request))
  const intent = await findReloadIntent(deps.db, reload.id)
  if (intent) await beginAtProvider(deps, intent.id, language)
  return viewOf(deps, reload)
}

async function openReload(deps: Deps, customerId: string, request: ReloadRequest): Promise<ReloadRow> {
  const now = deps.clock()
  const { method, bankCurrency, submissionKey } = request
  const amountMinor = request.amountUsd * 100

  return deps.db.transaction().execute(async (trx) => {
    if (!(await mayReload(trx, customerId))) throw new AppError('RELOAD_NOT_ALLOWED')
    if (method === 'card' && cardRefusal(deps, 'USD')) throw new AppError('METHOD_NOT_OFFERED')

    const reload = await insertReload(trx, {
      customer_id: customerId,
      submission_key: submissionKey,
      amount_minor: amountMinor,
      created_at: now,
      paid_at: null,
      available_at: null,
      credited_at: null,
    })
    if (!reload) return getSubmitted(trx, customerId, submissionKey)

    const choice = { method, usdMinor: amountMinor, ...(bankCurrency && { bankCurrency }) }
    await openOutside(deps, trx, { order: null, reload }, choice, now)

    return reload
  })
}

/** The same submission was faster: ours waited for it to be kept. */
async function getSubmitted(trx: Trx, customerId: string, submissionKey: string): Promise<ReloadRow> {
  const reload = await findSubmittedReload(trx, customerId, submissionKey)
  if (!reload) throw new AppError('BUSY')
  return reload
}

async function viewOf(deps: Deps, { id, customer_id }: ReloadRow): Promise<ReloadView> {
  const reload = await getOwnReload(deps.db, customer_id, id)
  return reloadViewOf(reload, (await findReloadIntent(deps.db, id)) ?? null, deps.config)
}

/** Where the caller's reload stands; one whose time has come is credited at once. */
export async function getReload(deps: Deps, customerId: string, reloadId: string): Promise<ReloadView> {
  const reload = await getOwnReload(deps.db, customerId, reloadId)
  await creditReload(deps, reloadId)
  return viewOf(deps, reload)
}

/** The same after asking the provider. */
export async function checkReload(deps: Deps, customerId: string, reloadId: string): Promise<ReloadView> {
  await getOwnReload(deps.db, customerId, reloadId)
  const intent = await findReloadIntent(deps.db, reloadId)
  if (intent && isOpenPayment(intent.state)) await lookAtOpen(deps, intent)
  return getReload(deps, customerId, reloadId)
}
