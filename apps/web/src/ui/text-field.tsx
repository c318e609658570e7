import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldSize, type FieldTexts, useField } from './field.tsx'

export interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: FieldSize | undefined
  /** Shown inside the field, on the left. */
  icon?: ReactNode
  /** A small button inside the field, on the right. */
  trailing?: ReactNode
}

/** A short text or a number. `className` goes to the outermost element. */
export function TextField(props: TextFieldProps) {
  const { label, description, error, size = 'md', icon, trailing, className, ...rest } = props
  const { attributes, isFramed } = useField(props)
  const hasBox = Boolean(icon || trailing)
  const isBare = !isFramed && !hasBox

  const input = (
    <input
      type="text"
      {...rest}
      {...attributes}
      className={classNames(classes.control, size === 'sm' && classes.small, isBare && className)}
    />
  )
  if (isBare) return input

  const box = (
    <span className={classes.box}>
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      {input}
      {trailing ? <span className={classes.trailing}>{trailing}</span> : null}
    </span>
  )

  return (
    <FieldFrame id={attributes.id} label={label} description={description} error={error} className={className}>
      {hasBox ? box : input}
    </FieldFrame>
  )
}
