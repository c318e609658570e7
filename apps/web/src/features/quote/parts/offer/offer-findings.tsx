import { type Finding, findingValues } from '@cotation/geometry'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './offer.module.css'

/** What stands against making the body as chosen, before anything is paid: each finding with what resolves it. */
export function OfferFindings({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslations('parts.check')
  const say = useTranslations('geometry')
  const format = useFormatter()
  const text = (finding: Finding) =>
    say(
      `finding.${finding.rule}`,
      findingValues(finding, (value) => format.number(value)),
    )
  return (
    <div className={classes.findings}>
      <h4>{t('title')}</h4>
      {findings.length === 0 ? <p>{t('fine')}</p> : null}
      <ul>
        {findings.map((finding) => (
          <li key={finding.rule} data-severity={finding.severity}>
            <strong>{say(`severity.${finding.severity}`)}</strong> {text(finding)}
          </li>
        ))}
      </ul>
    </div>
  )
}
