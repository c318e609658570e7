import { useEffect, useId, useRef, useState } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './scope/file.module.css'

/** Of the contract. */
const longestComment = 2000

/** A pause of the writer: a comment is one change, not one for each letter. */
const pauseMs = 800

interface CommentFieldProps {
  line: WorkLine
  actions: WorkspaceActions
}

/**
 * Anything else the workshop should know; it saves itself, also when the panel closes over an
 * unfinished sentence.
 */
export function CommentField({ line, actions }: CommentFieldProps) {
  const t = useTranslations('panel.files')
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const text = draft ?? line.comment
  const unsaved = useRef<() => void>(undefined)
  const lineId = line.id

  useEffect(() => {
    const isNew = draft !== undefined && draft !== line.comment
    unsaved.current = isNew ? () => actions.edit({ label: 'comment', edits: [{ lineId, comment: draft }] }) : undefined
  })
  useEffect(() => {
    if (draft === undefined) return
    const timer = setTimeout(() => unsaved.current?.(), pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  useEffect(() => () => unsaved.current?.(), [])

  return (
    <div className={classes.comment}>
      <label htmlFor={id}>{t('comment')}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={longestComment}
        value={text}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => {
          unsaved.current?.()
          setDraft(undefined)
        }}
      />
      <p className={classes.soft}>{t('left', { count: longestComment - text.length })}</p>
    </div>
  )
}
