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

/** Uploads that are used by these lines only. */
export function uploadsOnlyOf(store: OpenProject, lineIds: readonly string[]): string[] {
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

/** Announces and sends a revised file for a line. */
export async function replaceFile(store: OpenProject, lineId: string, file: File): Promise<void> {
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

export const fileActions = (store: OpenProject): UploadActions & AttachmentActions => ({
  ...uploadActions(store),
  ...attachmentActions(store),
})
