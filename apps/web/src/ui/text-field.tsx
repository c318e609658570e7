import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'
import { FieldFrame, type FieldSize, type FieldTexts, useField } from './field.tsx'

export interface TextFieldProps extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: FieldSize | undefined
  /** At the left, inside of the field. */
  icon?: ReactNode
  /** At the right, inside of the field: a small button. */
  trailing?: ReactNode
}

/** A short text or a number. `className` goes to the outermost element. */
export function TextField(props: TextFieldProps) {
  const { label, description, error, size = 'md', icon, trailing, className, ...rest } = props
  const { attributes, isFramed } = useField(props)
  const hasBox = Boolean(icon || trailing)
  const isAlone = !isFramed && !hasBox

  const input = (
    <input
      type="text"
      {...rest}
      {...attributes}
      className={classNames(classes.control, size === 'sm' && classes.small, isAlone && className)}
    />
  )
  if (isAlone) return input

  const control = hasBox ? (
    <span className={classes.box}>
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      {input}
      {trailing ? <span className={classes.trailing}>{trailing}</span> : null}
    </span>
  ) : (
    input
  )

  return (
    <FieldFrame id={attributes.id} {...{ label, description, error, className }}>
      {control}
    </FieldFrame>
  )
}
