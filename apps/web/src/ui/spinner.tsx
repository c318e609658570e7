import { classNames } from './class-names.ts'
import classes from './spinner.module.css'

/** Something is under way. Silent: say beside it, or with `role="status"` around it, what. */
export function Spinner({ size = 'sm', className }: { size?: 'sm' | 'md'; className?: string | undefined }) {
  return <span className={classNames(classes.spinner, classes[size], className)} aria-hidden />
}
