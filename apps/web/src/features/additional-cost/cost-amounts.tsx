import type { LinkedAdditionalCost } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Text } from '#ui/text.tsx'
import classes from './additional-cost.module.css'

/** The amounts of each part or of the whole order, and VAT as a line of its own. */
export function CostAmounts({ cost }: { cost: LinkedAdditionalCost }) {
  const t = useTranslations()
  const { money, percent } = useFormats()
  const { items, netMinor, tax, totalMinor } = cost
  const sums = [
    { name: 'net', label: t('additional-cost.items.net'), minor: netMinor },
    { name: 'tax', label: t('additional-cost.items.tax', { rate: percent(tax.ratePercent) }), minor: tax.minor },
    { name: 'total', label: t('additional-cost.items.total'), minor: totalMinor },
  ]

  return (
    <div className={classes.amounts}>
      <ul className={classes.items} aria-label={t('additional-cost.items.title')}>
        {items.map(({ orderLineId, name, thumbnailId, amountMinor }) => (
          <li key={orderLineId}>
            {orderLineId === null ? <span aria-hidden /> : <PartPicture thumbnailId={thumbnailId} small />}
            <span className={classes.name}>{orderLineId === null ? t('additional-cost.items.order') : name}</span>
            <span>{money(amountMinor)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.sums}>
        {sums.map(({ name, label, minor }) => (
          <div key={name} data-name={name}>
            <dt>{label}</dt>
            <dd>{money(minor)}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" tone="soft">
        {t(`pricing.tax.${tax.reason}`)}
      </Text>
    </div>
  )
}
