import type { LineView } from '@cotation/contracts'
import { useMemo, useRef, useState } from 'react'
import { cacheLines } from '#features/checkout/form/checkout.api.ts'
import { announcedName } from '#lib/files/announced-name.ts'
import { openTusTransfer } from '#lib/files/tus-transfer.ts'
import { api } from '#lib/gateway/api.ts'

/** Uploads a drawing; false if the connection broke or the server refused it. */
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

/** Comments and drawings of the lines. They are saved in the project; the order copies them. */
export function useLineNotes(projectId: string) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map())
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  // A ref, so that `flush` also saves a comment that is still being typed.
  const unsaved = useRef(new Map<string, string>())
  const saving = useRef(Promise.resolve())

  // The same object until a comment or a transfer changes: the lines of the form are memoised.
  return useMemo(() => {
    const params = { projectId }

    const saveComments = async () => {
      const comments = [...unsaved.current]
      if (comments.length === 0) return

      const changes = comments.map(([lineId, comment]) => ({ lineId, comment }))
      const { lines } = await api('PATCH /global/project/{projectId}/lines', { params, body: { changes } })

      // A comment that was edited during the request stays unsaved.
      for (const [lineId, comment] of comments)
        if (unsaved.current.get(lineId) === comment) unsaved.current.delete(lineId)

      cacheLines(projectId, lines)
    }

    const setAttachments = async (lineId: string, attachmentIds: string[]) => {
      const input = { params, body: { changes: [{ lineId, attachmentIds }] } }
      cacheLines(projectId, (await api('PATCH /global/project/{projectId}/lines', input, { quiet: true })).lines)
    }

    const attachmentIdsWithout = (line: LineView, removedId: string) =>
      line.attachments.map(({ id }) => id).filter((id) => id !== removedId)

    return {
      sending,
      comment: (line: LineView) => drafts.get(line.id) ?? line.comment,
      write(line: LineView, comment: string) {
        setDrafts(new Map(drafts).set(line.id, comment))
        if (comment === line.comment) unsaved.current.delete(line.id)
        else unsaved.current.set(line.id, comment)
      },
      /**
       * Saves all unsaved comments, one request at a time. The gateway reports a failure; the
       * comments stay unsaved.
       */
      flush: (): Promise<void> => {
        saving.current = saving.current.catch(() => {}).then(saveComments)
        return saving.current
      },
      /** Returns false if the upload failed; the drawing is then removed from the line. */
      async attach(line: LineView, file: File): Promise<boolean> {
        const body = { name: announcedName(file.name), bytes: file.size }
        const input = { params: { projectId, lineId: line.id }, body }
        const answer = await api('POST /global/project/{projectId}/line/{lineId}/attachment', input, { quiet: true })
        const { id } = answer.upload

        cacheLines(projectId, answer.lines)
        setSending((all) => new Set(all).add(id))

        try {
          if (await sendFile(id, file)) return true
          await setAttachments(line.id, attachmentIdsWithout(line, id))
          return false
        } finally {
          setSending((all) => new Set([...all].filter((other) => other !== id)))
        }
      },
      detach: (line: LineView, uploadId: string) => setAttachments(line.id, attachmentIdsWithout(line, uploadId)),
    }
  }, [projectId, drafts, sending])
}

export type LineNotes = ReturnType<typeof useLineNotes>
