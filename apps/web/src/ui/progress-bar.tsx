import { useId } from 'react'
import classes from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  value: number
  max: number
  /** The value in words, at the right of the label. */
  text: string
}

/** How far something is: its name, a bar and the value in words. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  const id = useId()

  return (
    <div className={classes.progress}>
      <span id={id}>{label}</span>
      <span className={classes.text}>{text}</span>
      <progress className={classes.bar} aria-labelledby={id} value={Math.min(value, max)} max={max} />
    </div>
  )
}
