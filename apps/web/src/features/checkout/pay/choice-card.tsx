import { type ReactNode, useId } from 'react'
import classes from './choice-card.module.css'

interface ChoiceCardProps {
  /** The radio group: one of its cards is checked at a time. */
  group: string
  title: string
  /** Shown at the right, for example a price. */
  side?: ReactNode
  /** An explanation, or why the card is disabled. */
  children?: ReactNode
  /** Extra fields, shown below the card while it is checked. */
  more?: ReactNode
  checked: boolean
  disabled?: boolean
  onChoose: () => void
}

/** A radio button whose whole card is clickable. */
export function ChoiceCard(props: ChoiceCardProps) {
  const { group, title, side, children, more, checked, disabled = false, onChoose } = props
  const id = useId()

  return (
    <div className={classes.card} data-checked={checked || undefined} data-off={disabled || undefined}>
      <label className={classes.label}>
        <input
          type="radio"
          name={group}
          checked={checked}
          disabled={disabled}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-side ${id}-text`}
          onChange={onChoose}
        />
        <span className={classes.title} id={`${id}-title`}>
          {title}
        </span>
        <span className={classes.side} id={`${id}-side`}>
          {side}
        </span>
        <span className={classes.text} id={`${id}-text`}>
          {children}
        </span>
      </label>
      {checked && more ? <div className={classes.more}>{more}</div> : null}
    </div>
  )
}
