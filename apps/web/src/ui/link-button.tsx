import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { type ButtonAppearance, buttonClass } from './button.tsx'

interface AnchorButtonProps extends ButtonAppearance, ComponentPropsWithRef<'a'> {}

/** A link to an address outside of the app, or to a file, that looks like a button. */
export function AnchorButton({ variant, size, fullWidth, className, ...rest }: AnchorButtonProps) {
  return <a {...rest} className={buttonClass({ variant, size, fullWidth }, className)} />
}

/** A link to a screen of the app that looks like a button. */
export const LinkButton = createLink(AnchorButton)
