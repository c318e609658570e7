import { type ReactNode, useState } from 'react'
import classes from '../offer.module.css'

/** A heading that opens what belongs to it; nothing of it is worked out before. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.folded} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open ? children : null}
    </details>
  )
}
