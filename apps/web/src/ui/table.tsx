import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import classes from './table.module.css'

interface TableProps {
  caption: string
  /** Shows the caption to screen readers only. */
  hidesCaption?: boolean
  /** The headings of the columns. */
  headings: readonly string[]
  /** A few short columns, which fit a narrow screen as a table. */
  isCompact?: boolean
  className?: string | undefined
  /** Rows whose cells have `data-label`, and `data-empty` if they have nothing to show. */
  children: ReactNode
}

/**
 * A table. On a narrow screen each row becomes a card whose cells show their `data-label`; a compact
 * one stays a table on a phone, unless the texts are large.
 */
export function Table(props: TableProps) {
  const { caption, hidesCaption = false, headings, isCompact = false, className, children } = props
  return (
    <div className={isCompact ? classes.compactFrame : classes.frame}>
      <table className={classNames(classes.table, isCompact && classes.compact, className)}>
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
