import { uploadLimits } from '@cotation/domain'
import { type KeyboardEvent, useState } from 'react'
import { useFormats } from '#features/quote/texts/use-formats.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { ArrowIcon, CloseIcon } from '#ui/icons.tsx'
import classes from './scope/panel.module.css'

interface PanelHeadingProps {
  workspace: Workspace
  line: WorkLine
  readOnly: boolean
  onClose: () => void
  onOpen: (lineId: string) => void
}

/** The part's name, the way to its neighbours, and out. */
export function PanelHeading({ workspace, line, readOnly, onClose, onOpen }: PanelHeadingProps) {
  const t = useTranslations('panel')
  const { lines } = workspace
  const at = lines.findIndex(({ id }) => id === line.id)
  const before = lines[at - 1]
  const after = lines[at + 1]

  return (
    <header className={classes.heading}>
      <PartName line={line} workspace={workspace} readOnly={readOnly} />
      <ShortPrice line={line} />
      <nav className={classes.neighbours} aria-label={t('parts')}>
        <button
          type="button"
          className={buttons.quiet}
          disabled={!before}
          aria-label={t('previous')}
          onClick={() => before && onOpen(before.id)}
        >
          <span className={classes.back}>
            <ArrowIcon />
          </span>
        </button>
        <span className={classes.soft}>{t('position', { at: at + 1, of: lines.length })}</span>
        <button
          type="button"
          className={buttons.quiet}
          disabled={!after}
          aria-label={t('next')}
          onClick={() => after && onOpen(after.id)}
        >
          <ArrowIcon />
        </button>
      </nav>
      <button type="button" className={buttons.quiet} aria-label={t('close')} onClick={onClose}>
        <CloseIcon />
      </button>
    </header>
  )
}

/**
 * The price in sight while the customer scrolls through the choices; its own section says it to
 * those who listen.
 */
function ShortPrice({ line: { price, view } }: { line: WorkLine }) {
  const { money } = useFormats()
  const minor = view.manual?.answer?.lineMinor ?? price?.linePrice.minor
  if (minor === undefined) return null

  return (
    <span className={classes.shortPrice} aria-hidden>
      {money(minor)}
    </span>
  )
}

/**
 * The name where it stands: pressed, it becomes a field; Enter keeps what was typed, Escape what
 * was there.
 */
function PartName({ line, workspace, readOnly }: Pick<PanelHeadingProps, 'line' | 'workspace' | 'readOnly'>) {
  const t = useTranslations('panel')
  const [draft, setDraft] = useState<string>()
  const keep = () => {
    const name = draft?.trim()
    setDraft(undefined)
    if (name && name !== line.name) workspace.actions.edit({ label: 'name', edits: [{ lineId: line.id, name }] })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep()
    if (event.key !== 'Escape') return
    // The panel itself closes on the same key.
    event.stopPropagation()
    setDraft(undefined)
  }

  if (draft === undefined)
    return (
      <h2 className={classes.name}>
        {line.name}
        {readOnly ? null : (
          <button type="button" className={classes.rename} onClick={() => setDraft(line.name)}>
            {t('rename')}
          </button>
        )}
      </h2>
    )

  return (
    <h2 className={classes.name}>
      <input
        // The customer has just pressed for it.
        ref={(field) => field?.focus()}
        aria-label={t('name')}
        maxLength={uploadLimits.nameLength}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={onKeyDown}
      />
    </h2>
  )
}
