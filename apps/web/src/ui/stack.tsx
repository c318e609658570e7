import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './stack.module.css'

type Gap = 'xs' | 'sm' | 'md' | 'lg'

interface StackProps extends ComponentPropsWithRef<'div'> {
  /** 8, 12, 16 or 24 pixels. */
  gap?: Gap
  /** As wide as the stack, or as wide as its content. */
  align?: 'stretch' | 'start' | 'center'
}

/** Its children, one beneath the other. */
export function Stack({ gap = 'md', align = 'stretch', className, ...rest }: StackProps) {
  return <div {...rest} className={classNames(classes.stack, classes[gap], classes[align], className)} />
}

interface RowProps extends ComponentPropsWithRef<'div'> {
  gap?: Gap
  justify?: 'start' | 'center' | 'end' | 'between'
  /** Never wraps. */
  noWrap?: boolean
}

/** Its children, side by side; wraps if they do not fit. */
export function Row({ gap = 'sm', justify = 'start', noWrap = false, className, ...rest }: RowProps) {
  const justified = classes[`justify-${justify}`]
  return (
    <div {...rest} className={classNames(classes.row, classes[gap], justified, noWrap && classes.noWrap, className)} />
  )
}
