import { Button, type ButtonProps } from '#ui/button.tsx'
import { usePressAction } from './page-actions.ts'
import { StaffLinkButton, type StaffLinkButtonProps } from './staff-link.tsx'

/** A button whose action is in the command palette as well, as long as the button takes presses. */
export function ActionButton(props: Omit<ButtonProps, 'ref'> & { children: string }) {
  const { 'aria-label': name = props.children, disabled, loading } = props
  const button = usePressAction<HTMLButtonElement>(disabled || loading ? null : name)
  return <Button {...props} ref={button} />
}

/** A link to a screen that is in the command palette as well. */
export function ActionLinkButton(props: Omit<StaffLinkButtonProps, 'ref'> & { children: string }) {
  const link = usePressAction<HTMLAnchorElement>(props.children)
  return <StaffLinkButton {...props} ref={link} />
}
