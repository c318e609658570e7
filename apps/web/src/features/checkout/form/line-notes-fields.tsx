import type { LineView, UploadView } from '@cotation/contracts'
import { uploadLimits } from '@cotation/domain'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { LineNotes } from '#features/checkout/form/use-line-notes.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { DrawingButton } from '#ui/drawing-button.tsx'
import classes from './lines.module.css'

/** The limit of the contract, in characters. */
const maxCommentLength = 2000

interface NotesProps {
  line: LineView
  notes: LineNotes
}

/** A comment and drawings for the workshop. Collapsed, because most orders need neither. */
export function LineNotesFields({ line, notes }: NotesProps) {
  const t = useTranslations('checkout.lines')
  const count = line.attachments.length + (notes.comment(line).trim() === '' ? 0 : 1)

  return (
    <details className={classes.notes}>
      <summary>
        {t('notes')}
        <span className="visually-hidden"> ({line.name})</span>
        {count > 0 ? <span className={classes.count}>{t('notesCount', { count })}</span> : null}
      </summary>
      <div className={classes.fields}>
        <Textarea
          label={t('comment')}
          autosize
          minRows={2}
          maxLength={maxCommentLength}
          value={notes.comment(line)}
          onChange={({ currentTarget }) => notes.write(line, currentTarget.value)}
          // The gateway reports the failure; the text stays and is saved again with the order.
          onBlur={() => void notes.flush().catch(() => {})}
        />
        <Drawings line={line} notes={notes} />
      </div>
    </details>
  )
}

function Drawings({ line, notes }: NotesProps) {
  const t = useTranslations('checkout.lines')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [refusal, setRefusal] = useState<string>()
  const maxDrawings = uploadLimits.attachmentsPerLine

  const getRefusal = ({ name, size }: File): string | undefined => {
    if (size === 0) return t('empty', { name })
    if (size > uploadLimits.attachmentBytes) return t('tooLarge', { name })
    return line.attachments.length >= maxDrawings ? t('tooMany', { most: maxDrawings }) : undefined
  }

  const add = (file: File) => {
    const reason = getRefusal(file)
    setRefusal(reason)
    if (reason) return

    void attempt(async () => {
      if (!(await notes.attach(line, file))) setRefusal(t('broken', { name: file.name }))
    })
  }

  const errorText = refusal ?? (failure ? failureText(failure) : undefined)

  return (
    <div className={classes.drawings}>
      {line.attachments.length > 0 ? (
        <ul>
          {line.attachments.map((upload) => (
            <Drawing key={upload.id} upload={upload} line={line} notes={notes} />
          ))}
        </ul>
      ) : null}
      <DrawingButton label={t('attach')} busy={busy} onFile={add} />
      <p className={classes.soft}>{t('limits', { most: maxDrawings })}</p>
      {errorText ? (
        <p role="alert" className={classes.wrong}>
          {errorText}
        </p>
      ) : null}
    </div>
  )
}

function Drawing({ upload: { id, name }, line, notes }: NotesProps & { upload: UploadView }) {
  const t = useTranslations('checkout.lines')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()

  return (
    <li>
      <span className={classes.file}>{name}</span>
      {notes.sending.has(id) ? <progress aria-label={t('sending', { name })} /> : null}
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={busy || notes.sending.has(id)}
        aria-label={t('removeNamed', { name })}
        onClick={() => void attempt(() => notes.detach(line, id))}
      >
        {t('remove')}
      </Button>
      {failure ? <span role="alert">{failureText(failure)}</span> : null}
    </li>
  )
}
