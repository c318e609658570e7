import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import classes from './facts.module.css'

interface FactsProps {
  /** Facts without a value are omitted. */
  facts: readonly { label: string; value: ReactNode }[]
  className?: string | undefined
}

/** Labels with their values beneath them. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={classNames(classes.facts, className)}>
      {facts
        .filter(({ value }) => value !== '' && value !== null)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
