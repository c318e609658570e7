import { type ReactNode, useId } from 'react'
import classes from './detail.module.css'

interface SectionProps {
  title: string
  children: ReactNode
}

/** A framed, labelled region of the order page. */
export function Section({ title, children }: SectionProps) {
  const id = useId()

  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
