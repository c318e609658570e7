import classes from './button.module.css'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'

interface IconButtonProps extends ButtonProps {
  /** What it does: an icon alone has no name. */
  'aria-label': string
}

/** A square button with an icon. */
export function IconButton({ variant = 'quiet', size = 'sm', className, ...rest }: IconButtonProps) {
  return <Button {...rest} variant={variant} size={size} className={classNames(classes.square, className)} />
}
