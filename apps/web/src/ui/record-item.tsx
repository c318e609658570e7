import type { ReactNode } from 'react'
import classes from './record-item.module.css'
import { Text } from './text.tsx'

interface RecordItemProps {
  title: ReactNode
  /** For records whose state can change. */
  state?: string
  /** Short facts; null ones are omitted. */
  facts: readonly (string | null)[]
  amount: string
  /** Under the amount: the balance after it. */
  under?: string | undefined
  children?: ReactNode
}

/** An entry of a history, with its amount at the right. */
export function RecordItem({ title, state, facts, amount, under, children }: RecordItemProps) {
  return (
    <li className={classes.record}>
      <div>
        <p className={classes.name}>{title}</p>
        <p className={classes.facts}>
          {state === undefined ? null : <strong>{state}</strong>}
          {facts.map((fact) => (fact ? <span key={fact}>{fact}</span> : null))}
        </p>
      </div>
      <div className={classes.sum}>
        <strong>{amount}</strong>
        {under ? (
          <Text size="xs" tone="soft">
            {under}
          </Text>
        ) : null}
      </div>
      <div className={classes.more}>{children}</div>
    </li>
  )
}
