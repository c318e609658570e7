import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './help.module.css'

export const helpTerms = [
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

/**
 * A question mark beside a word that not everybody knows; it opens a short explanation in its
 * place.
 */
export function Help({ term }: { term: HelpTerm }) {
  const t = useTranslations('panel.help')
  const id = useId()
  const [open, setOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    // The panel itself closes on the same key.
    event.stopPropagation()
    setOpen(false)
  }

  return (
    <span className={classes.help}>
      <button
        type="button"
        className={classes.mark}
        aria-label={t('open', { term: t(`${term}.name`) })}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        ?
      </button>
      <span id={id} role="note" className={classes.text} hidden={!open}>
        {t(`${term}.text`)}
      </span>
    </span>
  )
}
