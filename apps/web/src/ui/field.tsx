import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'

/** The texts around a control. A control without any of them needs an `aria-label`. */
export interface FieldTexts {
  label?: ReactNode
  description?: ReactNode
  error?: ReactNode
}

export type FieldSize = 'sm' | 'md'

interface FieldProps extends FieldTexts {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** Ties a control to the texts around it. A control without texts has no frame around it. */
export function useField(props: FieldProps) {
  const generated = useId()
  const { label, description, error, id = generated } = props
  const describedBy = classNames(
    props['aria-describedby'],
    error ? `${id}-error` : undefined,
    description ? `${id}-description` : undefined,
  )

  return {
    attributes: {
      id,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': error ? true : props['aria-invalid'],
    },
    // A frame that appears with the first error would remount the control, which loses its focus.
    isFramed: Boolean(label || description) || 'error' in props,
  }
}

interface FieldNoteProps {
  id: string
  kind: 'description' | 'error'
  children: ReactNode
}

/** The description or the error of a control. */
export function FieldNote({ id, kind, children }: FieldNoteProps) {
  if (!children) return null
  return (
    <p className={classes[kind]} id={`${id}-${kind}`}>
      {children}
    </p>
  )
}

/** The name of a group of controls. */
export function Legend({ required = false, children }: { required?: boolean; children: ReactNode }) {
  return (
    <legend className={classes.legend} data-required={required || undefined}>
      {children}
    </legend>
  )
}

interface FieldFrameProps extends FieldTexts {
  id: string
  className?: string | undefined
  children: ReactNode
}

/** Label and description above the control, the error beneath it. */
export function FieldFrame({ id, label, description, error, className, children }: FieldFrameProps) {
  return (
    <div className={classNames(classes.field, className)}>
      {label ? (
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
      ) : null}
      <FieldNote id={id} kind="description">
        {description}
      </FieldNote>
      {children}
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
    </div>
  )
}

export interface ChoiceProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {}

/** A checkbox or a radio button with its label beside it, or alone. */
export function Choice(props: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  const { label, description, error, className, ...rest } = props
  const { attributes, isFramed } = useField(props)
  const { id } = attributes

  const input = <input {...rest} {...attributes} className={classNames(classes.tick, !isFramed && className)} />
  if (!isFramed) return input

  return (
    <div className={classNames(classes.choice, className)}>
      {input}
      <label className={classes.choiceLabel} htmlFor={id}>
        {label}
      </label>
      <FieldNote id={id} kind="description">
        {description}
      </FieldNote>
      <FieldNote id={id} kind="error">
        {error}
      </FieldNote>
    </div>
  )
}

/** A value of a form that is not shown. */
export function HiddenField(props: Omit<ComponentPropsWithRef<'input'>, 'type'>) {
  return <input {...props} type="hidden" readOnly />
}
