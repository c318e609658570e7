import type { Messages } from '@cotation/messages'
import { Link, useSearch } from '@tanstack/react-router'
import { useBrand } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './document.module.css'

type Brand = NonNullable<ReturnType<typeof useBrand>>
type Terms = Messages['terms']
const termsTabs = ['terms', 'privacy-policy', 'cookies'] as const
type TermsTab = (typeof termsTabs)[number]

/** The sections of each tab, in the sequence of the page. */
const termsSections = {
  terms: ['service', 'account', 'files', 'quotes', 'making', 'delivery', 'complaints', 'liability', 'changes'],
  'privacy-policy': ['controller', 'what', 'why', 'sharing', 'how-long', 'rights'],
  cookies: ['session', 'preferences', 'visit', 'control'],
} as const satisfies { [Tab in TermsTab]: readonly (keyof Terms[Tab]['sections'])[] }

/** What `?tab=` asks for; the terms for anything else. */
function termsTabFromSearch(raw: string | undefined): TermsTab {
  return termsTabs.find((tab) => tab === raw) ?? 'terms'
}

/** Shown until the data of the installation are loaded. */
const unknownBrand: Brand = { name: 'Cotation', legalEntity: 'Cotation', address: '…', email: '…', phone: '…' }

/** The arguments of the text about the seller's registration. */
function registration({ form, capital, companyNumber, register }: NonNullable<Brand['legal']>) {
  return { form, hasCapital: capital ? 'yes' : 'no', capital: capital ?? '', companyNumber, register }
}

function LegalText({ tab }: { tab: TermsTab }) {
  const t = useTranslations('terms')
  const { name, legalEntity, address, email, phone, legal } = useBrand() ?? unknownBrand
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
      {legal ? <p className={classes.paragraph}>{t('registered', registration(legal))}</p> : null}
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
