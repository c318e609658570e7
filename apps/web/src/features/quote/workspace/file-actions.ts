import { uploadLimits } from '@cotation/domain'
import { isLengthUnit } from '@cotation/geometry'
import { termsAgreed } from '#features/quote/files/quoting-terms.ts'
import { api } from '#lib/gateway/api.ts'
import { announcedName } from '#lib/uploads/announced-name.ts'
import { chooseFile } from './choose-file.ts'
import type { OpenProject } from './open-project.ts'
import type { WorkspaceActions } from './workspace.ts'

const announced = (file: File) => ({ name: announcedName(file.name), bytes: file.size })

/** Ids that the server knows: a body that it has yet to split from its file has none. */
const known = (lineIds: readonly string[]) => lineIds.filter((id) => !id.includes('/'))

/** Uploads that no line but these uses. */
function uploadsOnlyOf(store: OpenProject, lineIds: readonly string[]): string[] {
  const lines = store.project?.lines ?? []
  const kept = new Set(lines.filter(({ id }) => !lineIds.includes(id)).map(({ upload }) => upload.id))
  return lines.filter(({ id, upload }) => lineIds.includes(id) && !kept.has(upload.id)).map(({ upload }) => upload.id)
}

async function replaceFile(store: OpenProject, lineId: string, file: File): Promise<void> {
  if (file.size > uploadLimits.partBytes || file.size === 0) {
    const reason = file.size === 0 ? 'empty' : 'tooLarge'
    return store.notices.tell({ kind: 'refused', files: [{ name: file.name, reason }] })
  }

  const old = uploadsOnlyOf(store, [lineId])
  const input = { params: { projectId: store.projectId, lineId }, body: announced(file) }
  const changed = await api('POST /global/project/{projectId}/line/{lineId}/file', input)

  for (const uploadId of old) store.files.cancel(uploadId)

  const upload = changed.lines.find(({ id }) => id === lineId)?.upload
  if (upload) store.files.send(upload.id, file)
  store.takeLines(changed)
}

type Lines = Pick<WorkspaceActions, 'removeLines' | 'restoreLines' | 'transferLines'>

function lineSetActions(store: OpenProject): Lines {
  const params = { projectId: store.projectId }
  return {
    async removeLines(lineIds) {
      const ids = known(lineIds)
      if (ids.length === 0) return

      store.files.part(uploadsOnlyOf(store, ids))
      store.hide(ids, true)

      try {
        const project = await api('POST /global/project/{projectId}/lines/remove', { params, body: { lineIds: ids } })
        await store.take(project)
      } finally {
        store.hide(ids, false)
      }
    },
    async restoreLines(lineIds) {
      const body = { lineIds: known(lineIds) }
      await store.take(await api('POST /global/project/{projectId}/lines/restore', { params, body }))
      for (const { id, upload } of store.project?.lines ?? []) {
        if (!lineIds.includes(id)) continue
        const file = store.files.takeBack(upload.id)
        if (file && upload.refusal?.code === 'cancelled') await replaceFile(store, id, file)
      }
    },
    async transferLines(lineIds, toProjectId, copy) {
      await store.autosave.settled()
      const body = { lineIds: known(lineIds), toProjectId, copy }
      await store.take(await api('POST /global/project/{projectId}/lines/transfer', { params, body }))
    },
  }
}

type Sending = Pick<WorkspaceActions, 'addFiles' | 'pauseUpload' | 'resumeUpload' | 'replaceFile' | 'setUnit'>

function sendingActions(store: OpenProject): Sending {
  const uploadOf = (lineId: string) => store.project?.lines.find(({ id }) => id === lineId)?.upload
  const line = (lineId: string) => ({ params: { projectId: store.projectId, lineId } })
  const resumeUpload = (lineId: string, file?: File) => {
    const upload = uploadOf(lineId)
    if (!upload || store.files.resume(upload.id)) return
    if (!file) return void chooseFile().then((chosen) => chosen && resumeUpload(lineId, chosen))

    // Another file under the same upload would be half of each.
    if (announcedName(file.name) !== upload.name || file.size !== upload.bytes) {
      const { name: expected, bytes } = upload
      return store.notices.tell({ kind: 'otherFile', name: file.name, expected, bytes })
    }

    store.files.send(upload.id, file, { resumes: true })
  }

  return {
    addFiles: (files) => {
      if (termsAgreed()) void store.files.add(files)
      else store.hold(files)
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
      const input = { ...line(lineId), body: { unit } }
      store.takeLines(await api('POST /global/project/{projectId}/line/{lineId}/unit', input))
    },
  }
}

type Attaching = Pick<WorkspaceActions, 'attach' | 'detach'>

function attachmentActions(store: OpenProject): Attaching {
  const { projectId } = store
  return {
    async attach(lineId, file) {
      const input = { params: { projectId, lineId }, body: announced(file) }
      const { upload, ...changed } = await api('POST /global/project/{projectId}/line/{lineId}/attachment', input)
      store.takeLines(changed)
      store.files.send(upload.id, file, { isPart: false })
      return upload.id
    },
    async detach(lineId, uploadId) {
      const attachments = store.project?.lines.find(({ id }) => id === lineId)?.attachments ?? []
      const attachmentIds = attachments.map(({ id }) => id).filter((id) => id !== uploadId)
      const input = { params: { projectId }, body: { changes: [{ lineId, attachmentIds }] } }
      store.takeLines(await api('PATCH /global/project/{projectId}/lines', input))
      store.files.cancel(uploadId)
    },
  }
}

export const fileActions = (store: OpenProject): Lines & Sending & Attaching => ({
  ...lineSetActions(store),
  ...sendingActions(store),
  ...attachmentActions(store),
})
