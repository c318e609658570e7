import type { LineView } from '@cotation/contracts'
import { useRef, useState } from 'react'
import { takeLines } from '#features/checkout/api/checkout.api.ts'
import { api } from '#lib/gateway/api.ts'
import { announcedName } from '#lib/uploads/announced-name.ts'
import { openTusTransfer } from '#lib/uploads/tus-transfer.ts'

/** Sends all bytes of a drawing; false where the line broke or the server does not want it. */
async function sendFile(uploadId: string, file: File): Promise<boolean> {
  const isSent = await new Promise<boolean>((resolve, reject) => {
    const events = { progress: () => {}, sent: () => resolve(true), broken: () => resolve(false) }
    openTusTransfer(file, { uploadId, resumes: false }, events).then((transfer) => {
      if (!transfer) resolve(false)
    }, reject)
  }).catch(() => false)
  if (isSent) await api('POST /global/upload/{uploadId}/received', { params: { uploadId } }, { quiet: true })

  return isSent
}

/** Comments and drawings of the lines, saved with the project: the order takes them as they are when it is placed. */
export function useLineNotes(projectId: string) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map())
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  // What `flush` has to save when the order is pressed in the middle of a sentence.
  const unsaved = useRef(new Map<string, string>())
  const saving = useRef(Promise.resolve())
  const params = { projectId }

  const saveComments = async () => {
    const comments = [...unsaved.current]
    if (comments.length === 0) return
    const changes = comments.map(([lineId, comment]) => ({ lineId, comment }))
    const { lines } = await api('PATCH /global/project/{projectId}/lines', { params, body: { changes } })
    for (const [lineId, comment] of comments)
      if (unsaved.current.get(lineId) === comment) unsaved.current.delete(lineId)
    takeLines(projectId, lines)
  }

  const setAttachments = async (lineId: string, attachmentIds: string[]) => {
    const input = { params, body: { changes: [{ lineId, attachmentIds }] } }
    takeLines(projectId, (await api('PATCH /global/project/{projectId}/lines', input, { quiet: true })).lines)
  }

  const kept = (line: LineView, without: string) => line.attachments.map(({ id }) => id).filter((id) => id !== without)

  return {
    sending,
    comment: (line: LineView) => drafts.get(line.id) ?? line.comment,
    write(line: LineView, comment: string) {
      setDrafts(new Map(drafts).set(line.id, comment))
      if (comment === line.comment) unsaved.current.delete(line.id)
      else unsaved.current.set(line.id, comment)
    },
    /** Saves everything written so far, one save after the other; a failure is told by the gateway and what was written stays. */
    flush: (): Promise<void> => {
      saving.current = saving.current.catch(() => {}).then(saveComments)
      return saving.current
    },
    /** False where the bytes did not arrive: the drawing is taken off the line again. */
    async attach(line: LineView, file: File): Promise<boolean> {
      const body = { name: announcedName(file.name), bytes: file.size }
      const input = { params: { projectId, lineId: line.id }, body }
      const answer = await api('POST /global/project/{projectId}/line/{lineId}/attachment', input, { quiet: true })
      const { id } = answer.upload

      takeLines(projectId, answer.lines)
      setSending((all) => new Set(all).add(id))

      try {
        if (await sendFile(id, file)) return true
        await setAttachments(line.id, kept(line, id))
        return false
      } finally {
        setSending((all) => new Set([...all].filter((other) => other !== id)))
      }
    },
    detach: (line: LineView, uploadId: string) => setAttachments(line.id, kept(line, uploadId)),
  }
}

export type LineNotes = ReturnType<typeof useLineNotes>
