import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldSize, type FieldTexts, isFramed, useFieldAttributes } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

interface SelectProps extends FieldTexts, Omit<ComponentPropsWithRef<'select'>, 'size'> {
  /** Or `<option>`s as children, where they come in groups. */
  options?: readonly SelectOption[]
  /** Shown while nothing is chosen; it cannot be chosen. */
  placeholder?: string
  size?: FieldSize | undefined
}

/** The browser's own list: quick with hundreds of rows, and right on a phone. */
export function Select(props: SelectProps) {
  const { label, description, error, options = [], placeholder, size = 'md', className, children, ...rest } = props
  const texts = { label, description, error }
  const attributes = useFieldAttributes(texts, rest)
  const framed = isFramed(texts)
  // A form's empty choice is null, which React takes for "uncontrolled".
  const value = 'value' in rest ? { value: rest.value ?? '' } : {}

  const select = (
    <select
      {...rest}
      {...value}
      {...attributes}
      className={classNames(classes.control, classes.select, size === 'sm' && classes.small, !framed && className)}
    >
      {placeholder === undefined ? null : (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
      {children}
    </select>
  )
  if (!framed) return select

  return (
    <FieldFrame {...texts} id={attributes.id} className={className}>
      {select}
    </FieldFrame>
  )
}
