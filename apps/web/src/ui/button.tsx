import type { ComponentPropsWithRef } from 'react'
import classes from './button.module.css'
import { classNames } from './class-names.ts'

/**
 * `link` looks like a link in running text; `bare` has no appearance at all: the caller's class
 * draws it.
 */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'quietDanger' | 'link' | 'bare'

/** 30, 36 and 44 pixels high. */
export type ButtonSize = 'xs' | 'sm' | 'md'

export interface ButtonAppearance {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  fullWidth?: boolean | undefined
}

const unsized: readonly ButtonVariant[] = ['link', 'bare']

/** The classes of anything that looks like a button. */
export function buttonClass(appearance: ButtonAppearance, className?: string): string {
  const { variant = 'primary', size = 'md', fullWidth = false } = appearance
  if (unsized.includes(variant)) return classNames(classes.reset, classes[variant], className)

  return classNames(classes.button, classes[variant], classes[size], fullWidth && classes.fullWidth, className)
}

export interface ButtonProps extends ButtonAppearance, ComponentPropsWithRef<'button'> {
  /** Shows a spinner in place of the label and takes no press. */
  loading?: boolean | undefined
}

export function Button({ variant, size, fullWidth, loading = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, fullWidth }, className)}
      disabled={rest.disabled || loading}
      aria-busy={loading || undefined}
    />
  )
}
