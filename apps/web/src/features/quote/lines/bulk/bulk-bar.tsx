import type { Catalogue } from '@cotation/domain'
import { IconArrowsRightLeft, IconClipboard, IconCopy, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './bulk.module.css'
import { BulkFields } from './bulk-fields.tsx'
import type { BulkEdit } from './paste-configuration.ts'

interface BulkBarProps {
  projectId: string
  selected: readonly WorkLine[]
  catalogue: Catalogue
  texts: LineTexts
  isPhone: boolean
  apply: (edit: BulkEdit) => void
  onCopy: () => void
  onPaste: () => void
  onTransfer: () => void
  onRemove: () => void
  onClear: () => void
}

/**
 * Actions on all selected lines, each undone as one step. Warnings cannot be accepted here: each
 * is decided individually. On a phone the bar is at the bottom and unfolds.
 */
export function BulkBar(props: BulkBarProps) {
  const { selected, catalogue, texts, isPhone, apply, onClear } = props
  const t = useTranslations('line.bulk')
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = !isPhone || isUnfolded

  return (
    <section className={isPhone ? classes.sheet : classes.bar} aria-label={t('label')}>
      <div className={classes.lead}>
        <strong className={classes.selectedCount}>{t('selected', { count: selected.length })}</strong>
        {isPhone ? (
          <Button variant="secondary" size="sm" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t('edit')}
          </Button>
        ) : null}
        <CheckoutLink projectId={props.projectId} selected={selected} />
        <Button variant="quiet" size="sm" onClick={onClear}>
          <IconX size={16} aria-hidden />
          <span className={isPhone ? 'visually-hidden' : undefined}>{t('clear')}</span>
        </Button>
      </div>
      {isOpen ? (
        <div className={classes.tools}>
          <BulkFields {...{ selected, catalogue, texts, apply }} />
          <BulkButtons {...props} />
        </div>
      ) : null}
    </section>
  )
}

/** Opens the checkout with the selected lines that are ready. */
function CheckoutLink({ projectId, selected }: Pick<BulkBarProps, 'projectId' | 'selected'>) {
  const t = useTranslations('line.bulk')
  const ready = selected.filter(({ status }) => status === 'ready').map(({ id }) => id)
  if (ready.length === 0) return null

  return (
    <LinkButton to="/checkout" search={{ project: projectId, lines: ready.join() }} size="sm">
      {t('order', { count: ready.length })}
    </LinkButton>
  )
}

function BulkButtons({ onCopy, onPaste, onTransfer, onRemove, selected }: BulkBarProps) {
  const t = useTranslations('line.bulk')
  return (
    <div className={classes.buttons}>
      <Button
        variant="secondary"
        size="sm"
        disabled={!selected.some(({ configuration }) => configuration)}
        onClick={onCopy}
      >
        <IconCopy size={16} aria-hidden />
        {t('copy')}
      </Button>
      <Button variant="secondary" size="sm" onClick={onPaste}>
        <IconClipboard size={16} aria-hidden />
        {t('paste')}
      </Button>
      <Button variant="secondary" size="sm" onClick={onTransfer}>
        <IconArrowsRightLeft size={16} aria-hidden />
        {t('transfer')}
      </Button>
      <Button variant="quietDanger" size="sm" onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
        {t('remove')}
      </Button>
    </div>
  )
}
