import { uploadLimits } from '@cotation/domain'
import { type KeyboardEvent, useState } from 'react'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ArrowIcon, CloseIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './panel.module.css'

interface PanelHeadingProps {
  workspace: Workspace
  line: WorkLine
  readOnly: boolean
  onClose: () => void
  onOpen: (lineId: string) => void
}

/** The part's name, buttons to the previous and next part, and the close button. */
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
        <IconButton disabled={!before} aria-label={t('previous')} onClick={() => before && onOpen(before.id)}>
          <span className={classes.back}>
            <ArrowIcon />
          </span>
        </IconButton>
        <span className={classes.soft}>{t('position', { at: at + 1, of: lines.length })}</span>
        <IconButton disabled={!after} aria-label={t('next')} onClick={() => after && onOpen(after.id)}>
          <ArrowIcon />
        </IconButton>
      </nav>
      <IconButton aria-label={t('close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </header>
  )
}

/**
 * Keeps the price visible while the customer scrolls. Hidden from screen readers, which have the
 * price section.
 */
function ShortPrice({ line }: { line: WorkLine }) {
  const t = useTranslations('panel.price')
  const { money } = useFormats()
  const price = shownPrice(line)
  if (!price) return null

  const amount = money(price.lineMinor)

  return (
    <span className={classes.shortPrice} aria-hidden>
      {price.isFrom ? t('from', { price: amount }) : amount}
    </span>
  )
}

/** The name, edited in place: Enter saves it, Escape cancels. */
function PartName({ line, workspace, readOnly }: Pick<PanelHeadingProps, 'line' | 'workspace' | 'readOnly'>) {
  const t = useTranslations('panel')
  const [draft, setDraft] = useState<string>()

  const save = () => {
    const name = draft?.trim()
    setDraft(undefined)
    if (name && name !== line.name) workspace.actions.edit({ label: 'name', edits: [{ lineId: line.id, name }] })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save()
    if (event.key !== 'Escape') return
    // Escape would also close the panel.
    event.stopPropagation()
    setDraft(undefined)
  }

  if (draft === undefined)
    return (
      <h2 className={classes.name}>
        {line.name}
        {readOnly ? null : (
          <Button variant="link" className={classes.rename} onClick={() => setDraft(line.name)}>
            {t('rename')}
          </Button>
        )}
      </h2>
    )

  return (
    <h2 className={classes.name}>
      <TextField
        // The customer has just pressed the rename button.
        ref={(field) => field?.focus()}
        aria-label={t('name')}
        maxLength={uploadLimits.nameLength}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
    </h2>
  )
}
