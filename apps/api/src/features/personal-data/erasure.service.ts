import { type ActionMail, sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { removeImage } from '#features/account/account.service.ts'
import { eraseCostPictures } from '#features/additional-cost/additional-cost.service.ts'
import { eraseClaimPhotos } from '#features/after-sale/photo.service.ts'
import { eraseInspectionPhotos } from '#features/inspection/photo.service.ts'
import { eraseReviewPhotos } from '#features/order/review-photo.service.ts'
import { eraseStepPhotos } from '#features/production/step-photo.service.ts'
import { eraseFiles } from '#features/upload/erasure.service.ts'
import { archiveInvoices } from './archive.service.ts'
import { findUnfinished, markFinished, markTold } from './deletion.repository.ts'
import { archiveDates, eraseRows, otherTables } from './erase-rows.repository.ts'
import { eraseExports } from './export.service.ts'
import { rememberErasure } from './repeat-erasure.service.ts'

/**
 * Erases a deleted customer. Every step is idempotent, so that a killed job can start again.
 * Invoices are archived while their orders are complete, files go while rows still name them, then
 * rows, and last the address by which jobs are found.
 */
export async function eraseCustomer(deps: Deps, { customerId }: { customerId: string }): Promise<void> {
  const deletion = await findUnfinished(deps.db, customerId)
  if (!deletion) return

  const { contact, confirmedAt, language } = deletion
  const subject = { customerId, email: contact.email }

  if (!contact.isTold) {
    await markTold(deps.db, customerId, contact)
    await sendFarewell(deps, {
      kind: 'account-deleted',
      to: contact.email,
      userName: contact.userName,
      language,
      repliesTo: 'sender',
      path: '/quote',
      idempotencyKey: `account-deleted ${customerId}`,
    })
  }

  await rememberErasure(deps, customerId)
  await archiveInvoices(deps, customerId, confirmedAt)

  await eraseExports(deps, customerId)
  await eraseFiles(deps, customerId)
  await eraseClaimPhotos(deps, customerId)
  await eraseInspectionPhotos(deps, customerId)
  await eraseStepPhotos(deps, customerId)
  await eraseReviewPhotos(deps, customerId)
  await eraseCostPictures(deps, customerId)
  if (contact.imageId !== null) await removeImage(deps, contact.imageId)

  for (const rule of otherTables) {
    await deps.db.transaction().execute((trx) => eraseRows(trx, rule, subject, archiveDates(confirmedAt)))
  }
  await deps.jobs.removeMentions(deps.db, subject.email)

  await markFinished(deps.db, customerId, deps.clock())
}

/** The erasure does not wait for a mail server that is down. */
async function sendFarewell(deps: Deps, mail: ActionMail): Promise<void> {
  try {
    await sendActionMail(deps, mail)
  } catch (error) {
    deps.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'no mail about a deleted account')
  }
}
