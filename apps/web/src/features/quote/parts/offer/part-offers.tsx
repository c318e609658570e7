import type { Catalogue } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { Link, useSearch } from '@tanstack/react-router'
import { technologyFromSearch } from '#features/quote/technologies.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { BodyOffer } from './body-offer.tsx'
import classes from './offer.module.css'
import { useMinute } from './use-minute.ts'

/** More than this in one file is an assembly that somebody should look at. */
const mostBodies = 20

interface PartOffersProps {
  analysis: PartAnalysis
  file: string
  catalogue: Catalogue
}

/** A price for each distinct body of a file; several can be folded away. */
export function PartOffers({ analysis, file, catalogue }: PartOffersProps) {
  const t = useTranslations('parts.offer')
  const technology = technologyFromSearch(useSearch({ from: '__root__' }).technology)
  const now = useMinute()
  const { bodies } = analysis
  const left = bodies.length - mostBodies
  return (
    <>
      {bodies.slice(0, mostBodies).map((body, index) => (
        <BodyOffer
          key={`${body.fingerprint} ${body.name}`}
          analysis={analysis}
          file={file}
          body={body}
          catalogue={catalogue}
          technology={technology}
          now={now}
          initiallyOpen={index === 0}
        />
      ))}
      {left > 0 ? (
        <p className={classes.more}>
          {t('moreBodies', { count: left })}{' '}
          <Link to="/contact" search={{ topic: 'quote' }}>
            {t('expert')}
          </Link>
        </p>
      ) : null}
    </>
  )
}
