import type { ReactNode } from 'react'
import classes from './columns.module.css'

/** What a page is about beside what belongs to it; one below the other where there is little room. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={classes.columns}>{children}</div>
