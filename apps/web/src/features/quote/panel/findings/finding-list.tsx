import { severities } from '#features/quote/panel/scope/inspect.ts'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { Section } from '#features/quote/panel/scope/section.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ExpertQuestion } from './expert-question.tsx'
import { FindingItem } from './finding-item.tsx'
import classes from './findings.module.css'

interface FindingListProps {
  scope: PanelScope
  onReplaceFile: () => void
}

/** The findings of the part as configured, worst first. Each is decided individually. */
export function FindingList({ scope, onReplaceFile }: FindingListProps) {
  const t = useTranslations('panel.findings')
  const geometry = useTranslations('geometry')
  const { findings } = scope.line

  // Includes blocking findings, like the note next to the price.
  const open = findings.filter(({ finding, accepted }) => finding.severity !== 'informs' && !accepted).length

  return (
    <Section title={t('title')} help="findings" aside={open > 0 ? t('open', { count: open }) : undefined}>
      {findings.length === 0 ? <p className={classes.soft}>{t('fine')}</p> : null}
      {severities.map((severity) => {
        const some = findings.filter(({ finding }) => finding.severity === severity)
        if (some.length === 0) return null
        return (
          <div key={severity}>
            <h4 className={classes.severity} data-severity={severity}>
              {geometry(`severity.${severity}`)}
            </h4>
            <ul className={classes.list}>
              {some.map((one) => (
                <FindingItem key={one.finding.rule} found={one} scope={scope} onReplaceFile={onReplaceFile} />
              ))}
            </ul>
          </div>
        )
      })}
      <ExpertQuestion scope={scope} />
    </Section>
  )
}
