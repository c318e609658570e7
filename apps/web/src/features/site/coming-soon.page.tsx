import { Link, linkOptions, useMatches } from '@tanstack/react-router'
import { useUser } from '#lib/gateway/user.ts'
import { screenFacts } from '#lib/screen-facts.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './coming-soon.module.css'

const offers = linkOptions([
  { to: '/quote', label: 'quote' },
  { to: '/contact', search: { topic: 'quote' }, label: 'contact' },
  { to: '/resources/$slug', params: { slug: 'design-3d-printing' }, label: 'guides' },
])

/** A screen that is not built yet: what it will be, and what works meanwhile. */
export function ComingSoonPage() {
  const t = useTranslations()
  const { userInfo } = useUser()
  const titleKey = useMatches({ select: (matches) => screenFacts(matches).titleKey })
  const description = titleKey && (`site.soon.what.${titleKey}` as Parameters<typeof t.has>[0])

  return (
    <div className={classes.page}>
      <p className={classes.badge}>{t('site.soon.badge')}</p>
      <h1 className={classes.title}>{titleKey ? t(`app.titles.${titleKey}`) : t('site.soon.badge')}</h1>
      {description && t.has(description) ? <p className={classes.text}>{t(description)}</p> : null}
      <p className={classes.soft}>{t('site.soon.honest')}</p>
      <nav className={classes.links} aria-labelledby="meanwhile">
        <h2 id="meanwhile" className={classes.heading}>
          {t('site.soon.meanwhile')}
        </h2>
        <ul>
          {offers.map(({ label, ...link }) => (
            <li key={label}>
              <Link {...link}>{t(`site.soon.${label}`)}</Link>
            </li>
          ))}
          {userInfo ? (
            <li>
              <Link to="/user/account/profile">{t('site.soon.profile')}</Link>
            </li>
          ) : null}
        </ul>
      </nav>
    </div>
  )
}
