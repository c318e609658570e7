import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldTexts, isFramed, useFieldAttributes } from './field.tsx'

interface TextAreaProps extends FieldTexts, ComponentPropsWithRef<'textarea'> {}

/** Several lines of text. `rows` is its smallest height: it grows with what is typed. */
export function TextArea({ label, description, error, rows = 2, className, ...rest }: TextAreaProps) {
  const texts = { label, description, error }
  const attributes = useFieldAttributes(texts, rest)
  const framed = isFramed(texts)

  const area = (
    <textarea
      {...rest}
      {...attributes}
      rows={rows}
      // A field that grows with its text ignores `rows`.
      style={{ minHeight: `calc(${rows}lh + 2 * var(--space-2))` }}
      className={classNames(classes.control, classes.area, !framed && className)}
    />
  )
  if (!framed) return area

  return (
    <FieldFrame {...texts} id={attributes.id} className={className}>
      {area}
    </FieldFrame>
  )
}
