import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import classes from './alert.module.css'
import { classNames } from './class-names.ts'
import { numbered } from './numbered.tsx'
import type { Tone } from './tone.ts'

interface AlertProps extends Omit<ComponentPropsWithRef<'div'>, 'title'> {
  tone?: Tone
  icon?: ReactNode
  title?: ReactNode
}

/**
 * A framed remark among other content, named by its title. Give it `role="alert"` or `"status"` if
 * it appears by itself.
 */
export function Alert({ tone = 'accent', icon, title, role = 'group', className, children, ...rest }: AlertProps) {
  const titleId = useId()
  const name = title ? { 'aria-labelledby': titleId } : {}

  return (
    <div {...rest} role={role} {...name} className={classNames(classes.alert, className)} data-ui-tone={tone}>
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      <div className={classes.body}>
        {title ? (
          <p className={classes.title} id={titleId}>
            {numbered(title)}
          </p>
        ) : null}
        {numbered(children)}
      </div>
    </div>
  )
}
