import { type ReactNode, useState } from 'react'
import classes from './panel.module.css'

interface FoldedProps {
  title: ReactNode
  children: ReactNode
  initiallyOpen?: boolean
}

/** A collapsible section whose content is rendered only while it is open. */
export function Folded({ title, children, initiallyOpen = false }: FoldedProps) {
  const [open, setOpen] = useState(initiallyOpen)
  return (
    <details className={classes.folded} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open ? children : null}
    </details>
  )
}
