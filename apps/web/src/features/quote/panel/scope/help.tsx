import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './help.module.css'

const helpTerms = [
  'material',
  'colour',
  'quantity',
  'lead',
  'services',
  'holes',
  'tapping',
  'helicoil',
  'brass-insert',
  'reaming',
  'tolerance',
  'drawing',
  'findings',
  'estimate',
] as const

export type HelpTerm = (typeof helpTerms)[number]

/** A question mark next to a technical term that opens a short explanation. */
export function Help({ term }: { term: HelpTerm }) {
  const t = useTranslations('panel.help')
  const id = useId()
  const [open, setOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    // Escape would also close the panel.
    event.stopPropagation()
    setOpen(false)
  }

  return (
    <span className={classes.help}>
      <Button
        variant="bare"
        className={classes.mark}
        aria-label={t('open', { term: t(`${term}.name`) })}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        ?
      </Button>
      <span id={id} role="note" className={classes.text} hidden={!open}>
        {t(`${term}.text`)}
      </span>
    </span>
  )
}
