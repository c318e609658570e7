import type { CheckoutView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import classes from './form.module.css'
import { type ChangedLine, type Difference, type FactValue, previewChanges } from './preview-changes.ts'

/** A requote may change every line of a large project: the total must not scroll out of sight. */
const maxListed = 8

interface ChangeListProps {
  before: CheckoutView
  after: CheckoutView
}

/** What changed since the customer saw the order, part by part, then the terms of the total. */
export function ChangeList({ before, after }: ChangeListProps) {
  const t = useTranslations('checkout.changed')
  const differenceText = useDifferenceText()
  const { lines, amounts } = previewChanges(before, after)
  if (lines.length === 0 && amounts.length === 0) {
    // Without a total there are no amounts to compare: the dialog shows that it is missing.
    return before.total && after.total ? <p>{t('nothing')}</p> : null
  }

  const hiddenCount = lines.length - maxListed

  return (
    <ul className={classes.changes}>
      {lines.slice(0, maxListed).map((line) => (
        <ChangedPart key={line.lineId} line={line} />
      ))}
      {hiddenCount > 0 ? <li>{t('more', { count: hiddenCount })}</li> : null}
      {amounts.map((difference) => (
        <li key={difference.fact}>{differenceText(difference)}</li>
      ))}
    </ul>
  )
}

function ChangedPart({ line: { name, kind, differences } }: { line: ChangedLine }) {
  const t = useTranslations('checkout.changed')
  const differenceText = useDifferenceText()

  return (
    <li>
      <strong>
        <BreakableName name={name} />
      </strong>
      <ul>
        {kind === 'changed' ? null : <li>{t(kind)}</li>}
        {differences.map((difference) => (
          <li key={difference.fact}>{differenceText(difference)}</li>
        ))}
      </ul>
    </li>
  )
}

/** A whole sentence, because screen readers read the list as the description of the dialog. */
function useDifferenceText() {
  const t = useTranslations('checkout.changed')
  const leads = useTranslations('pricing.leads')
  const { money, number } = useFormats()

  const valueText = (value: FactValue): string => {
    if (value === null) return t('none')
    if ('text' in value) return value.text
    if ('count' in value) return number(value.count)
    if ('minor' in value) return money(value.minor, value.currency)
    if ('sizeMm' in value) {
      const size = value.sizeMm.map((mm) => number(Math.round(mm * 10) / 10)).join(' × ')
      return t('size', { size })
    }

    const { lead, workingDays: days } = value
    return lead === null ? t('days', { days }) : t('leadDays', { lead: leads(lead), days })
  }

  return ({ fact, before, after }: Difference): string => {
    const values = { before: valueText(before), after: valueText(after) }
    // The text of a tolerance begins with that word.
    if (fact === 'tolerance' && after !== null) return t('unnamedDifference', values)

    return t('difference', { fact: t(`facts.${fact}`), ...values })
  }
}
