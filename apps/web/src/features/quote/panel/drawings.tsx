import type { UploadView } from '@cotation/contracts'
import { uploadLimits } from '@cotation/domain'
import { useEffect, useRef, useState } from 'react'
import { useAttaching } from '#features/quote/choices/fields.tsx'
import type { PanelScope } from '#features/quote/choices/panel-scope.ts'
import { Section } from '#features/quote/choices/section.tsx'
import { withoutFiles } from '#features/quote/workspace/line-edits.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { DrawingButton } from '#ui/drawing-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './panel.module.css'

/** The attachments of the line, and a comment for the workshop. */
export function Drawings({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.files')
  const { attachments } = scope.line.view
  const { add, failure, busy } = useAttaching(scope)

  return (
    <Section title={t('title')} help="drawing">
      <ul className={classes.drawings}>
        {attachments.map((upload) => (
          <Drawing key={upload.id} upload={upload} scope={scope} />
        ))}
      </ul>
      <div>
        <DrawingButton label={t('add')} busy={busy} onFile={(file) => void add(file)} />
      </div>
      <p className={classes.soft}>{t('limits', { most: uploadLimits.attachmentsPerLine })}</p>
      {failure ? (
        <p role="alert" className={classes.wrong}>
          {failure}
        </p>
      ) : null}
      <CommentField line={scope.line} actions={scope.actions} />
    </Section>
  )
}

function Drawing({ upload, scope }: { upload: UploadView; scope: PanelScope }) {
  const t = useTranslations('panel.files')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const { line, actions, configuration } = scope
  const remove = () =>
    void attempt(async () => {
      // An order must not refer to a removed file.
      const services = configuration.services.map((service) => withoutFiles(service, (id) => id === upload.id))
      const isChanged = services.some((service, at) => service !== configuration.services[at])
      if (isChanged) scope.change('service', { ...configuration, services })
      await actions.detach(line.id, upload.id)
    })

  const isSending = upload.state === 'uploading' || upload.state === 'received'

  return (
    <li>
      <span className={classes.fileName}>{upload.name}</span>
      <span className={classes.soft}>{t('size', { megabytes: upload.bytes / 1_000_000 })}</span>
      {isSending ? <progress aria-label={t('sending', { name: upload.name })} /> : null}
      {upload.state === 'failed' ? <span className={classes.wrong}>{t('failed')}</span> : null}
      <Button variant="quiet" disabled={busy} aria-label={t('removeNamed', { name: upload.name })} onClick={remove}>
        {t('remove')}
      </Button>
      {failure ? <span role="alert">{failureText(failure)}</span> : null}
    </li>
  )
}

/** The limit of the contract. */
const maxCommentLength = 2000

/** Saved after a pause in typing, so that a comment is one edit and not one per letter. */
const debounceMs = 800

interface CommentFieldProps {
  line: WorkLine
  actions: WorkspaceActions
}

/** A comment for the workshop. Saved after a pause, on blur, and when the panel closes. */
function CommentField({ line, actions }: CommentFieldProps) {
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
