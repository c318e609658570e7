import type { staffContactBody } from '@cotation/contracts'
import type { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, changedFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { StaffContactRow } from '#core/manager.ts'
import type { Trx } from '#db/database.ts'
import {
  findActiveStaffId,
  lockManagedCustomer,
  lockStaffContact,
  updateManager,
  updateStaffContact,
} from './manager.repository.ts'

type ManagerDeps = Pick<Deps, 'clock' | 'db'>

interface Assignment {
  customerId: string
  /** The manager's address. */
  email: string
  reason: string
}

/** Assigns an active member of staff to a customer as manager. */
export async function assignManager(deps: ManagerDeps, staffId: string, assignment: Assignment): Promise<void> {
  const { customerId, email, reason } = assignment
  await changeManager(deps, { customerId, reason, staffId }, async (trx) => {
    const managerId = await findActiveStaffId(trx, email)
    if (managerId === undefined) throw new AppError('STAFF_NOT_ACTIVE')
    return managerId
  })
}

export async function removeManager(
  deps: ManagerDeps,
  staffId: string,
  { customerId, reason }: { customerId: string; reason: string },
): Promise<void> {
  await changeManager(deps, { customerId, reason, staffId }, async () => null)
}

/** Records nothing if the customer already has that manager, or none. */
async function changeManager(
  deps: ManagerDeps,
  change: { customerId: string; reason: string; staffId: string },
  chooseManager: (trx: Trx) => Promise<string | null>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const customer = await lockManagedCustomer(trx, change.customerId)
    if (!customer) throw new AppError('NOT_FOUND')

    const managerId = await chooseManager(trx)
    if (managerId === customer.manager_id) return

    await updateManager(trx, { ...change, managerId }, deps.clock())
    await recordAudit(trx, {
      staffId: change.staffId,
      action: managerId === null ? 'customer.manager-removed' : 'customer.manager-set',
      subject: { kind: 'customer', id: change.customerId },
      before: { managerId: customer.manager_id },
      after: { managerId },
      reason: change.reason,
    })
  })
}

/** Changes the phone number and hours of a member of staff. */
export async function updateContact(
  { db }: Pick<Deps, 'db'>,
  staffId: string,
  { phone, hours }: z.output<typeof staffContactBody>,
  by: ActedBy,
): Promise<StaffContactRow> {
  return db.transaction().execute(async (trx) => {
    const before = await lockStaffContact(trx, staffId)
    const after = await updateStaffContact(trx, staffId, {
      ...(phone !== undefined && { phone }),
      ...(hours !== undefined && { hours_fr: hours.fr, hours_en: hours.en }),
    })

    const changed = changesOf(before, after)
    const subject = { kind: 'staff', id: staffId } as const
    if (changed) await recordAudit(trx, { ...by, action: 'staff.contact-changed', subject, ...changed })
    return after
  })
}

/** The log is kept for years and cannot be changed: it says what changed, and neither number nor hours. */
function changesOf(before: StaffContactRow, after: StaffContactRow) {
  const isPhoneChanged = before.phone !== after.phone
  const areHoursChanged = before.hours_fr !== after.hours_fr || before.hours_en !== after.hours_en
  return changedFacts({ isPhoneChanged: false, areHoursChanged: false }, { isPhoneChanged, areHoursChanged })
}
