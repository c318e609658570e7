import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useMinute } from '#features/quote/texts/use-minute.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './header.module.css'
import { isExpired } from './validity.tsx'

/**
 * To the checkout with what is ready: no part waits for the slowest one to be decided. Where none
 * is ready, it says why.
 */
export function CheckoutLink({ workspace: { project, lines } }: { workspace: Workspace }) {
  const t = useTranslations('lines.header')
  const now = useMinute()
  const id = useId()
  const count = lines.filter(({ status }) => status === 'ready').length
  const left = lines.length - count

  if (count > 0)
    return (
      <div className={classes.order} data-tour="order">
        <Link to="/checkout" search={{ project: project.id }} className={buttons.primary}>
          {t('order', { count })}
        </Link>
        {left > 0 ? <p className={classes.soft}>{t('orderLeft', { count: left })}</p> : null}
      </div>
    )

  const reason = lines.length === 0 ? 'orderEmpty' : isExpired(project.validUntil, now) ? 'orderExpired' : 'orderNone'

  return (
    <div className={classes.order} data-tour="order">
      {/* Not `disabled`: whoever comes by keyboard must be able to reach it and hear why. */}
      <button type="button" aria-disabled="true" aria-describedby={id} className={classes.orderOff}>
        {t('order', { count })}
      </button>
      <p id={id} className={classes.soft}>
        {t(reason)}
      </p>
    </div>
  )
}
