import { type Configuration, changedParts } from '@cotation/domain'
import { withoutRiskAcceptance } from '@cotation/pricing'
import { listAttachments, putAttachments } from '#features/quote/rows/attachment.repository.ts'
import { getLines, idsWith, type LineRow, updateLines } from '#features/quote/rows/line.repository.ts'
import { type ChangingProject, changeProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { linesChanged } from '#features/quote/settle/line-changes.ts'
import { refuseOrdered } from '#features/quote/settle/ordered-lines.service.ts'
import { settleLines, withEdit } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import { assertOwnUploads, listUploadViews } from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'

export interface LineChange {
  lineId: string
  name?: string | undefined
  configuration?: Configuration | undefined
  comment?: string | undefined
  attachmentIds?: readonly string[] | undefined
}

/** Merges changes of the same line. Risks are accepted by their own call, never by a change. */
function mergeByLine(changes: readonly LineChange[]): LineChange[] {
  const byLine = new Map<string, LineChange>()
  for (const change of changes) byLine.set(change.lineId, { ...byLine.get(change.lineId), ...change })

  return [...byLine.values()].map((change) => ({
    ...change,
    configuration: change.configuration && withoutRiskAcceptance(change.configuration),
  }))
}

/** Whether a change concerns what was or will be ordered; a name is only a label. */
const changesPart = ({ configuration, comment, attachmentIds }: LineChange): boolean =>
  configuration !== undefined || comment !== undefined || attachmentIds !== undefined

/** Changes lines, all or none, and judges them again with the server's own measures. */
export async function editLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  changes: readonly LineChange[],
): Promise<ChangedLines> {
  const edits = mergeByLine(changes)
  const ids = await changeProject(deps, owner, projectId, async (open) => {
    const lineIds = edits.map(({ lineId }) => lineId)
    const lines = await getLines(open.trx, projectId, lineIds)
    await refuseOrdered(
      open,
      edits.filter(changesPart).map(({ lineId }) => lineId),
    )

    const files = edits.flatMap(({ attachmentIds, configuration }) => [
      ...(attachmentIds ?? []),
      ...serviceFileIds(configuration),
    ])
    await assertOwnUploads(open.trx, owner, files, 'attachment')

    const changed = await writeEdits(open, lines, edits)

    // Recorded as the lines are now: settling replaces a lead time that brings nothing.
    const event = linesChanged(lines, changed, open.catalogue)
    if (event) open.record(event)
    await updateAttachments(open, edits, changed)
    await judgeAnswered(open, lines, edits)

    return changed.map(({ id }) => id)
  })

  return changedLines(deps, owner, projectId, ids)
}

/** Writes each line once: another configuration needs a verdict, a name or comment does not. */
async function writeEdits(
  open: ChangingProject,
  lines: readonly LineRow[],
  changes: readonly LineChange[],
): Promise<LineRow[]> {
  const edits = changes.map(({ lineId, name, configuration, comment }) => ({
    id: lineId,
    name,
    configuration,
    comment,
  }))
  const configured = edits.filter(({ configuration }) => configuration !== undefined)
  const configuredIds = new Set(configured.map(({ id }) => id))
  const settled = configured.length > 0 ? await settleLines(open, [...configuredIds], configured) : []

  const labelOf = new Map(edits.map((edit) => [edit.id, edit]))
  const labelled = lines.filter(({ id }) => !configuredIds.has(id)).map((line) => withEdit(line, labelOf.get(line.id)))
  await updateLines(
    open.trx,
    labelled.map(({ id, name, comment }) => ({ id, name, comment, updatedAt: open.now })),
  )

  return [...settled, ...labelled]
}

/** An expert's price does not cover another comment or other drawings: such lines are judged again. */
async function judgeAnswered(
  open: ChangingProject,
  lines: readonly LineRow[],
  edits: readonly LineChange[],
): Promise<void> {
  const changed = edits.filter(({ comment, attachmentIds }) => comment !== undefined || attachmentIds !== undefined)
  const changedIds = changed.map(({ lineId }) => lineId)
  const answeredIds = idsWith('has_quote', lines).filter((id) => changedIds.includes(id))
  if (answeredIds.length > 0) await settleLines(open, answeredIds)
}

/** A service's files are always attached, so that they cannot be removed while it uses them. */
async function updateAttachments(
  open: ChangingProject,
  edits: readonly LineChange[],
  edited: readonly LineRow[],
): Promise<void> {
  const { trx } = open
  const affected = edits.filter(
    ({ attachmentIds, configuration }) => attachmentIds !== undefined || serviceFileIds(configuration).length > 0,
  )
  const lineIds = affected.map(({ lineId }) => lineId)
  if (lineIds.length === 0) return

  const attached = await listAttachments(trx, lineIds)
  const lines = edited.filter(({ id }) => lineIds.includes(id))
  const changes = lines.map(({ id, name, configuration }) => {
    const change = affected.find(({ lineId }) => lineId === id)
    const before = attached.get(id) ?? []
    const listed = change?.attachmentIds ?? before
    return { lineId: id, name, before, after: [...new Set([...listed, ...serviceFileIds(configuration)])] }
  })

  await putAttachments(
    trx,
    changes.map(({ lineId, after }) => ({ lineId, uploadIds: after })),
  )
  await recordDrawings(
    open,
    'drawings-removed',
    changes.map(({ name, before, after }) => ({ name, fileIds: idsNotIn(before, after) })),
  )
  await recordDrawings(
    open,
    'drawings-added',
    changes.map(({ name, before, after }) => ({ name, fileIds: idsNotIn(after, before) })),
  )
}

/** The ids without those that the other list has too. */
const idsNotIn = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id))

async function recordDrawings(
  open: ChangingProject,
  kind: 'drawings-added' | 'drawings-removed',
  lines: readonly { name: string; fileIds: readonly string[] }[],
): Promise<void> {
  const changed = lines.filter(({ fileIds }) => fileIds.length > 0)
  const fileIds = changed.flatMap((line) => line.fileIds)
  const [firstId] = fileIds
  if (firstId === undefined) return

  const fileName = (await listUploadViews(open.trx, [firstId], open.now)).get(firstId)?.name ?? ''
  open.record({ kind, files: fileIds.length, fileName, ...changedParts(changed.map(({ name }) => name)) })
}

/** The files that services of a line need: artwork, paint zones, instructions, colour samples. */
function serviceFileIds(configuration: Configuration | null | undefined): string[] {
  return (configuration?.services ?? []).flatMap((selection) => {
    switch (selection.id) {
      case 'dyeing':
        return selection.fileId ?? []
      case 'painting':
        return selection.zonesFileId ?? []
      case 'silkscreen':
        return selection.artworkFileId ?? []
      case 'assembling':
        return selection.instructionsFileId ?? []
      default:
        return []
    }
  })
}
