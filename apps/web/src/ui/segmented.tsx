import { useId } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'

interface SegmentedProps {
  label: string
  /** Shows the label to screen readers only. */
  hidesLabel?: boolean
  options: readonly { value: string; label: string }[]
  value?: string
  onChange: (value: string) => void
  className?: string | undefined
  'data-path'?: string
}

/** Two or three options that are all visible: radio buttons side by side. */
export function Segmented(props: SegmentedProps) {
  const { label, hidesLabel = false, options, value, onChange, className } = props
  const name = useId()

  return (
    <fieldset className={classNames(classes.segmented, className)} data-path={props['data-path']}>
      <legend className={hidesLabel ? 'visually-hidden' : classes.legend}>{label}</legend>
      <span className={classes.segments}>
        {options.map((option) => (
          <label key={option.value} className={classes.segment}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </span>
    </fieldset>
  )
}
