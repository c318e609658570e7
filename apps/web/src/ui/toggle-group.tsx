import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import classes from './toggle-group.module.css'

export interface Toggle<Value extends string> {
  value: Value
  content: ReactNode
  /** Needed if the content is an icon or an abbreviation. */
  label?: string
  lang?: string
  ref?: Ref<HTMLButtonElement>
}

interface ToggleGroupProps<Value extends string> {
  /** For screen readers. */
  label: string
  toggles: readonly Toggle<Value>[]
  /** Undefined if none is pressed. */
  value: Value | undefined
  onChange: (value: Value) => void
  className?: string | undefined
}

/** Buttons of which at most one is pressed. A press takes effect at once, not when a form is sent. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { label, toggles, value, onChange, className } = props
  return (
    <fieldset className={classNames(classes.group, className)}>
      <legend className="visually-hidden">{label}</legend>
      {toggles.map((toggle) => (
        <button
          key={toggle.value}
          ref={toggle.ref}
          type="button"
          className={classes.toggle}
          lang={toggle.lang}
          aria-pressed={toggle.value === value}
          aria-label={toggle.label}
          title={toggle.label}
          onClick={() => onChange(toggle.value)}
        >
          {toggle.content}
        </button>
      ))}
    </fieldset>
  )
}
