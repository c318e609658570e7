import type { Deps } from '#core/deps.ts'
import { listLinesWithContent } from '#features/quote/rows/line.repository.ts'
import { listLineOrders } from '#features/quote/rows/line-order.repository.ts'
import type { Owner } from '#http/session.ts'

/**
 * One entry per content and project, of the caller's own projects only: nobody may learn whether
 * another customer has a part. A file whose quantity can still be raised is preferred to an ordered
 * one.
 */
export async function findSameFiles({ db, clock }: Deps, owner: Owner, digests: readonly string[]) {
  const lines = await listLinesWithContent(db, owner, digests)
  const lineIds = lines.map(({ id }) => id)
  const orders = await listLineOrders(db, lineIds, clock())
  const ordered = new Set(lines.filter(({ id }) => orders.has(id)).map(({ upload_id }) => upload_id))

  const found = new Map<string, (typeof lines)[number]>()
  for (const line of lines) {
    const key = `${line.project_id} ${line.sha256}`
    const known = found.get(key)
    const isOpen = !ordered.has(line.upload_id)
    if (!known || (isOpen && ordered.has(known.upload_id))) found.set(key, line)
  }

  const files = [...found.values()].map(({ sha256, upload_id, project_id, project_name }) => ({
    sha256,
    uploadId: upload_id,
    projectId: project_id,
    projectName: project_name,
    isOrdered: ordered.has(upload_id),
  }))
  return { files }
}
