import { type ReactNode, useId } from 'react'
import classes from './section.module.css'
import { Row } from './stack.tsx'
import { Heading } from './text.tsx'

interface SectionProps {
  /** What a link with a fragment leads to. */
  id?: string
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A framed, labelled region of a page. */
export function Section({ id, title, aside, children }: SectionProps) {
  const titleId = useId()

  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <Row justify="between">
        <Heading level={2} id={titleId}>
          {title}
        </Heading>
        {aside}
      </Row>
      {children}
    </section>
  )
}
