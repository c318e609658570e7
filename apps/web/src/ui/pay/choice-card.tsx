import { type ReactNode, useId } from 'react'
import { Radio } from '#ui/radio-group.tsx'
import classes from './pay.module.css'

interface ChoiceCardsProps {
  /** Read to screen readers; sighted customers see the heading of the section. */
  label: string
  /** The cards are about to be replaced. */
  busy?: boolean
  children: ReactNode
}

export function ChoiceCards({ label, busy = false, children }: ChoiceCardsProps) {
  return (
    <fieldset className={classes.cards} aria-busy={busy}>
      <legend className="visually-hidden">{label}</legend>
      {children}
    </fieldset>
  )
}

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
      <label className={classes.choice} htmlFor={id}>
        <Radio
          id={id}
          name={group}
          checked={checked}
          disabled={disabled}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-side ${id}-text`}
          onChange={onChoose}
        />
        <strong id={`${id}-title`}>{title}</strong>
        <strong id={`${id}-side`}>{side}</strong>
        <span className={classes.text} id={`${id}-text`}>
          {children}
        </span>
      </label>
      {checked && more ? <div className={classes.more}>{more}</div> : null}
    </div>
  )
}
