import type { Catalogue } from '@cotation/domain'
import { IconArrowsRightLeft, IconClipboard, IconCopy, IconTrash, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
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
 * What can be done to all selected lines, each as one step. Warnings are not among it: each is a
 * decision of its own. On a phone it stands at the bottom and opens.
 */
export function BulkBar(props: BulkBarProps) {
  const { selected, catalogue, texts, isPhone, apply, onClear } = props
  const t = useTranslations('lines.bulk')
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = !isPhone || isUnfolded

  return (
    <section className={isPhone ? classes.sheet : classes.bar} aria-label={t('label')}>
      <div className={classes.lead}>
        <strong className={classes.count}>{t('selected', { count: selected.length })}</strong>
        {isPhone ? (
          <button type="button" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {t('edit')}
          </button>
        ) : null}
        <OrderLink projectId={props.projectId} selected={selected} />
        <button type="button" className={classes.quiet} onClick={onClear}>
          <IconX size={16} aria-hidden />
          <span className={isPhone ? 'visually-hidden' : undefined}>{t('clear')}</span>
        </button>
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

/** To the checkout with those of the selected parts that are ready. */
function OrderLink({ projectId, selected }: Pick<BulkBarProps, 'projectId' | 'selected'>) {
  const t = useTranslations('lines.bulk')
  const ready = selected.filter(({ status }) => status === 'ready').map(({ id }) => id)
  if (ready.length === 0) return null

  return (
    <Link to="/checkout" search={{ project: projectId, lines: ready.join() }} className={classes.order}>
      {t('order', { count: ready.length })}
    </Link>
  )
}

function BulkButtons({ onCopy, onPaste, onTransfer, onRemove, selected }: BulkBarProps) {
  const t = useTranslations('lines.bulk')
  return (
    <div className={classes.buttons}>
      <button type="button" disabled={!selected.some(({ configuration }) => configuration)} onClick={onCopy}>
        <IconCopy size={16} aria-hidden />
        {t('copy')}
      </button>
      <button type="button" onClick={onPaste}>
        <IconClipboard size={16} aria-hidden />
        {t('paste')}
      </button>
      <button type="button" onClick={onTransfer}>
        <IconArrowsRightLeft size={16} aria-hidden />
        {t('transfer')}
      </button>
      <button type="button" data-danger onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
        {t('remove')}
      </button>
    </div>
  )
}
