import type { ReactNode } from 'react'
import classes from './text.module.css'

/** "C-26-10001" */
const documentNumber = /\b[A-Z]+(?:-\d+)+\b/

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
