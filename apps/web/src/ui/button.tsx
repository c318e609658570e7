import type { ComponentPropsWithRef } from 'react'
import { type ButtonAppearance, buttonClass } from './button-class.ts'

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
