import { useEffect } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './list.module.css'
import { type ListAddress, pageSize } from './use-list-address.ts'

interface PagerProps {
  address: ListAddress
  total: number
}

/** Links, so that a page can be opened in another tab. */
export function Pager({ address: { page, turnTo }, total }: PagerProps) {
  const t = useTranslations('app.pages')
  const pages = Math.max(1, Math.ceil(total / pageSize))

  // The last item of the last page may just have been removed.
  useEffect(() => {
    if (page > pages) turnTo(pages)
  }, [page, pages, turnTo])
  if (pages === 1) return null

  const to = (target: number) => (current: object) => ({ ...current, page: String(target) })

  return (
    <nav className={classes.pager} aria-label={t('label')}>
      {page > 1 ? (
        <LinkButton to="." search={to(page - 1)} variant="secondary" rel="prev">
          {t('previous')}
        </LinkButton>
      ) : (
        <span />
      )}
      <span aria-current="page">{t('place', { page, pages })}</span>
      {page < pages ? (
        <LinkButton to="." search={to(page + 1)} variant="secondary" rel="next">
          {t('next')}
        </LinkButton>
      ) : (
        <span />
      )}
    </nav>
  )
}
