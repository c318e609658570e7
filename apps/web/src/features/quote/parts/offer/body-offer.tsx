import { type Catalogue, firstOffered } from '@cotation/domain'
import type { AnalysedBody, PartAnalysis } from '@cotation/geometry'
import { partMeasuresOf } from '@cotation/pricing'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { Technology } from '#features/quote/technologies.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { copiesOf } from './figures/copies-of.ts'
import { type PricedOffer, pricedOffer } from './figures/priced-offer.ts'
import { NothingFits } from './nothing-fits.tsx'
import classes from './offer.module.css'
import { OfferForm, type OfferInput } from './offer-form.tsx'
import { useFigures } from './use-figures.ts'

interface BodyOfferProps {
  analysis: PartAnalysis
  file: string
  body: AnalysedBody
  catalogue: Catalogue
  technology: Technology
  now: number
  initiallyOpen: boolean
}

function useOffer({ analysis, file, body, catalogue, technology }: BodyOfferProps, input: OfferInput) {
  const part = useMemo(() => partMeasuresOf(body), [body])
  const usual = useMemo(() => firstOffered(part, technology, catalogue), [part, technology, catalogue])
  const wanted = useDeferredValue(input)
  const offer = useMemo(() => {
    const way = wanted.way ?? usual
    if (!way) return undefined
    const wish = { way, asked: copiesOf(wanted.copies, body.count), lead: wanted.lead }
    return pricedOffer({ file, analysis, body, part }, wish, catalogue)
  }, [file, analysis, body, part, usual, wanted, catalogue])
  return { part, way: input.way ?? usual, offer }
}

/** One distinct body of a file with its price. The choices live here: folding it away forgets none. */
export const BodyOffer = memo(function BodyOffer(props: BodyOfferProps) {
  const { analysis, file, body, catalogue, now, initiallyOpen } = props
  const t = useTranslations('parts.offer')
  const [input, setInput] = useState<OfferInput>({ way: undefined, copies: '1', lead: 'standard' })
  const [open, setOpen] = useState(initiallyOpen)
  const { part, way, offer } = useOffer(props, input)
  const several = analysis.bodies.length > 1
  const form =
    way && offer ? (
      <OfferForm
        {...{ part, body, catalogue, now, way, input, offer }}
        onChange={(change) => setInput((before) => ({ ...before, ...change }))}
      />
    ) : (
      <NothingFits sizeMm={part.sizeMm} />
    )
  if (!several)
    return (
      <section className={classes.offer} aria-label={t('of', { name: file })}>
        {form}
      </section>
    )
  return (
    <details className={classes.body} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <BodyHead body={body} offer={offer} />
      {/* Twenty bodies with a hundred materials each are not worth laying out before somebody looks. */}
      {open ? (
        <section className={classes.offer} aria-label={t('of', { name: body.name })}>
          {form}
        </section>
      ) : null}
    </details>
  )
})

function BodyHead({ body, offer }: { body: AnalysedBody; offer: PricedOffer | undefined }) {
  const t = useTranslations('parts.offer')
  const { money } = useFigures()
  return (
    <summary className={classes.bodyHead}>
      <span className={classes.bodyName}>{body.name}</span>
      <span className={classes.soft}>{t('bodyCount', { count: body.count })}</span>
      {offer?.price ? <span className={classes.bodyPrice}>{money(offer.price.linePrice.minor)}</span> : null}
    </summary>
  )
}
