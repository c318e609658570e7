import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import { closeAccount } from './confirm-deletion.service.ts'
import { lockLivingCustomer, putRequest } from './deletion.repository.ts'
import { listObstacles } from './obstacles.repository.ts'

/** In the file store. A restore keeps what is in it. */
export const erasedFolder = 'erased/'

/** Stores the id outside of the database, because a restored backup may bring the customer back. */
export async function rememberErasure({ files }: Pick<Deps, 'files'>, customerId: string): Promise<void> {
  await files.put(`${erasedFolder}${customerId}`, Buffer.from('{}'), { contentType: 'application/json' })
}

/**
 * Deletes customers again whom a restored backup brought back (PRI-3). If orders or money were open
 * at the time of the backup, staff decide.
 */
export async function repeatErasures(deps: Deps): Promise<void> {
  for await (const { key } of deps.files.list(erasedFolder)) await repeatErasure(deps, key.slice(erasedFolder.length))
}

async function repeatErasure(deps: Deps, customerId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const customer = await lockLivingCustomer(trx, customerId)
    if (!customer) return

    const obstacles = await listObstacles(trx, customerId, 0)
    if (obstacles.length > 0) {
      const kinds = obstacles.map(({ kind }) => kind)
      deps.log.error({ customerId, kinds }, 'a deleted customer came back with a backup and cannot be erased')
      return
    }

    const now = deps.clock()
    const { language } = customer
    await putRequest(trx, customerId, { language, requested_at: now, expires_at: now, given_up_minor: 0 })
    await closeAccount(deps, trx, customer, { now, keyHash: secretHash(newSecret()), isTold: true })
  })
}
