import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import type { DoneStep } from './edit-history.ts'
import { replaceFile, uploadsOnlyOf } from './file-actions.ts'
import type { OpenProject } from './open-project.ts'
import type { WorkspaceActions } from './workspace.ts'

/** The lines that exist on the server: provisional bodies of an unsplit file (`id/1`) do not. */
const withoutProvisional = (lineIds: readonly string[]) => lineIds.filter((id) => !id.includes('/'))

const turns = new WeakMap<OpenProject, Promise<void>>()

/** One after the other: an undo must not overtake the removal on its way to the server. */
function inTurn(store: OpenProject, work: () => Promise<void>): Promise<void> {
  const before = turns.get(store) ?? Promise.resolve()
  const turn = before.catch(() => {}).then(work)
  turns.set(store, turn)
  return turn
}

/** A call without a response, for example because the page is being reloaded, may still be done. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** The lines disappear at once, also if the page is closed meanwhile. The server keeps them for 30 days. */
async function removeLines(store: OpenProject, lineIds: readonly string[]): Promise<void> {
  const input = { params: { projectId: store.projectId }, body: { lineIds: [...lineIds] } }
  const uploadIds = uploadsOnlyOf(store, lineIds)
  store.files.cancelLater(uploadIds)
  store.hide(lineIds, true)

  try {
    await inTurn(store, async () =>
      store.take(await api('POST /global/project/{projectId}/lines/remove', input, { keepalive: true })),
    )
  } catch (error) {
    for (const uploadId of uploadIds) store.files.restore(uploadId)
    throw error
  } finally {
    store.hide(lineIds, false)
  }
}

/** Restores lines with their configuration, decisions and drawings. */
async function restoreLines(store: OpenProject, lineIds: readonly string[]): Promise<void> {
  const input = { params: { projectId: store.projectId }, body: { lineIds: [...lineIds] } }
  await inTurn(store, async () => store.take(await api('POST /global/project/{projectId}/lines/restore', input)))

  for (const { id, upload } of store.project?.lines ?? []) {
    if (!lineIds.includes(id)) continue
    const file = store.files.restore(upload.id)
    if (file && upload.refusal?.code === 'cancelled') await replaceFile(store, id, file)
  }
}

/** Parts that were ordered since then stay in the project. */
async function repeatRemoval(store: OpenProject, step: DoneStep, removed: readonly string[]): Promise<void> {
  const unordered = removed.filter((id) => store.findLine(id)?.status !== 'ordered')
  if (unordered.length === 0) {
    store.history.drop(step)
    store.changed()
    return
  }

  step.removed = unordered
  await removeLines(store, unordered)
}

/** Undoes or repeats the removal of a step. */
export async function replayRemoval(store: OpenProject, step: DoneStep, side: 'before' | 'after'): Promise<void> {
  const { removed = [] } = step
  if (side === 'after') return repeatRemoval(store, step, removed)

  // An unanswered removal that never reached the server: there is nothing to restore or repeat.
  const present = new Set(store.project?.lines.map(({ id }) => id))
  const isUndone = step.isUnanswered === true && removed.every((id) => present.has(id))
  if (isUndone) store.history.drop(step)
  else await restoreLines(store, removed)
  store.changed()
}

type LineSetActions = Pick<WorkspaceActions, 'removeLines' | 'restoreLines' | 'transferLines'>

export function lineSetActions(store: OpenProject): LineSetActions {
  return {
    async removeLines(lineIds) {
      const removed = withoutProvisional(lineIds)
      if (removed.length === 0) return

      const step: DoneStep = { label: 'remove', before: [], after: [], removed }
      store.history.push(step, Date.now())

      try {
        await removeLines(store, removed)
      } catch (error) {
        if (isUnanswered(error)) step.isUnanswered = true
        else store.history.drop(step)
        store.changed()
        throw error
      }
    },

    async restoreLines(lineIds) {
      const removed = withoutProvisional(lineIds)
      await restoreLines(store, removed)

      const step = store.history.findRemoval(removed)
      if (step) store.history.drop(step)
      store.changed()
    },

    async transferLines(lineIds, toProjectId, copy) {
      await store.autosave.whenSaved()
      const params = { projectId: store.projectId }
      const body = { lineIds: withoutProvisional(lineIds), toProjectId, copy }
      await store.take(await api('POST /global/project/{projectId}/lines/transfer', { params, body }))
    },
  }
}
