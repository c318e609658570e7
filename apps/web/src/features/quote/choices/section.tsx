import type { Messages } from '@cotation/messages'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './choices.module.css'

interface SectionProps {
  title: string
  help?: HelpTerm
  /** The current choice, shown beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the panel with title, help and current choice. */
export function Section({ title, help, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.sectionHead}>
        <div>
          <h3 id={id}>{title}</h3>
          {help ? <Help term={help} /> : null}
        </div>
        {aside ? <span className={classes.soft}>{aside}</span> : null}
      </header>
      {children}
    </section>
  )
}

/** The explained terms; `open` is the label of the button. */
type HelpTerm = Exclude<keyof Messages['panel']['help'], 'open'>

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
    <span>
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
