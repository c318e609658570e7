import { classNames } from './class-names.ts'
import classes from './spinner.module.css'

/** Shows that work is in progress. Hidden from screen readers: a text beside it must say what. */
export function Spinner({ size = 'sm', className }: { size?: 'sm' | 'md'; className?: string | undefined }) {
  return <span className={classNames(classes.spinner, classes[size], className)} aria-hidden />
}
