import { type ComponentPropsWithRef, createContext, type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldError, type FieldTexts, isFramed, useFieldAttributes } from './field.tsx'

interface Choice {
  name: string
  value: string | null | undefined
  onChange: (value: string) => void
}

const ChoiceContext = createContext<Choice | null>(null)

interface RadioGroupProps extends FieldTexts {
  value?: string | null
  onChange: (value: string) => void
  className?: string | undefined
  children: ReactNode
  /** Lets a form find the field to focus. */
  'data-path'?: string
}

/** One of several. Its `Radio`s may be anywhere inside of it. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, description, error, value, onChange, className, children } = props
  const { id, ...attributes } = useFieldAttributes({ description, error }, {})
  const { 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = attributes

  return (
    <div
      className={classNames(classes.group, className)}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      data-path={props['data-path']}
    >
      <span className={classes.label} id={`${id}-label`}>
        {label}
      </span>
      {description ? (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      ) : null}
      <ChoiceContext value={{ name: id, value, onChange }}>{children}</ChoiceContext>
      <FieldError id={id} error={error} />
    </div>
  )
}

interface RadioProps extends Omit<FieldTexts, 'error'>, Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {}

/**
 * One choice: of a `RadioGroup` with its `value` alone, elsewhere with `name`, `checked` and
 * `onChange`.
 */
export function Radio({ label, description, className, ...rest }: RadioProps) {
  const texts = { label, description }
  const attributes = useFieldAttributes(texts, rest)
  const framed = isFramed(texts)
  const group = useContext(ChoiceContext)
  const fromGroup = group && {
    name: group.name,
    checked: group.value === rest.value,
    onChange: () => group.onChange(String(rest.value)),
  }

  const tick = (
    <input
      {...fromGroup}
      {...rest}
      {...attributes}
      type="radio"
      className={classNames(classes.tick, !framed && className)}
    />
  )
  if (!framed) return tick

  return (
    <div className={classNames(classes.choice, className)}>
      {tick}
      <label className={classes.choiceLabel} htmlFor={attributes.id}>
        {label}
      </label>
      {description ? (
        <p className={classes.description} id={`${attributes.id}-description`}>
          {description}
        </p>
      ) : null}
    </div>
  )
}
