import { useSearch } from '@tanstack/react-router'
import { PageDrop } from '#features/quote/files/page-drop.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { DropSheet } from './drop-sheet.tsx'
import { PriceChain } from './price-chain.tsx'
import classes from './quote-home.module.css'
import { ServiceTimes } from './service-times.tsx'
import { Steps } from './steps.tsx'
import { technologyFromSearch } from './technologies.ts'
import { TechnologyFacts } from './technology-facts.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'

export function QuoteHomePage() {
  const t = useTranslations('quote')
  const service = technologyFromSearch(useSearch({ from: '__root__' }).technology)
  const { dropped, QuoteStart, failed, take, near } = useDroppedFiles()

  return (
    <>
      <PageDrop title={t('drop.over')} onFiles={take} onNear={near} />
      <section className={classes.hero}>
        <div>
          <h1 className={classes.title}>{t('hero.title')}</h1>
          <span className={classes.measure} aria-hidden />
          <p className={classes.lead}>{t('hero.lead')}</p>
        </div>
        <DropSheet onFiles={take} onNear={near} />
      </section>
      {failed ? (
        <p className={classes.failed} role="alert">
          {t('drop.failed')}
        </p>
      ) : null}
      {QuoteStart && dropped ? <QuoteStart dropped={dropped} service={service} /> : null}
      <TechnologyFacts />
      <PriceChain />
      <Steps />
      <ServiceTimes />
      <section className={classes.closing}>
        <div>
          <h2 className={classes.heading}>{t('closing.title')}</h2>
          <p className={classes.sub}>{t('closing.text')}</p>
        </div>
        <LinkButton to="/contact" search={{ topic: 'quote' }}>
          {t('closing.action')}
        </LinkButton>
      </section>
    </>
  )
}
