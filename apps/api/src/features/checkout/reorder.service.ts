import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { createProjectOfParts } from '#features/quote/commands/copy-project.service.ts'
import { findOrderedParts } from './checkout.repository.ts'

/**
 * Creates a project with the lines of an order. Lines whose files are deleted are listed as
 * missing.
 */
export async function reorder(
  deps: Deps,
  customerId: string,
  orderId: string,
): Promise<{ projectId: string; lines: number; missing: string[] }> {
  const order = await findOrderedParts(deps.db, customerId, orderId)
  if (!order) throw new AppError('NOT_FOUND')

  const available = order.lines.filter(({ state }) => state === 'done')
  if (available.length === 0) throw new AppError('FILES_GONE')

  const created = await createProjectOfParts(
    deps,
    { customerId, visitorHash: null },
    {
      name: order.number,
      orderNumber: order.number,
      service: order.service ?? '3d-printing',
      parts: available.map(({ name, upload_id, ordered, comment }) => ({
        name,
        uploadId: upload_id,
        bodyIndex: ordered.bodyIndex,
        configuration: ordered.configuration,
        comment,
        attachmentIds: ordered.attachments.map(({ uploadId }) => uploadId),
      })),
    },
  )

  const missing = order.lines.filter((line) => !available.includes(line))
  return { ...created, missing: missing.map(({ name }) => name) }
}
