import { type ReactNode, useId } from 'react'
import { Help, type HelpTerm } from './help.tsx'
import classes from './panel.module.css'

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
