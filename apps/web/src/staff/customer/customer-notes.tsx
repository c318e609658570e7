import type { CustomerView } from '@cotation/contracts'
import { maxCustomerNoteLength } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { usePressAction } from '../shared/page-actions.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { useDraft } from '../shared/use-draft.ts'
import classes from './customer.module.css'

type NoteView = CustomerView['notes'][number]

/** What staff noted about a customer for each other, newest first, and a field for the next note. */
export function CustomerNotes({ customer: { id: customerId, notes } }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer')
  const [removed, setRemoved] = useState<NoteView | null>(null)

  return (
    <Section title={t('notes')}>
      <NewNote customerId={customerId} />
      {notes.length === 0 ? <Hint>{t('noNotes')}</Hint> : null}
      <ol className={classes.list}>
        {notes.map((note) => (
          <Note key={note.id} customerId={customerId} note={note} onRemove={() => setRemoved(note)} />
        ))}
      </ol>
      {removed ? <RemoveNote customerId={customerId} note={removed} onClose={() => setRemoved(null)} /> : null}
    </Section>
  )
}

function NewNote({ customerId }: { customerId: string }) {
  const t = useTranslations('staff-customer')

  return (
    <NoteForm
      draft={`customer-note:${customerId}`}
      label={t('newNote')}
      description={t('noteHint')}
      saveLabel={t('addNote')}
      doneText={t('noteAdded')}
      save={(text) =>
        staffApi(
          'POST /global/staff/customer/{customerId}/note',
          { params: { customerId }, body: { text } },
          { quiet: true },
        )
      }
    />
  )
}

interface NoteProps {
  customerId: string
  note: NoteView
  onRemove: () => void
}

function Note({ customerId, note, onRemove }: NoteProps) {
  const t = useTranslations('staff-customer')
  const { moment } = useFormats('medium')
  const [isEditing, setEditing] = useState(false)
  const { id: noteId, author, text, at, editedAt, isOwn, mayRemove } = note
  const written = t('noteBy', { name: author, date: moment(at) })

  if (isEditing)
    return (
      <li>
        <NoteForm
          draft={`customer-note:${customerId}:${noteId}`}
          label={t('noteText')}
          initial={text}
          saveLabel={t('save')}
          doneText={t('noteSaved')}
          save={(changed) =>
            staffApi(
              'PATCH /global/staff/customer/{customerId}/note/{noteId}',
              { params: { customerId, noteId }, body: { text: changed } },
              { quiet: true },
            )
          }
          onEnd={() => setEditing(false)}
        />
      </li>
    )

  return (
    <li>
      <div className={classes.item}>
        <Hint>{editedAt ? `${written}, ${t('noteEdited', { date: moment(editedAt) })}` : written}</Hint>
        <Row gap="xs">
          {isOwn ? (
            <ActionButton
              variant="quiet"
              size="xs"
              aria-label={t('editNoteOf', { date: moment(at) })}
              onClick={() => setEditing(true)}
            >
              {t('editNote')}
            </ActionButton>
          ) : null}
          {mayRemove ? (
            <ActionButton
              variant="quiet"
              size="xs"
              aria-label={t('removeNoteOf', { name: author, date: moment(at) })}
              onClick={onRemove}
            >
              {t('removeNote')}
            </ActionButton>
          ) : null}
        </Row>
      </div>
      <p className={classes.text}>{text}</p>
    </li>
  )
}

interface NoteFormProps {
  /** The name under which an unsaved text is kept. */
  draft: string
  label: string
  description?: string
  initial?: string
  saveLabel: string
  /** Said once it is saved. */
  doneText: string
  save: (text: string) => Promise<unknown>
  /** Once it is saved or cancelled; without it the form stays. */
  onEnd?: () => void
}

function NoteForm({ draft, label, description, initial = '', saveLabel, doneText, save, onEnd }: NoteFormProps) {
  const t = useTranslations('staff-customer')
  const { attempt, failure, busy } = useAttempt()
  const { typed, change, clear } = useDraft(draft, () => ({ text: initial }))
  const { text } = typed
  const field = usePressAction<HTMLTextAreaElement>(label)
  const [isMissing, setMissing] = useState(false)

  const press = () => {
    const isEmpty = text.trim() === ''
    setMissing(isEmpty)
    if (isEmpty || text.trim().length > maxCustomerNoteLength) return

    void attempt(async () => {
      await save(text.trim())
      clear()
      await refreshStaffData()
      toast.success(doneText)
      onEnd?.()
    })
  }

  const cancel = () => {
    clear()
    onEnd?.()
  }

  return (
    <Stack gap="sm">
      <FormAlert failure={failure} />
      <TextArea
        ref={field}
        label={label}
        description={description}
        rows={3}
        limit={maxCustomerNoteLength}
        value={text}
        error={isMissing ? t('noteMissing') : undefined}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <Row gap="xs">
        <Button variant="secondary" size="xs" loading={busy} onClick={press}>
          {saveLabel}
        </Button>
        {onEnd ? (
          <Button variant="quiet" size="xs" onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : null}
      </Row>
    </Stack>
  )
}

interface RemoveNoteProps {
  customerId: string
  note: NoteView
  onClose: () => void
}

function RemoveNote({ customerId, note: { id: noteId, author, text }, onClose }: RemoveNoteProps) {
  const t = useTranslations('staff-customer')
  const { attempt, failure, busy } = useAttempt()

  const remove = () =>
    attempt(async () => {
      const params = { customerId, noteId }
      await staffApi('DELETE /global/staff/customer/{customerId}/note/{noteId}', { params }, { quiet: true })
      toast.success(t('noteRemoved'))
      onClose()
      await refreshStaffData()
    })

  return (
    <Confirm
      opened
      danger
      title={t('removeNoteTitle')}
      confirmLabel={t('removeNote')}
      cancelLabel={t('cancel')}
      loading={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        <p className={classes.text}>{text}</p>
        <Text>{t('removeNoteText', { name: author })}</Text>
      </Stack>
    </Confirm>
  )
}
