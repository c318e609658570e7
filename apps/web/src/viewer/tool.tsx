import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import classes from './toolbar.module.css'

/** Tools that belong together, under one name. */
export function Tools({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      <div className={classes.row}>{children}</div>
    </fieldset>
  )
}

interface ToolProps {
  label?: string
  pressed?: boolean
  onClick: () => void
  children: ReactNode
}

export function Tool({ label, pressed, onClick, children }: ToolProps) {
  return (
    <Button
      variant="secondary"
      size="sm"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
