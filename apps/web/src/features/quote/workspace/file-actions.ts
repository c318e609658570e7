import { isLengthUnit } from '@cotation/geometry'
import { checkFiles } from '#features/quote/files/check-files.ts'
import { partTypes } from '#features/quote/files/file-kinds.ts'
import { termsAgreed } from '#features/quote/files/quoting-terms.ts'
import { announcedName } from '#lib/files/announced-name.ts'
import { api } from '#lib/gateway/api.ts'
import { announced, attachFile } from './attach-drawings.ts'
import type { OpenProject } from './open-project.ts'
import { takeDrop } from './take-drop.ts'
import type { WorkspaceActions } from './workspace.ts'

/** The lines that exist on the server: provisional bodies of an unsplit file (`id/1`) do not. */
const withoutProvisional = (lineIds: readonly string[]) => lineIds.filter((id) => !id.includes('/'))

/** Uploads that are used by these lines only. */
function uploadsOnlyOf(store: OpenProject, lineIds: readonly string[]): string[] {
  const lines = store.project?.lines ?? []
  const usedElsewhere = new Set(lines.filter(({ id }) => !lineIds.includes(id)).map(({ upload }) => upload.id))
  const uploadIds = lines.filter(({ id }) => lineIds.includes(id)).map(({ upload }) => upload.id)

  return uploadIds.filter((id) => !usedElsewhere.has(id))
}

/**
 * Opens the browser's file dialog; undefined if the customer closes it. Browsers allow it only
 * during a click or key press.
 */
function chooseFile(): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = partTypes
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}

async function replaceFile(store: OpenProject, lineId: string, file: File): Promise<void> {
  const { refused } = checkFiles([file], 1)
  if (refused.length > 0) return void store.notices.add({ kind: 'refused', files: refused })

  const replacedUploads = uploadsOnlyOf(store, [lineId])
  const input = { params: { projectId: store.projectId, lineId }, body: announced(file) }
  const changed = await api('POST /global/project/{projectId}/line/{lineId}/file', input)

  for (const uploadId of replacedUploads) store.files.cancel(uploadId)

  const upload = changed.lines.find(({ id }) => id === lineId)?.upload
  if (upload) store.files.send(upload.id, file)
  store.takeLines(changed)
}

type LineSetActions = Pick<WorkspaceActions, 'removeLines' | 'restoreLines' | 'transferLines'>

function lineSetActions(store: OpenProject): LineSetActions {
  const params = { projectId: store.projectId }
  return {
    async removeLines(lineIds) {
      const ids = withoutProvisional(lineIds)
      if (ids.length === 0) return

      store.files.cancelLater(uploadsOnlyOf(store, ids))
      store.hide(ids, true)

      try {
        const project = await api('POST /global/project/{projectId}/lines/remove', { params, body: { lineIds: ids } })
        await store.take(project)
      } finally {
        store.hide(ids, false)
      }
    },

    async restoreLines(lineIds) {
      const body = { lineIds: withoutProvisional(lineIds) }
      await store.take(await api('POST /global/project/{projectId}/lines/restore', { params, body }))

      for (const { id, upload } of store.project?.lines ?? []) {
        if (!lineIds.includes(id)) continue
        const file = store.files.restore(upload.id)
        if (file && upload.refusal?.code === 'cancelled') await replaceFile(store, id, file)
      }
    },

    async transferLines(lineIds, toProjectId, copy) {
      await store.autosave.whenSaved()
      const body = { lineIds: withoutProvisional(lineIds), toProjectId, copy }
      await store.take(await api('POST /global/project/{projectId}/lines/transfer', { params, body }))
    },
  }
}

type UploadActions = Pick<WorkspaceActions, 'addFiles' | 'pauseUpload' | 'resumeUpload' | 'replaceFile' | 'setUnit'>

function uploadActions(store: OpenProject): UploadActions {
  const uploadOf = (lineId: string) => store.project?.lines.find(({ id }) => id === lineId)?.upload

  const resumeUpload = (lineId: string, file?: File) => {
    const upload = uploadOf(lineId)
    if (!upload || store.files.resume(upload.id)) return
    if (!file) return void chooseFile().then((chosen) => chosen && resumeUpload(lineId, chosen))

    // Continuing with another file would mix the bytes of both.
    if (announcedName(file.name) !== upload.name || file.size !== upload.bytes) {
      const { name: expected, bytes } = upload
      return void store.notices.add({ kind: 'otherFile', name: file.name, expected, bytes })
    }

    store.files.send(upload.id, file, { resumes: true })
  }

  return {
    addFiles: (dropped) => {
      if (termsAgreed()) void takeDrop(store, dropped)
      else store.holdDrop(dropped)
    },
    pauseUpload: (lineId) => {
      const upload = uploadOf(lineId)
      if (upload) store.files.pause(upload.id)
    },
    resumeUpload,
    replaceFile: (lineId, file) => replaceFile(store, lineId, file),
    async setUnit(lineId, unit) {
      if (unit === 'micrometre' || !isLengthUnit(unit)) return

      const upload = uploadOf(lineId)
      if (upload) store.files.readIn(upload.id, unit)

      const input = { params: { projectId: store.projectId, lineId }, body: { unit } }
      store.takeLines(await api('POST /global/project/{projectId}/line/{lineId}/unit', input))
    },
  }
}

type AttachmentActions = Pick<WorkspaceActions, 'attach' | 'detach'>

function attachmentActions(store: OpenProject): AttachmentActions {
  const { projectId } = store
  return {
    attach: (lineId, file) => attachFile(store, lineId, file),

    async detach(lineId, uploadId) {
      const attachments = store.project?.lines.find(({ id }) => id === lineId)?.attachments ?? []
      const attachmentIds = attachments.map(({ id }) => id).filter((id) => id !== uploadId)
      const input = { params: { projectId }, body: { changes: [{ lineId, attachmentIds }] } }
      store.takeLines(await api('PATCH /global/project/{projectId}/lines', input))
      store.files.cancel(uploadId)
    },
  }
}

export const fileActions = (store: OpenProject): LineSetActions & UploadActions & AttachmentActions => ({
  ...lineSetActions(store),
  ...uploadActions(store),
  ...attachmentActions(store),
})
