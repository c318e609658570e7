import { useEffect, useRef, useState } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { TextArea } from '#ui/text-area.tsx'

/** The limit of the contract. */
const maxCommentLength = 2000

/** Saved after a pause in typing, so that a comment is one edit and not one per letter. */
const debounceMs = 800

interface CommentFieldProps {
  line: WorkLine
  actions: WorkspaceActions
}

/** A comment for the workshop. Saved after a pause, on blur, and when the panel closes. */
export function CommentField({ line, actions }: CommentFieldProps) {
  const t = useTranslations('panel.files')
  const [draft, setDraft] = useState<string>()
  const text = draft ?? line.comment
  const save = useRef<() => void>(undefined)
  const lineId = line.id

  useEffect(() => {
    const isNew = draft !== undefined && draft !== line.comment
    save.current = isNew ? () => actions.edit({ label: 'comment', edits: [{ lineId, comment: draft }] }) : undefined
  })
  useEffect(() => {
    if (draft === undefined) return
    const timer = setTimeout(() => save.current?.(), debounceMs)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => () => save.current?.(), [])

  return (
    <TextArea
      label={t('comment')}
      description={t('left', { count: maxCommentLength - text.length })}
      rows={3}
      maxLength={maxCommentLength}
      value={text}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => {
        save.current?.()
        setDraft(undefined)
      }}
    />
  )
}
