import type { updateProfileBody } from '@cotation/contracts'
import type { CarrierId } from '@cotation/domain'
import type { z } from 'zod'
import { createAvatar } from '#adapters/images.ts'
import { acceptedImage } from '#core/accepted-image.ts'
import { mailJob } from '#core/account-mail.ts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { assertRecentProof } from '#core/guards.ts'
import { newPublicId } from '#core/secrets.ts'
import { chooseTimeZone } from '#core/time-zone.ts'
import type { CustomerSession } from '#http/session.ts'
import { getProfileRow, type ProfileRow, replaceImageId, updateProfileRow } from './account.repository.ts'
import { putExpressAccounts, setConfirmed } from './express-account.repository.ts'

type ProfileChange = z.output<typeof updateProfileBody>

const withoutAbsent = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/**
 * Changes the given fields, all or none. A new phone number needs a recent proof of identity
 * (AUT-7).
 */
export async function updateProfile(deps: Deps, session: CustomerSession, change: ProfileChange): Promise<ProfileRow> {
  const current = await getProfileRow(deps.db, session.customerId)
  const changesPhone =
    (change.phone ?? current.phone) !== current.phone || (change.phoneCode ?? current.phone_code) !== current.phone_code
  if (changesPhone) assertRecentProof(session, deps.clock())

  if (current.account_type === 'enterprise' && change.company === '') {
    throw new AppError('VALIDATION', { fields: [{ path: 'company', code: 'COMPANY_REQUIRED' }] })
  }

  const columns = withoutAbsent({
    username: change.username,
    first_name: change.firstName,
    last_name: change.lastName,
    company: change.company,
    phone_code: change.phoneCode,
    phone: change.phone,
    express_account: change.expressAccount,
    title: change.title,
    industry: change.industry,
    language: change.language,
  })
  await deps.db.transaction().execute(async (trx) => {
    if (change.timeZone !== undefined) {
      const choice = { customerId: session.customerId, timeZone: change.timeZone, defaultZone: deps.config.timeZone }
      await chooseTimeZone(trx, choice, deps.clock())
    }
    if (Object.keys(columns).length > 0) await updateProfileRow(trx, session.customerId, columns)
    if (changesPhone && current.phone !== '') {
      const { email, language } = current
      await deps.jobs.enqueue(trx, mailJob, { kind: 'phone-changed', email, language })
    }
    if (change.expressAccounts) await putExpressAccounts(trx, session.customerId, change.expressAccounts, deps.clock())
  })

  return getProfileRow(deps.db, session.customerId)
}

/** Confirms an account for its first use. Confirming it again changes nothing. */
export async function confirmExpressAccount(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  staffId: string,
  { customerId, carrier, number }: { customerId: string; carrier: CarrierId; number: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const confirmed = await setConfirmed(trx, { customerId, carrier, number, staffId, now: clock() })
    if (confirmed === 'unknown') throw new AppError('NOT_FOUND')
    if (confirmed === 'before') return

    await recordAudit(trx, {
      staffId,
      action: 'customer.freight-account-confirmed',
      subject: { kind: 'customer', id: customerId },
      before: { carrier, isConfirmed: false },
      after: { carrier, isConfirmed: true },
    })
  })
}

const imageKey = (imageId: string) => `avatars/${imageId}`

/** Stores the picture re-encoded, never the uploaded bytes, and removes the old one (UPL-4). */
export async function replaceImage(deps: Deps, session: CustomerSession, bytes: Uint8Array): Promise<string> {
  const webp = acceptedImage(await createAvatar(Buffer.from(bytes)))

  const imageId = newPublicId()
  await deps.files.put(imageKey(imageId), webp, { contentType: 'image/webp' })

  const previous = await replaceImageId(deps.db, session.customerId, imageId)
  if (previous !== null) await deps.files.remove(imageKey(previous))
  return imageId
}

/** Idempotent. */
export async function removeImage({ files }: Pick<Deps, 'files'>, imageId: string): Promise<void> {
  await files.remove(imageKey(imageId))
}

export async function getImage(deps: Deps, imageId: string): Promise<Uint8Array> {
  const file = await deps.files.get(imageKey(imageId))
  if (!file) throw new AppError('NOT_FOUND')
  return Buffer.concat(await file.body.toArray())
}
