import type { PartAnalysis } from '@cotation/geometry'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { catalogueQuery } from '#lib/catalogue.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import buttons from '#ui/button.module.css'
import classes from './part-card.module.css'

/** The price's code and texts, fetched while the part is measured. A query and not `lazy`: one that failed can be tried again. */
export const offersQuery = queryOptions({
  queryKey: ['part-offers'],
  queryFn: async () => {
    const [{ PartOffers }] = await Promise.all([
      import('./offer/part-offers.tsx'),
      ensureMessages(['pricing', 'configuration']),
    ])
    return { PartOffers }
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: 2,
  networkMode: 'always',
})

/** What the parts of a file cost; until that is known, or where it cannot be, it says so and leaves the measures alone. */
export const PartPrice = memo(function PartPrice({ analysis, file }: { analysis: PartAnalysis; file: string }) {
  const t = useTranslations('parts.offer')
  const offers = useQuery(offersQuery)
  const catalogue = useQuery(catalogueQuery)
  if (offers.data && catalogue.data) {
    const { PartOffers } = offers.data
    return <PartOffers analysis={analysis} file={file} catalogue={catalogue.data.catalogue} />
  }
  const failed = [offers, catalogue].filter(({ isError }) => isError)
  if (failed.length === 0)
    return (
      <p className={classes.waiting} role="status">
        {t('loading')}
      </p>
    )
  return (
    <div className={classes.unavailable} role="alert">
      <p>{t('unavailable')}</p>
      <button
        type="button"
        className={buttons.secondary}
        onClick={() => failed.forEach((query) => void query.refetch())}
      >
        {t('retry')}
      </button>
    </div>
  )
})
