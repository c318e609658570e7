import { type ListSeen, maxSavedViews, type SavedView, staffListRoutes } from '@cotation/contracts'
import { type StaffListKey, staffListKeys, staffLists } from '@cotation/domain'
import type { Selectable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Trx } from '#db/database.ts'
import type { SavedViewTable } from '#db/schema.generated.ts'
import type { StaffSession } from '#http/session.ts'
import { countOtherViews, deleteView, listViews, lockView, renameView, saveView } from './saved-view.repository.ts'
import { type ListDeps, maySeeList } from './staff-list.service.ts'
import type { ViewCounts } from './view-counts.ts'

type ViewRow = Selectable<SavedViewTable>

const isListKey = (list: string): list is StaffListKey => staffListKeys.some((key) => key === list)

/** What a view shows; null if a later release no longer has one of its columns. */
function seenBy(list: StaffListKey, state: string): ListSeen | null {
  const query = Object.fromEntries(new URLSearchParams(state))
  const parsed = staffListRoutes[list].export.query.safeParse(query)
  return parsed.success ? parsed.data : null
}

export type ViewDeps = ListDeps & { viewCounts: ViewCounts }

/** The views that a person sees, with the number of rows of each. */
export async function readViews(deps: ViewDeps, session: StaffSession): Promise<SavedView[]> {
  const rows = await listViews(deps.db, session.staffId)
  const offered = rows.flatMap((row) => {
    const { list } = row
    return isListKey(list) && isOffered(row, list, session) ? [{ row, list }] : []
  })
  return viewsOf(deps, offered, session)
}

interface ListedView {
  row: ViewRow
  list: StaffListKey
}

async function viewsOf(deps: ViewDeps, views: readonly ListedView[], session: StaffSession): Promise<SavedView[]> {
  const { staffId, staffRights } = session
  const counted = views.flatMap(({ row, list }) => {
    const seen = seenBy(list, row.state)
    return seen && maySeeList(list, seen, staffRights) ? [{ id: row.id, list, state: row.state, seen }] : []
  })
  const counts = await deps.viewCounts.countAll(counted, staffRights)
  const countById = new Map(counted.map(({ id }, index) => [id, counts[index] ?? null]))

  return views.map(({ row, list }) => ({
    id: row.id,
    list,
    name: row.name,
    state: row.state,
    isShared: row.is_shared,
    isOwn: row.staff_id === staffId,
    count: countById.get(row.id) ?? null,
  }))
}

/** Others' views that show or filter by what this person may not see are left out; own ones can be deleted. */
function isOffered(row: ViewRow, list: StaffListKey, { staffId, staffRights }: StaffSession): boolean {
  if (!staffRights.includes(staffLists[list].right)) return false

  const seen = seenBy(list, row.state)
  return row.staff_id === staffId || seen === null || maySeeList(list, seen, staffRights)
}

interface ViewBody {
  list: StaffListKey
  name: string
  state: string
  isShared: boolean
}

/** Saves a view of a list that the person may see; a state that the list refuses is refused here. */
export async function keepView(deps: ViewDeps, session: StaffSession, body: ViewBody): Promise<SavedView> {
  const { staffId, staffRights } = session
  if (!staffRights.includes(staffLists[body.list].right)) throw new AppError('FORBIDDEN')

  const seen = seenBy(body.list, body.state)
  if (!seen) throw new AppError('VALIDATION', { fields: [{ path: 'state', code: 'FILTER_INVALID' }] })
  if (!maySeeList(body.list, seen, staffRights)) throw new AppError('FORBIDDEN')
  if ((await countOtherViews(deps.db, { ...body, staffId })) >= maxSavedViews) throw new AppError('QUOTA_EXCEEDED')

  const row = await saveView(deps.db, { ...body, staffId }, deps.clock())
  const [view] = await viewsOf(deps, [{ row, list: body.list }], session)
  if (!view) throw new Error('no view')
  return view
}

/** Refuses views that the person may not change: others' own ones, and shared ones except for administrators. */
async function lockChangeable(trx: Trx, { staffId, staffRights }: StaffSession, id: string): Promise<ViewRow> {
  const view = await lockView(trx, id)
  if (!view) throw new AppError('NOT_FOUND')

  const isAdministered = view.is_shared && staffRights.includes('staff.admin')
  if (view.staff_id !== staffId && !isAdministered) throw new AppError('NOT_FOUND')
  return view
}

/** Records what is done to a colleague's view; its name may be that of a customer, which the audit would keep. */
async function recordOfColleague(
  trx: Trx,
  { staffId }: StaffSession,
  action: 'view.removed' | 'view.renamed',
  view: ViewRow,
): Promise<void> {
  if (view.staff_id === staffId) return

  const before = { list: view.list, ownerId: view.staff_id }
  await recordAudit(trx, { staffId, action, subject: { kind: 'view', id: view.id }, before })
}

export function changeViewName({ db }: ListDeps, session: StaffSession, id: string, name: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const view = await lockChangeable(trx, session, id)
    if (!(await renameView(trx, id, name)))
      throw new AppError('VALIDATION', { fields: [{ path: 'name', code: 'VIEW_NAME_USED' }] })

    await recordOfColleague(trx, session, 'view.renamed', view)
  })
}

export function removeView({ db }: ListDeps, session: StaffSession, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const view = await lockChangeable(trx, session, id)
    await deleteView(trx, id)
    await recordOfColleague(trx, session, 'view.removed', view)
  })
}
