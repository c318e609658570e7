import type { ReactNode } from 'react'
import classes from './form-page.module.css'

interface FormPageProps {
  title: string
  subtitle?: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/** A page with one card: log in, sign up, reset and the like. */
export function FormPage({ title, subtitle, children, footer }: FormPageProps) {
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="form-page-title">
        <h1 id="form-page-title" className={classes.title}>
          {title}
        </h1>
        {subtitle ? <div className={classes.subtitle}>{subtitle}</div> : null}
        {children}
        {footer ? <div className={classes.footer}>{footer}</div> : null}
      </section>
    </div>
  )
}
