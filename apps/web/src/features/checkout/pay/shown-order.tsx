import type { ShownOrder } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Facts } from '#ui/facts.tsx'
import { Table } from '#ui/table.tsx'
import classes from '../checkout.module.css'

/** What the customer shows of an order to its payer. */
export function ShownOrderFacts({ order: { requester, company, poNumber, content } }: { order: ShownOrder }) {
  const t = useTranslations('payment.agency')
  const facts = [
    { label: t('requester'), value: requester },
    { label: t('company'), value: company },
    { label: t('poNumber'), value: poNumber },
  ]

  return (
    <>
      {facts.some(({ value }) => value !== '') ? <Facts facts={facts} /> : null}
      {content ? <Content content={content} /> : null}
    </>
  )
}

function Content({ content: { parts, amounts } }: { content: NonNullable<ShownOrder['content']> }) {
  const t = useTranslations('payment.agency')
  const { money, number, percent } = useFormats()
  const { smallOrderMinor, discountMinor, shippingMinor, taxPercent, taxMinor, totalMinor } = amounts
  const sums = [
    { label: t('smallOrder'), minor: smallOrderMinor },
    { label: t('discount'), minor: discountMinor },
    { label: t('shipping'), minor: shippingMinor, isAlwaysShown: true },
    { label: t('tax', { rate: percent(taxPercent) }), minor: taxMinor },
    { label: t('total'), minor: totalMinor, isAlwaysShown: true },
  ]

  return (
    <Table isCompact caption={t('parts')} headings={[t('part'), t('quantity'), t('amount')]} className={classes.shown}>
      {parts.map(({ name, material, quantity, totalMinor: minor }, index) => (
        // Parts may have the same name.
        <tr key={`${String(index)} ${name}`}>
          <th scope="row">
            {name}
            <span className={classes.material}>{material}</span>
          </th>
          <td>{number(quantity)}</td>
          <td>{money(minor)}</td>
        </tr>
      ))}
      {sums
        .filter(({ minor, isAlwaysShown = false }) => isAlwaysShown || minor !== 0)
        .map(({ label, minor }) => (
          <tr key={label}>
            <th scope="row" colSpan={2}>
              {label}
            </th>
            <td>{money(minor)}</td>
          </tr>
        ))}
    </Table>
  )
}
