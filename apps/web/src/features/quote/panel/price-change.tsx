import type { Catalogue } from '@cotation/domain'
import { explain, type LinePrice } from '@cotation/pricing'
import { useState } from 'react'
import { useFormats } from '#features/quote/texts/use-formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './price.module.css'
import { useTermName } from './price-breakdown.tsx'
import { Folded } from './scope/folded.tsx'

/** The previous price that differs from the current one; undefined until the price changes. */
function usePriceBefore(price: LinePrice | undefined): LinePrice | undefined {
  const [seen, setSeen] = useState<{ before: LinePrice | undefined; now: LinePrice | undefined }>({
    before: undefined,
    now: price,
  })
  if (price && price.linePrice.minor !== seen.now?.linePrice.minor) setSeen({ before: seen.now, now: price })
  return seen.before
}

/** What the last change added to or removed from the price, term by term. */
export function PriceChange({ price, catalogue }: { price: LinePrice | undefined; catalogue: Catalogue }) {
  const t = useTranslations('panel.price')
  const { money } = useFormats()
  const nameOf = useTermName(catalogue)
  const before = usePriceBefore(price)
  if (!before || !price) return null

  const { minor, differences } = explain(before, price)
  if (minor === 0) return null

  const signed = (one: number) => t(one > 0 ? 'more' : 'less', { price: money(Math.abs(one)) })

  return (
    <Folded title={t('change', { amount: signed(minor) })}>
      <ul className={classes.changes}>
        {differences.map((difference) => (
          <li key={difference.term}>
            <span>{nameOf(difference.term)}</span> <data value={difference.minor}>{signed(difference.minor)}</data>
          </li>
        ))}
      </ul>
    </Folded>
  )
}
