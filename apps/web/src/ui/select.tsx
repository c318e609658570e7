import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldSize, type FieldTexts, useField } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean | undefined
}

interface SelectProps extends FieldTexts, Omit<ComponentPropsWithRef<'select'>, 'size'> {
  /** Grouped options are passed as children instead. */
  options?: readonly SelectOption[]
  /** Shown while nothing is chosen; it cannot be chosen. */
  placeholder?: string
  size?: FieldSize | undefined
}

/** The browser's own list: fast with hundreds of options, and native on a phone. */
export function Select(props: SelectProps) {
  const { label, description, error, options = [], placeholder, size = 'md', className, children, ...rest } = props
  const { attributes, isFramed } = useField(props)
  // A form's empty choice is null, which React would treat as uncontrolled.
  const value = 'value' in rest ? { value: rest.value ?? '' } : {}

  const select = (
    <select
      {...rest}
      {...value}
      {...attributes}
      className={classNames(classes.control, classes.select, size === 'sm' && classes.small, !isFramed && className)}
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
  if (!isFramed) return select

  return (
    <FieldFrame id={attributes.id} label={label} description={description} error={error} className={className}>
      {select}
    </FieldFrame>
  )
}
