import { createContext, type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { Choice, type ChoiceProps, FieldNote, type FieldTexts, useField } from './field.tsx'

interface Selection {
  name: string
  value: string | null | undefined
  onChange: (value: string) => void
}

const SelectionContext = createContext<Selection | null>(null)

interface RadioGroupProps extends FieldTexts {
  value?: string | null
  onChange: (value: string) => void
  className?: string | undefined
  children: ReactNode
  /** Lets a form find the field to focus. */
  'data-path'?: string
}

/** Chooses one of several options. Its `Radio`s may be anywhere inside. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, description, error, value, onChange, className, children } = props
  const { id, ...attributes } = useField({ description, error }).attributes

  return (
    <div
      {...attributes}
      className={classNames(classes.group, className)}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      data-path={props['data-path']}
    >
      <span className={classes.label} id={`${id}-label`}>
        {label}
      </span>
      <FieldNote id={id} kind="description">
        {description}
      </FieldNote>
      <SelectionContext value={{ name: id, value, onChange }}>{children}</SelectionContext>
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
    </div>
  )
}

/**
 * One option. In a `RadioGroup` it only needs its `value`, elsewhere `name`, `checked` and
 * `onChange`.
 */
export function Radio(props: Omit<ChoiceProps, 'error'>) {
  const group = useContext(SelectionContext)
  const fromGroup = group && {
    name: group.name,
    checked: group.value === props.value,
    onChange: () => group.onChange(String(props.value)),
  }

  return <Choice {...fromGroup} {...props} type="radio" />
}
