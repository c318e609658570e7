import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { createProjectOfParts } from '#features/quote/commands/copy-project.service.ts'
import { findOrderedParts } from './checkout.repository.ts'

/** A new project with the lines of an order, but for those whose files are gone: they are named. */
export async function reorder(
  deps: Deps,
  customerId: string,
  orderId: string,
): Promise<{ projectId: string; lines: number; missing: string[] }> {
  const order = await findOrderedParts(deps.db, customerId, orderId)
  if (!order) throw new AppError('NOT_FOUND')

  const kept = order.lines.filter(({ state }) => state === 'done')
  if (kept.length === 0) throw new AppError('FILES_GONE')

  const made = await createProjectOfParts(
    deps,
    { customerId, visitorHash: null },
    {
      name: order.number,
      service: order.service ?? '3d-printing',
      parts: kept.map(({ name, upload_id, ordered, comment }) => ({
        name,
        uploadId: upload_id,
        bodyIndex: ordered.bodyIndex,
        configuration: ordered.configuration,
        comment,
        attachmentIds: ordered.attachments.map(({ uploadId }) => uploadId),
      })),
    },
  )

  return { ...made, missing: order.lines.filter((line) => !kept.includes(line)).map(({ name }) => name) }
}
