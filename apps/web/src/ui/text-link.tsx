import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import classes from './text-link.module.css'

type Native = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>

/** A link of the app in running text: the router's, with Mantine's looks. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor {...props} />)

type ButtonLinkProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>

/** A link of the app that looks like a button. */
export const ButtonLink = createLink(({ className = '', ...props }: ButtonLinkProps) => (
  <Button component="a" className={`${classes.button} ${className}`} {...props} />
))
