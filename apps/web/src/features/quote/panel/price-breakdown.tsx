import type { Catalogue } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { type BreakdownTerm, explain, type LinePrice } from '@cotation/pricing'
import { type ReactNode, useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './panel.module.css'

/** The terms of the price, each with its reason. They add up to the line price to the cent. */
export function PriceBreakdown({ price, catalogue }: { price: LinePrice; catalogue: Catalogue }) {
  const t = useTranslations('panel.price')
  return (
    <Folded title={t('breakdown')}>
      <Terms price={price} catalogue={catalogue} />
    </Folded>
  )
}

function Terms({ price: { breakdown, linePrice }, catalogue }: { price: LinePrice; catalogue: Catalogue }) {
  const t = useTranslations('panel.price')
  const pricing = useTranslations('pricing')
  const { money } = useFormats()
  const nameOf = useTermName(catalogue)

  // A test checks that each reason has a text.
  const reasonOf = ({ reason }: BreakdownTerm) =>
    pricing(`reasons.${reason.code as keyof Messages['pricing']['reasons']}`, reason.values)

  return (
    <table className={`${classes.table} ${classes.terms}`}>
      <thead>
        <tr>
          <th scope="col">{t('term')}</th>
          <th scope="col">{t('reason')}</th>
          <th scope="col">{t('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {breakdown.map((entry) => (
          <tr key={entry.term}>
            <th scope="row">{nameOf(entry.term)}</th>
            <td className={classes.reason}>{reasonOf(entry)}</td>
            <td>
              <data value={entry.minor}>{money(entry.minor)}</data>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('sum')}
          </th>
          <td>
            <data value={linePrice.minor}>{money(linePrice.minor)}</data>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Services are named by the catalogue, other terms by the messages. */
function useTermName({ services }: Catalogue) {
  const pricing = useTranslations('pricing')
  const { language } = useLanguage()
  return (term: BreakdownTerm['term']): string =>
    services.find(({ id }) => id === term)?.name[language] ??
    pricing(`terms.${term as keyof Messages['pricing']['terms']}`)
}

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

interface FoldedProps {
  title: ReactNode
  children: ReactNode
}

/** A collapsible section whose content is rendered only while it is open. */
function Folded({ title, children }: FoldedProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.folded} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open ? children : null}
    </details>
  )
}
