import type { ProjectView } from '@cotation/contracts'
import type { Configuration, TechnologySlug } from '@cotation/domain'
import { withoutRiskAcceptance } from '@cotation/pricing'
import type { Trx } from '#db/database.ts'
import { putAttachments } from '#features/quote/rows/attachment.repository.ts'
import { insertLines, listLines } from '#features/quote/rows/line.repository.ts'
import { getProject } from '#features/quote/rows/project.repository.ts'
import type { OpenProject, QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { getProjectView } from '#features/quote/view/project-view.service.ts'
import { assertOwnUploads, listUploadViews } from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'
import { copyLines } from './lines.service.ts'
import { insertOwnProject } from './project.service.ts'

/** A part that was configured before and is quoted again. */
export interface KnownPart {
  name: string
  uploadId: string
  bodyIndex: number | null
  configuration: Configuration | null
  comment: string
  attachmentIds: readonly string[]
}

/** Copies a project with its lines and prices it with the catalogue in force. */
export async function duplicateProject(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  name: string,
): Promise<ProjectView> {
  const { catalogue } = await deps.catalogues.inForce()

  const id = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const source = await getProject(trx, owner, projectId)
    const { service, service_chosen: serviceChosen, material_id: materialId, country } = source
    const terms = { name, service, serviceChosen, materialId, country, catalogue, now }
    const project = await insertOwnProject(trx, owner, terms, { kind: 'duplicated', from: source.name })
    const open = { trx, project, catalogue, now }

    await copyLines(open, await listLines(trx, projectId), 0)
    await settleLines(open)
    return project.id
  })

  return getProjectView(deps, owner, id)
}

/** The parts of an order, for a project of their own. */
interface OrderedParts {
  name: string
  service: TechnologySlug
  orderNumber: string
  parts: readonly KnownPart[]
}

/**
 * Creates a project of parts that were ordered before, priced with the catalogue in force. Accepted risks
 * and expert prices belong to the old lines and are not copied; expired attachments are left out.
 */
export async function createProjectOfParts(
  deps: QuoteDeps,
  owner: Owner,
  { name, service, orderNumber, parts }: OrderedParts,
): Promise<{ projectId: string; lines: number }> {
  const { catalogue } = await deps.catalogues.inForce()

  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const terms = { name, service, catalogue, now }
    const project = await insertOwnProject(trx, owner, terms, { kind: 'reordered', orderNumber })
    const open = { trx, project, catalogue, now }

    const uploadIds = parts.map(({ uploadId }) => uploadId)
    await assertOwnUploads(trx, owner, uploadIds, 'part')
    const attachmentIds = await listStoredAttachments(trx, parts, now)
    await assertOwnUploads(trx, owner, attachmentIds, 'attachment')

    await insertParts(open, parts, attachmentIds)
    const settled = await settleLines(open)
    return { projectId: project.id, lines: settled.length }
  })
}

async function listStoredAttachments(trx: Trx, parts: readonly KnownPart[], now: Date): Promise<string[]> {
  const ids = parts.flatMap(({ attachmentIds }) => attachmentIds)
  const views = await listUploadViews(trx, ids, now)
  return [...views.values()].filter(({ state }) => state !== 'expired').map(({ id }) => id)
}

async function insertParts(
  { trx, project, now }: OpenProject,
  parts: readonly KnownPart[],
  storedAttachmentIds: readonly string[],
): Promise<void> {
  const lines = parts.map(({ uploadId, bodyIndex, name, configuration, comment }) => ({
    upload_id: uploadId,
    body_index: bodyIndex,
    name,
    configuration: configuration && withoutRiskAcceptance(configuration),
    comment,
  }))
  const lineIds = await insertLines(trx, { projectId: project.id, after: 0, now }, lines)

  await putAttachments(
    trx,
    lineIds.map((lineId, index) => ({
      lineId,
      uploadIds: (parts[index]?.attachmentIds ?? []).filter((id) => storedAttachmentIds.includes(id)),
    })),
  )
}
