import type { ReactNode } from 'react'
import classes from './field-pair.module.css'

interface FieldPairProps {
  /** For a short first value, such as a phone code or a postcode. */
  narrowFirst?: boolean
  children: ReactNode
}

/** Two fields side by side; one beneath the other on a phone. */
export function FieldPair({ narrowFirst = false, children }: FieldPairProps) {
  return (
    <div className={classes.pair} data-narrow-first={narrowFirst || undefined}>
      {children}
    </div>
  )
}
