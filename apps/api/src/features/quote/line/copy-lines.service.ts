import type { OpenProject } from '#features/quote/change-project.service.ts'
import { listAttachments, putAttachments } from './attachment.repository.ts'
import { insertLines, type LineRow } from './line.repository.ts'

/**
 * The same parts once more, at the end of a project: file, body, configuration, comment and attachments. Risks that were accepted and
 * experts' prices were about the line itself, and are asked for anew.
 */
export async function copyLines(
  { trx, project, now }: OpenProject,
  lines: readonly LineRow[],
  lastPosition: number,
): Promise<string[]> {
  const ids = await insertLines(
    trx,
    lines.map((line, index) => ({
      project_id: project.id,
      upload_id: line.upload_id,
      body_index: line.body_index,
      position: lastPosition + 1 + index,
      name: line.name,
      configuration: line.configuration && JSON.stringify(line.configuration),
      comment: line.comment,
      created_at: now,
      updated_at: now,
    })),
  )

  const attached = await listAttachments(
    trx,
    lines.map(({ id }) => id),
  )
  await putAttachments(
    trx,
    lines.flatMap((line, index) => {
      const lineId = ids[index]
      return lineId === undefined ? [] : [{ lineId, uploadIds: attached.get(line.id) ?? [] }]
    }),
  )

  return ids
}
