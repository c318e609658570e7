import { useId } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'

interface SegmentedProps {
  label: string
  /** The label is for screen readers alone. */
  hidesLabel?: boolean
  options: readonly { value: string; label: string }[]
  value?: string
  onChange: (value: string) => void
  className?: string | undefined
  'data-path'?: string
}

/** A choice between two or three things, all in sight: radio buttons side by side. */
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
