import { type CustomerView, maxCustomerNotes } from '@cotation/contracts'
import type { StaffRight } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import type { StaffSession } from '#http/session.ts'
import { lockCustomer } from './customer.repository.ts'
import { countNotes, deleteNote, insertNote, listNotes, lockNote, updateNote } from './customer-note.repository.ts'

type NoteDeps = Pick<Deps, 'clock' | 'db'>
type Writer = Pick<StaffSession, 'staffId' | 'staffRights'>

/** An administrator can also remove notes whose authors have left the shop. */
const mayRemoveAny = (rights: readonly StaffRight[]) => rights.includes('staff.admin')

/** The notes about a customer as a member of staff sees them, newest first. */
export async function readNotes(
  db: Db,
  { staffId, staffRights }: Writer,
  customerId: string,
): Promise<CustomerView['notes']> {
  const notes = await listNotes(db, customerId)

  return notes.map(({ id, staff_id, author, text, written_at, edited_at }) => {
    const isOwn = staff_id === staffId
    return {
      id,
      author,
      text,
      at: written_at.toISOString(),
      editedAt: edited_at?.toISOString() ?? null,
      isOwn,
      mayRemove: isOwn || mayRemoveAny(staffRights),
    }
  })
}

/** Adds a note. Locks the customer, or two concurrent calls could exceed the limit together. */
export async function addNote(deps: NoteDeps, staffId: string, customerId: string, text: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await lockCustomer(trx, customerId))) throw new AppError('NOT_FOUND')
    if ((await countNotes(trx, customerId)) >= maxCustomerNotes) throw new AppError('QUOTA_EXCEEDED')

    const note = { customer_id: customerId, staff_id: staffId, text, written_at: deps.clock() }
    const noteId = await insertNote(trx, note)
    await recordChange(trx, { staffId, customerId, noteId, action: 'customer.note-added' })
  })
}

interface NoteAddress {
  customerId: string
  noteId: string
}

/** Changes the text of the author's note. The same text changes nothing. */
export async function editNote(
  deps: NoteDeps,
  staffId: string,
  { customerId, noteId, text }: NoteAddress & { text: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const note = await lockNote(trx, customerId, noteId)
    if (!note) throw new AppError('NOT_FOUND')
    if (note.staff_id !== staffId) throw new AppError('NOT_YOUR_NOTE')
    if (note.text === text) return

    await updateNote(trx, noteId, { text, edited_at: deps.clock() })
    await recordChange(trx, { staffId, customerId, noteId, action: 'customer.note-edited' })
  })
}

/** Removes an own note; an administrator removes any. */
export async function removeNote(
  deps: NoteDeps,
  { staffId, staffRights }: Writer,
  { customerId, noteId }: NoteAddress,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const note = await lockNote(trx, customerId, noteId)
    if (!note) throw new AppError('NOT_FOUND')
    if (note.staff_id !== staffId && !mayRemoveAny(staffRights)) throw new AppError('NOT_YOUR_NOTE')

    await deleteNote(trx, noteId)
    await recordChange(trx, { staffId, customerId, noteId, action: 'customer.note-removed' })
  })
}

interface NoteChange extends NoteAddress {
  staffId: string
  action: 'customer.note-added' | 'customer.note-edited' | 'customer.note-removed'
}

/** Without the text: entries of the audit stay when the customer's data is erased. */
async function recordChange(trx: Trx, { staffId, customerId, noteId, action }: NoteChange): Promise<void> {
  const subject = { kind: 'customer', id: customerId } as const
  await recordAudit(trx, { staffId, action, subject, after: { noteId } })
}
