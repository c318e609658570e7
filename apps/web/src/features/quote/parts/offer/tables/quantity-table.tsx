import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { PricedOffer } from '../figures/priced-offer.ts'
import classes from '../offer.module.css'
import { useFigures } from '../use-figures.ts'
import { Folded } from './folded.tsx'

/** What more parts cost, in the chosen lead time. */
export function QuantityTable({ offer }: { offer: PricedOffer }) {
  const t = useTranslations('parts.offer')
  return (
    <Folded title={t('curve')}>
      <Quantities offer={offer} />
    </Folded>
  )
}

function Quantities({ offer: { curve, quantity, lead } }: { offer: PricedOffer }) {
  const t = useTranslations('parts.offer')
  const leadName = useTranslations('pricing.leads')
  const format = useFormatter()
  const { money } = useFigures()
  return (
    <table className={`${classes.table} ${classes.quantities}`}>
      <thead>
        <tr>
          <th scope="col">{t('quantity')}</th>
          <th scope="col">{t('unitPrice')}</th>
          <th scope="col">{t('lineAmount')}</th>
        </tr>
      </thead>
      <tbody>
        {curve.map(({ copies, quantity: parts, cell }) => (
          <tr key={copies} aria-current={parts === quantity ? 'true' : undefined}>
            <th scope="row">{format.number(copies)}</th>
            {cell ? (
              <>
                <td>
                  <data value={cell.unitMinor}>{money(cell.unitMinor)}</data>
                </td>
                <td>
                  <data value={cell.lineMinor}>{money(cell.lineMinor)}</data>
                </td>
              </>
            ) : (
              <td colSpan={2}>{t('notOffered', { lead: leadName(lead) })}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
