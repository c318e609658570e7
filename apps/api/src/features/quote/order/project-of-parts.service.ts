import type { Configuration, TechnologySlug } from '@cotation/domain'
import { withoutRiskAcceptance } from '@cotation/pricing'
import type { QuoteDeps } from '#features/quote/change-project.service.ts'
import { putAttachments } from '#features/quote/line/attachment.repository.ts'
import { insertLines } from '#features/quote/line/line.repository.ts'
import { assertOwnUploads } from '#features/quote/owner.repository.ts'
import { lockProject } from '#features/quote/project/project.repository.ts'
import { insertOwnProject } from '#features/quote/project/project.service.ts'
import { settleLines } from '#features/quote/verdict/settle-lines.service.ts'
import { listUploadViews } from '#features/upload/upload.service.ts'
import type { Owner } from '#http/session.ts'

/** A part that was configured before, to be quoted anew. */
export interface KnownPart {
  name: string
  uploadId: string
  bodyIndex: number | null
  configuration: Configuration | null
  comment: string
  attachmentIds: readonly string[]
}

/**
 * A new project of parts that were configured before, priced with the catalogue in force. Risks that were accepted and experts' prices
 * were about other lines, and are asked for anew; attachments that are gone are left out.
 */
export async function createProjectOfParts(
  deps: QuoteDeps,
  owner: Owner,
  { name, service, parts }: { name: string; service: TechnologySlug; parts: readonly KnownPart[] },
): Promise<{ projectId: string; lines: number }> {
  const { catalogue } = await deps.catalogues.inForce()
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const projectId = await insertOwnProject(trx, owner, { name, service, catalogue, now })
    const open = { trx, project: await lockProject(trx, owner, projectId), catalogue, now }

    await assertOwnUploads(
      trx,
      owner,
      parts.map(({ uploadId }) => uploadId),
      'part',
    )

    const attached = await listUploadViews(trx, [...new Set(parts.flatMap(({ attachmentIds }) => attachmentIds))], now)
    const kept = [...attached.values()].filter(({ state }) => state !== 'expired').map(({ id }) => id)
    await assertOwnUploads(trx, owner, kept, 'attachment')

    const ids = await insertLines(
      trx,
      parts.map((part, index) => ({
        project_id: projectId,
        upload_id: part.uploadId,
        body_index: part.bodyIndex,
        position: 1 + index,
        name: part.name,
        configuration: part.configuration && JSON.stringify(withoutRiskAcceptance(part.configuration)),
        comment: part.comment,
        created_at: now,
        updated_at: now,
      })),
    )
    await putAttachments(
      trx,
      ids.map((lineId, index) => ({
        lineId,
        uploadIds: (parts[index]?.attachmentIds ?? []).filter((id) => kept.includes(id)),
      })),
    )

    const settled = await settleLines(open)
    return { projectId, lines: settled.length }
  })
}
