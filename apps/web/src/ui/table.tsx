import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import classes from './table.module.css'

interface TableProps {
  caption: string
  /** Shows the caption to screen readers only. */
  hidesCaption?: boolean
  /** The headings of the columns. */
  headings: readonly string[]
  className?: string | undefined
  /** Rows whose cells have `data-label`, and `data-empty` if they have nothing to show. */
  children: ReactNode
}

/** A table. On a narrow screen each row becomes a card whose cells show their `data-label`. */
export function Table({ caption, hidesCaption = false, headings, className, children }: TableProps) {
  return (
    <div className={classes.frame}>
      <table className={classNames(classes.table, className)}>
        <caption className={hidesCaption ? 'visually-hidden' : classes.caption}>{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
