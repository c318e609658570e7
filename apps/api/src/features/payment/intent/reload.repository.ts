import type { Selectable, Updateable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Trx } from '#db/database.ts'
import type { ReloadTable } from '#db/schema.generated.ts'

export type ReloadRow = Selectable<ReloadTable>

export async function lockReload(trx: Trx, reloadId: string): Promise<ReloadRow> {
  return trx
    .selectFrom('reload')
    .selectAll()
    .where('id', '=', reloadId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

export async function updateReload(trx: Trx, reloadId: string, change: Updateable<ReloadTable>): Promise<void> {
  await trx.updateTable('reload').set(change).where('id', '=', reloadId).execute()
}
