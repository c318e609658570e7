import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import classes from './field.module.css'

/** A number between two limits, chosen by dragging. Needs an `aria-label` or a label around it. */
export function Slider({ className, ...rest }: Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'>) {
  return <input {...rest} type="range" className={classNames(classes.range, className)} />
}
