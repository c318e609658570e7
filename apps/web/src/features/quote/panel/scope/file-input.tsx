import { uploadLimits } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { DrawingButton } from '#ui/drawing-button.tsx'
import { Select } from '#ui/select.tsx'
import classes from './file.module.css'
import type { PanelScope } from './panel-scope.ts'

interface FileInputProps {
  scope: PanelScope
  label: string
  error?: string | undefined
  fileId: string | undefined
  onChange: (fileId: string | undefined) => void
}

/** A file that a service needs: one of the line's attachments, or a new one. */
export function FileInput({ scope, label, error, fileId, onChange }: FileInputProps) {
  const t = useTranslations('panel.files')
  const { add, failure, busy } = useAttaching(scope)
  const attachments = scope.line.view.attachments.map(({ id, name }) => ({ value: id, label: name }))

  return (
    <div className={classes.fileInput}>
      <Select
        label={label}
        error={failure ?? error}
        value={fileId ?? ''}
        options={[{ value: '', label: t('none') }, ...attachments]}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
      <DrawingButton
        label={t('addFor', { label })}
        busy={busy}
        onFile={(file) => void add(file).then((added) => added && onChange(added))}
      />
    </div>
  )
}

/** Uploads an attachment. Files beyond the limits are refused before anything is sent. */
export function useAttaching({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const t = useTranslations('panel.files')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [refused, setRefused] = useState<string>()

  const refusalOf = ({ name, size }: File): string | undefined => {
    if (size === 0) return t('empty', { name })
    if (size > uploadLimits.attachmentBytes) return t('tooLarge', { name })

    const isFull = line.view.attachments.length >= uploadLimits.attachmentsPerLine
    return isFull ? t('tooMany', { most: uploadLimits.attachmentsPerLine }) : undefined
  }

  const add = async (file: File): Promise<string | undefined> => {
    const reason = refusalOf(file)
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
