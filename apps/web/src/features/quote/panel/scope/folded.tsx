import { type ReactNode, useState } from 'react'
import classes from './panel.module.css'

interface FoldedProps {
  title: ReactNode
  children: ReactNode
  initiallyOpen?: boolean
}

/** A heading that opens what belongs to it; nothing of it is worked out before. */
export function Folded({ title, children, initiallyOpen = false }: FoldedProps) {
  const [open, setOpen] = useState(initiallyOpen)
  return (
    <details className={classes.folded} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open ? children : null}
    </details>
  )
}
