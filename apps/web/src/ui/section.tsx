import { type ReactNode, useId } from 'react'
import classes from './section.module.css'
import { Row } from './stack.tsx'
import { Heading } from './text.tsx'

interface SectionProps {
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A framed, labelled region of a page. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()

  return (
    <section className={classes.section} aria-labelledby={id}>
      <Row justify="between">
        <Heading level={2} id={id}>
          {title}
        </Heading>
        {aside}
      </Row>
      {children}
    </section>
  )
}
