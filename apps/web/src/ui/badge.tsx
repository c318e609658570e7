import type { ComponentPropsWithRef } from 'react'
import classes from './badge.module.css'
import { classNames } from './class-names.ts'
import type { Tone } from './tone.ts'

interface BadgeProps extends ComponentPropsWithRef<'span'> {
  tone?: Tone
  /** Shows a dot in the colour of the tone before the word. */
  dot?: boolean
  size?: 'sm' | 'md'
}

/** A framed word, such as a state. */
export function Badge({ tone = 'neutral', dot = false, size = 'sm', className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={classNames(classes.badge, classes[size], className)} data-ui-tone={tone}>
      {dot ? <span className={classes.dot} aria-hidden /> : null}
      {children}
    </span>
  )
}
