import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Logo } from '#ui/logo.tsx'
import classes from './footer.module.css'
import { resourceSlugs } from './footer-links.ts'

const technologies = [
  { technology: '3d-printing', label: 'printing' },
  { technology: 'cnc', label: 'cnc' },
  { technology: 'vacuum-casting', label: 'casting' },
] as const

const companyLinks = linkOptions([
  { to: '/contact', label: 'contact' },
  { to: '/impossible3dprints', label: 'campaign' },
  { to: '/terms-of-use', label: 'terms' },
  { to: '/terms-of-use', search: { tab: 'privacy-policy' }, label: 'privacy' },
  { to: '/terms-of-use', search: { tab: 'cookies' }, label: 'cookies' },
])

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.column}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>{children}</ul>
    </section>
  )
}

export function Footer() {
  const t = useTranslations('app.footer')
  const brand = useBrand()

  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Logo className={classes.logo} />
          <p>{t('promise')}</p>
        </div>
        <Column title={t('processes')}>
          {technologies.map(({ technology, label }) => (
            <li key={technology}>
              <Link to="/quote" search={{ technology }} hash="technologies">
                {t(label)}
              </Link>
            </li>
          ))}
        </Column>
        <Column title={t('resources')}>
          <li>
            <Link to="/materials" search={{}}>
              {t('materials')}
            </Link>
          </li>
          {resourceSlugs.map((slug) => (
            <li key={slug}>
              <Link to="/resources/$slug" params={{ slug }}>
                {t(slug)}
              </Link>
            </li>
          ))}
        </Column>
        <Column title={t('company')}>
          {companyLinks.map(({ label, ...link }) => (
            <li key={label}>
              <Link {...link}>{t(label)}</Link>
            </li>
          ))}
        </Column>
        <p className={classes.rights}>
          {t('rights', { year: String(new Date().getFullYear()), entity: brand?.legalEntity ?? 'Cotation' })}
        </p>
      </div>
    </footer>
  )
}
