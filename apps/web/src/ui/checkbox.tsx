import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import classes from './field.module.css'
import { Choice, type ChoiceProps, FieldNote, type FieldTexts, Legend, useField } from './field.tsx'

interface CheckboxProps extends Omit<ChoiceProps, 'ref'> {
  ref?: RefObject<HTMLInputElement | null>
  /** Some of its items are selected, but not all. */
  indeterminate?: boolean
}

/** With a label, or alone with an `aria-label`. */
export function Checkbox({ indeterminate = false, ref, ...rest }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate, input])

  return <Choice {...rest} ref={input} type="checkbox" />
}

interface CheckboxGroupProps extends Omit<FieldTexts, 'description'> {
  /** At least one must be selected. */
  required?: boolean
  children: ReactNode
}

/** Checkboxes under one name, with one error for all of them. */
export function CheckboxGroup({ label, error, required = false, children }: CheckboxGroupProps) {
  const { id, 'aria-describedby': describedBy } = useField({ error }).attributes
  return (
    <fieldset className={classes.group} aria-describedby={describedBy}>
      <Legend required={required}>{label}</Legend>
      {children}
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
    </fieldset>
  )
}
