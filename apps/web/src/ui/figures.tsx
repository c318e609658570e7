import type { ReactNode } from 'react'
import classes from './figures.module.css'

/** Amounts side by side; its children are figures. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {children}
    </dl>
  )
}

interface FigureProps {
  label: string
  value: string
  /** What the amount means. */
  children: ReactNode
}

export function Figure({ label, value, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.text}>{children}</dd>
    </div>
  )
}
