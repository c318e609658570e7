import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './not-found.module.css'

export function NotFoundPage() {
  const t = useTranslations('site.notFound')
  return (
    <div className={classes.page}>
      <p className={classes.code} aria-hidden>
        404
      </p>
      <h1 className={classes.title}>{t('title')}</h1>
      <p className={classes.text}>{t('text')}</p>
      <LinkButton to="/">{t('home')}</LinkButton>
    </div>
  )
}
