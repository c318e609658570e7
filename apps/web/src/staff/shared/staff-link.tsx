import { createLink, Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import type { ButtonAppearance } from '#ui/button.tsx'
import { AnchorButton } from '#ui/link-button.tsx'

interface Target {
  /** Below `/staff`, without a slash at its start: `orders/42`. */
  path: string
  search?: Record<string, string> | undefined
}

/** The address of a staff screen for the app's router. */
export function staffAddress({ path, search = {} }: Target) {
  return { to: '/staff/$', params: { _splat: path }, search } as const
}

interface StaffLinkProps extends Target, Pick<ComponentPropsWithRef<'a'>, 'aria-label' | 'aria-current' | 'onClick'> {
  className?: string | undefined
  children: ReactNode
}

/** Only the link to the shown screen is current, whatever its search is. */
const exactly = { exact: true, includeSearch: false }

/** A link to a staff screen. Its code is loaded when the pointer or the focus comes near. */
export function StaffLink({ path, search, ...rest }: StaffLinkProps) {
  return <Link {...rest} {...staffAddress({ path, search })} activeOptions={exactly} />
}

const RouterButton = createLink(AnchorButton)

export interface StaffLinkButtonProps extends Target, ButtonAppearance, Pick<ComponentPropsWithRef<'a'>, 'ref'> {
  className?: string | undefined
  children: ReactNode
}

/** A link to a staff screen that looks like a button. */
export function StaffLinkButton({ path, search, ...rest }: StaffLinkButtonProps) {
  return <RouterButton {...rest} {...staffAddress({ path, search })} />
}
