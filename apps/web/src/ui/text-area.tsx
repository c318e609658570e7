import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldTexts, useField } from './field.tsx'

interface TextAreaProps extends FieldTexts, ComponentPropsWithRef<'textarea'> {}

/** A longer text. `rows` is its smallest height: it grows with what is typed. */
export function TextArea(props: TextAreaProps) {
  const { label, description, error, rows = 2, className, ...rest } = props
  const { attributes, isFramed } = useField(props)

  const area = (
    <textarea
      {...rest}
      {...attributes}
      rows={rows}
      // A field that grows with its text ignores `rows`.
      style={{ minHeight: `calc(${rows}lh + 2 * var(--space-2))` }}
      className={classNames(classes.control, classes.area, !isFramed && className)}
    />
  )
  if (!isFramed) return area

  return (
    <FieldFrame id={attributes.id} label={label} description={description} error={error} className={className}>
      {area}
    </FieldFrame>
  )
}
