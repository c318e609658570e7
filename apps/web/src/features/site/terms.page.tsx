import { Link, useSearch } from '@tanstack/react-router'
import { useBrand } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './document.module.css'
import { type TermsTab, termsSections, termsTabFromSearch, termsTabs } from './terms-sections.ts'

/** Until the installation's own data are there, the product's name stands in. */
const unknownBrand = { name: 'Cotation', legalEntity: 'Cotation', address: '…', email: '…', phone: '…' }

function LegalText({ tab }: { tab: TermsTab }) {
  const t = useTranslations('terms')
  const { name, legalEntity, address, email, phone } = useBrand() ?? unknownBrand
  const values = { brand: name, entity: legalEntity, address, email, phone }
  const text = (path: string) => t(`${tab}.${path}` as 'terms.lead', values)

  return (
    <article className={classes.article}>
      <h1 className={classes.title}>{t(`${tab}.title`)}</h1>
      <p className={classes.lead}>{text('lead')}</p>
      {termsSections[tab].map((section) => (
        <section key={section} id={section} className={classes.section}>
          <h2 className={classes.heading}>{text(`sections.${section}.title`)}</h2>
          <p className={classes.paragraph}>{text(`sections.${section}.body`)}</p>
        </section>
      ))}
      <p className={classes.ask}>{t('publisher', values)}</p>
    </article>
  )
}

/** One address per text: `?tab=privacy-policy` is where the cookie banner leads (spec 2). */
export function TermsPage() {
  const t = useTranslations('terms.tabs')
  const current = termsTabFromSearch(useSearch({ from: '__root__' }).tab)

  return (
    <div className={classes.page}>
      <nav className={classes.side} aria-label={t('label')}>
        {termsTabs.map((tab) => (
          <Link
            key={tab}
            to="/terms-of-use"
            search={{ tab }}
            className={classes.sideLink}
            activeProps={{}}
            aria-current={tab === current ? 'page' : undefined}
          >
            {t(tab)}
          </Link>
        ))}
      </nav>
      <LegalText tab={current} />
    </div>
  )
}
