import { useId } from 'react'
import { useMinute } from '#features/quote/texts/use-minute.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './header.module.css'
import { isExpired } from './validity.tsx'

/** Opens the checkout with the lines that are ready; if none is ready, shows the reason. */
export function CheckoutLink({ workspace: { project, lines } }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const now = useMinute()
  const id = useId()
  const count = lines.filter(({ status }) => status === 'ready').length
  const left = lines.length - count

  if (count > 0)
    return (
      <div className={classes.order} data-tour="order">
        <LinkButton to="/checkout" search={{ project: project.id }}>
          {t('order', { count })}
        </LinkButton>
        {left > 0 ? <p className={classes.soft}>{t('orderLeft', { count: left })}</p> : null}
      </div>
    )

  const unavailable = isExpired(project.validUntil, now) ? 'orderExpired' : 'orderNone'
  const reason = lines.length === 0 ? 'orderEmpty' : unavailable

  return (
    <div className={classes.order} data-tour="order">
      {/* Not `disabled`: keyboard users must be able to reach it and hear the reason. */}
      <Button variant="secondary" aria-disabled="true" aria-describedby={id}>
        {t('order', { count })}
      </Button>
      <p id={id} className={classes.soft}>
        {t(reason)}
      </p>
    </div>
  )
}
