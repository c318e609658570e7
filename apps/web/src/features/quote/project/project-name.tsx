import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './header.module.css'

interface ProjectNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

const mostCharacters = 120

/**
 * The name of the project, changed in its place: Enter or leaving the field keeps it, Escape does
 * not.
 */
export function ProjectName({ name, onRename }: ProjectNameProps) {
  const t = useTranslations('lines.header')
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
        <button
          ref={button}
          type="button"
          className={classes.icon}
          aria-label={t('rename', { name })}
          onClick={() => setDraft(name)}
        >
          <IconPencil size={18} aria-hidden />
        </button>
      </div>
    )

  const end = (next: string | undefined) => {
    setWasEdited(true)
    setDraft(undefined)
    // The gateway says why a name was not taken; the old one is shown again.
    if (next !== undefined && next !== name) onRename(next).catch(() => {})
  }

  return <NameField draft={draft} onDraft={setDraft} onEnd={end} />
}

interface NameFieldProps {
  draft: string
  onDraft: (draft: string) => void
  /** With the new name, or without one where the customer gave up. */
  onEnd: (name: string | undefined) => void
}

function NameField({ draft, onDraft, onEnd }: NameFieldProps) {
  const t = useTranslations('lines.header')
  const validation = useTranslations('validation')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])

  // A field that goes away loses the focus too, and would end the editing a second time.
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
    // The button takes the focus before the key is let go, and the same key would press it.
    event.preventDefault()
    if (!isEmpty) end(draft.trim())
  }

  return (
    <div className={classes.nameEdit}>
      <input
        ref={field}
        className={classes.nameField}
        aria-label={t('name')}
        value={draft}
        maxLength={mostCharacters}
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
