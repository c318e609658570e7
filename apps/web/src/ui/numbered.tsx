import { Children, type ReactNode } from 'react'
import classes from './text.module.css'

/** "C-26-10001" */
const documentNumber = /\b[A-Z]+-\d{2,4}-\d{4,}\b/

/** A text whose order, cost, claim or invoice numbers do not break at their hyphens. */
export function Numbered({ children }: { children: string }): ReactNode {
  const match = documentNumber.exec(children)
  if (!match) return children

  const [number] = match
  return (
    <>
      {children.slice(0, match.index)}
      <span className={classes.number}>{number}</span>
      <Numbered>{children.slice(match.index + number.length)}</Numbered>
    </>
  )
}

/** Content of a text element: its plain texts keep their numbers together, anything else stays. */
export const numbered = (children: ReactNode): ReactNode =>
  Children.map(children, (child) => (typeof child === 'string' ? <Numbered>{child}</Numbered> : child))
