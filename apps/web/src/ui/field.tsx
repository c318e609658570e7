import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'

/** The texts around a control. A control without any of them needs an `aria-label`. */
export interface FieldTexts {
  label?: ReactNode
  description?: ReactNode
  error?: ReactNode
}

export type FieldSize = 'sm' | 'md'

interface OwnAttributes {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** Ties a control to its description and its error. */
export function useFieldAttributes({ description, error }: FieldTexts, own: OwnAttributes) {
  const generated = useId()
  const id = own.id ?? generated
  const describedBy = classNames(
    own['aria-describedby'],
    error ? `${id}-error` : undefined,
    description ? `${id}-description` : undefined,
  )

  return {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : own['aria-invalid'],
  }
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
      {description ? (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      ) : null}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  if (!error) return null
  return (
    <p className={classes.error} id={`${id}-error`}>
      {error}
    </p>
  )
}

export const isFramed = ({ label, description, error }: FieldTexts): boolean => Boolean(label || description || error)
