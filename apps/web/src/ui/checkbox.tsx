import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldError, type FieldTexts, isFramed, useFieldAttributes } from './field.tsx'

interface CheckboxProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'type' | 'ref' | 'size'> {
  /** Some of its items are selected, but not all. */
  indeterminate?: boolean
}

/** With a label, or alone with an `aria-label`. */
export function Checkbox(props: CheckboxProps) {
  const { label, description, error, indeterminate = false, className, ...rest } = props
  const texts = { label, description, error }
  const attributes = useFieldAttributes(texts, rest)
  const framed = isFramed(texts)

  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])

  const tick = (
    <input
      {...rest}
      {...attributes}
      ref={input}
      type="checkbox"
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
      <FieldError id={attributes.id} error={error} />
    </div>
  )
}

/** Checkboxes under one name, with one error for all of them. */
export function CheckboxGroup({ label, error, children }: Omit<FieldTexts, 'description'> & { children: ReactNode }) {
  const { id, ...attributes } = useFieldAttributes({ error }, {})
  return (
    <fieldset className={classes.group} aria-describedby={attributes['aria-describedby']}>
      <legend className={classes.legend}>{label}</legend>
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
