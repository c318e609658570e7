import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './project.module.css'

interface ProjectNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

const maxCharacters = 120

/** The project's name, edited in place: Enter or leaving the field saves it, Escape cancels. */
export function ProjectName({ name, onRename }: ProjectNameProps) {
  const t = useTranslations('line.header')
  const [draft, setDraft] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const [wasEdited, setWasEdited] = useState(false)

  useEffect(() => {
    if (draft === undefined && wasEdited) button.current?.focus()
  }, [draft, wasEdited])

  if (draft === undefined)
    return (
      <div className={classes.nameRow}>
        <h1 className={classes.name}>{name}</h1>
        <IconButton ref={button} aria-label={t('rename', { name })} onClick={() => setDraft(name)}>
          <IconPencil size={18} aria-hidden />
        </IconButton>
      </div>
    )

  const end = (next: string | undefined) => {
    setWasEdited(true)
    setDraft(undefined)
    // The gateway shows the error; the old name is shown again.
    if (next !== undefined && next !== name) onRename(next).catch(() => {})
  }

  return <NameField draft={draft} onDraft={setDraft} onEnd={end} />
}

interface NameFieldProps {
  draft: string
  onDraft: (draft: string) => void
  /** Called with the new name, or with undefined if the customer cancelled. */
  onEnd: (name: string | undefined) => void
}

function NameField({ draft, onDraft, onEnd }: NameFieldProps) {
  const t = useTranslations('line.header')
  const validation = useTranslations('validation')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  // Unmounting the field fires `blur`, which would end the editing a second time.
  const isOver = useRef(false)
  const end = (name: string | undefined) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(name)
  }

  const isEmpty = draft.trim() === ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end(undefined)
    if (event.key !== 'Enter') return
    // The rename button gets the focus before the key is released, and the same key would press it.
    event.preventDefault()
    if (!isEmpty) end(draft.trim())
  }

  return (
    <div className={classes.nameEdit}>
      <TextField
        ref={field}
        className={classes.nameField}
        aria-label={t('name')}
        value={draft}
        maxLength={maxCharacters}
        required
        aria-invalid={isEmpty}
        aria-describedby={isEmpty ? id : undefined}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end(isEmpty ? undefined : draft.trim())}
      />
      {isEmpty ? (
        <p id={id} className={classes.wrong} role="alert">
          {validation('PROJECT_NAME_REQUIRED')}
        </p>
      ) : null}
    </div>
  )
}
