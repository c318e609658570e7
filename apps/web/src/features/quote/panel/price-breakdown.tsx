import type { Catalogue } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import type { BreakdownTerm, LinePrice } from '@cotation/pricing'
import { useFormats } from '#features/quote/texts/use-formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './price.module.css'
import { Folded } from './scope/folded.tsx'

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
  const say = useTranslations('pricing')
  const { money } = useFormats()
  const nameOf = useTermName(catalogue)

  // A test checks that each reason has a text.
  const reasonOf = ({ reason }: BreakdownTerm) =>
    say(`reasons.${reason.code as keyof Messages['pricing']['reasons']}`, reason.values)

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
export function useTermName({ services }: Catalogue) {
  const say = useTranslations('pricing')
  const { language } = useLanguage()
  return (term: BreakdownTerm['term']): string =>
    services.find(({ id }) => id === term)?.name[language] ?? say(`terms.${term as keyof Messages['pricing']['terms']}`)
}
