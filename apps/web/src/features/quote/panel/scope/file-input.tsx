import { uploadLimits } from '@cotation/domain'
import { useId, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failure-text.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { DrawingButton } from '#ui/drawing-button.tsx'
import classes from './file.module.css'
import type { PanelScope } from './panel-scope.ts'

interface FileInputProps {
  scope: PanelScope
  label: string
  wrong: string | undefined
  fileId: string | undefined
  onChange: (fileId: string | undefined) => void
}

/** A file that a service needs: one of the line's drawings, or a new one. */
export function FileInput({ scope, label, wrong, fileId, onChange }: FileInputProps) {
  const t = useTranslations('panel.files')
  const id = useId()
  const { attachments } = scope.line.view
  const { add, failure, busy } = useAttaching(scope)
  const note = failure ?? wrong

  return (
    <div className={classes.fileInput}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.row}>
        <select
          id={id}
          value={fileId ?? ''}
          aria-invalid={note !== undefined}
          aria-describedby={note ? `${id}-wrong` : undefined}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        >
          <option value="">{t('none')}</option>
          {attachments.map((upload) => (
            <option key={upload.id} value={upload.id}>
              {upload.name}
            </option>
          ))}
        </select>
        <DrawingButton
          label={t('addFor', { label })}
          busy={busy}
          onFile={(file) => void add(file).then((added) => added && onChange(added))}
        />
      </div>
      {note ? (
        <p id={`${id}-wrong`} className={classes.wrong}>
          {note}
        </p>
      ) : null}
    </div>
  )
}

/** Sends a drawing; what is too large or one too many is refused before anything is sent. */
export function useAttaching({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const t = useTranslations('panel.files')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [refused, setRefused] = useState<string>()
  const add = async (file: File): Promise<string | undefined> => {
    const isFull = line.view.attachments.length >= uploadLimits.attachmentsPerLine
    const reason =
      file.size > uploadLimits.attachmentBytes || file.size === 0
        ? t(file.size === 0 ? 'empty' : 'tooLarge', { name: file.name })
        : isFull
          ? t('tooMany', { most: uploadLimits.attachmentsPerLine })
          : undefined
    setRefused(reason)
    if (reason) return undefined

    let added: string | undefined
    await attempt(async () => {
      added = await actions.attach(line.id, file)
    })

    return added
  }

  return { add, busy, failure: refused ?? (failure ? failureText(failure) : undefined) }
}
