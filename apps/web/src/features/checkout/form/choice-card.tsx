import { type ReactNode, useId } from 'react'
import classes from './choice-card.module.css'

interface ChoiceCardProps {
  /** Of the group: one card of it is chosen at a time. */
  group: string
  title: string
  /** At the right: a price. */
  side?: ReactNode
  /** What it means, or why it cannot be chosen. */
  children?: ReactNode
  /** Further fields, shown beneath while the card is chosen. */
  more?: ReactNode
  checked: boolean
  disabled?: boolean
  onChoose: () => void
}

/** One of several ways, as a card that is pressed whole; by keyboard it is a radio button. */
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
