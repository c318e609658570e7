import type { ReactNode } from 'react'
import classes from './columns.module.css'

/** The main content beside its side content; stacked on narrow screens. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={classes.columns}>{children}</div>
