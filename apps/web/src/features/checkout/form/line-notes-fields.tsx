import type { LineView, UploadView } from '@cotation/contracts'
import { uploadLimits } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { DrawingButton } from '#ui/drawing-button.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import classes from './form.module.css'
import type { LineNotes } from './use-line-notes.ts'

/** The limit of the contract, in characters. */
const maxCommentLength = 2000
const maxDrawings = uploadLimits.attachmentsPerLine

interface NotesProps {
  line: LineView
  notes: LineNotes
}

/** A comment and drawings for the workshop. Collapsed, because most orders need neither. */
export function LineNotesFields({ line, notes }: NotesProps) {
  const t = useTranslations('checkout.lines')
  const count = line.attachments.length + (notes.comment(line).trim() === '' ? 0 : 1)
  // Its fields follow when it is opened: the browser lays out even hidden ones, for every line.
  const [wasOpened, setOpened] = useState(false)

  return (
    <details className={classes.notes} onToggle={({ currentTarget }) => setOpened(wasOpened || currentTarget.open)}>
      <summary>
        {t('notes')}
        <span className="visually-hidden"> ({line.name})</span>
        {count > 0 ? <Hint as="span"> {t('notesCount', { count })}</Hint> : null}
      </summary>
      {wasOpened ? <Fields line={line} notes={notes} /> : null}
    </details>
  )
}

function Fields({ line, notes }: NotesProps) {
  const t = useTranslations('checkout.lines')

  return (
    <Stack gap="sm">
      <TextArea
        label={t('comment')}
        maxLength={maxCommentLength}
        value={notes.comment(line)}
        onChange={({ currentTarget }) => notes.write(line, currentTarget.value)}
        // The gateway reports the failure; the text stays and is saved again with the order.
        onBlur={() => void notes.flush().catch(() => {})}
      />
      <Drawings line={line} notes={notes} />
    </Stack>
  )
}

function Drawings({ line, notes }: NotesProps) {
  const t = useTranslations('checkout.lines')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [refusal, setRefusal] = useState<string>()

  const refusalOf = ({ name, size }: File): string | undefined => {
    if (size === 0) return t('empty', { name })
    if (size > uploadLimits.attachmentBytes) return t('tooLarge', { name })
    return line.attachments.length >= maxDrawings ? t('tooMany', { most: maxDrawings }) : undefined
  }

  const add = (file: File) => {
    const reason = refusalOf(file)
    setRefusal(reason)
    if (reason) return

    void attempt(async () => {
      if (!(await notes.attach(line, file))) setRefusal(t('broken', { name: file.name }))
    })
  }

  const errorText = refusal ?? (failure ? failureText(failure) : undefined)

  return (
    <Stack gap="xs" align="start">
      {line.attachments.length > 0 ? (
        <ul className={classes.drawings}>
          {line.attachments.map((upload) => (
            <Drawing key={upload.id} upload={upload} line={line} notes={notes} />
          ))}
        </ul>
      ) : null}
      <DrawingButton label={t('attach')} busy={busy} onFile={add} />
      <Hint>{t('limits', { most: maxDrawings })}</Hint>
      {errorText ? (
        <Text role="alert" tone="danger">
          {errorText}
        </Text>
      ) : null}
    </Stack>
  )
}

function Drawing({ upload: { id, name }, line, notes }: NotesProps & { upload: UploadView }) {
  const t = useTranslations('checkout.lines')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const isSending = notes.sending.has(id)

  return (
    <li>
      <span>{name}</span>
      {isSending ? <progress aria-label={t('sending', { name })} /> : null}
      <Button
        size="xs"
        variant="quiet"
        disabled={busy || isSending}
        aria-label={t('removeNamed', { name })}
        onClick={() => void attempt(() => notes.detach(line, id))}
      >
        {t('remove')}
      </Button>
      {failure ? <span role="alert">{failureText(failure)}</span> : null}
    </li>
  )
}
