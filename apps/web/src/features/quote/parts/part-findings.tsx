import { type ProcessId, processIds } from '@cotation/domain'
import { type Finding, findingValues, inspectAnalysis, type PartAnalysis } from '@cotation/geometry'
import { materialLimitsOf } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { useId, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './part-card.module.css'

const { materials, ruleLimits } = packagedCatalogue
const usualMaterial = (process: ProcessId) => materials.find(({ processIds }) => processIds.includes(process))

/** What stands against making the part by a process, before anything is paid: each finding with what resolves it. */
export function PartFindings({ analysis, file }: { analysis: PartAnalysis; file: string }) {
  const t = useTranslations('parts.check')
  const processName = useTranslations('quote.processes')
  const id = useId()
  const [process, setProcess] = useState<ProcessId>('sla')
  return (
    <section className={classes.check}>
      <label className={classes.process} htmlFor={id}>
        {t('process')}
        <select id={id} value={process} onChange={(event) => setProcess(event.currentTarget.value as ProcessId)}>
          {processIds.map((name) => (
            <option key={name} value={name}>
              {processName(`${name}.name`)}
            </option>
          ))}
        </select>
      </label>
      <Findings analysis={analysis} file={file} process={process} />
    </section>
  )
}

function Findings({ analysis, file, process }: { analysis: PartAnalysis; file: string; process: ProcessId }) {
  const t = useTranslations('parts.check')
  const say = useTranslations('geometry')
  const format = useFormatter()
  const material = usualMaterial(process)
  if (!material) return null
  const findings = inspectAnalysis(analysis, file, { process, material: materialLimitsOf(material) }, ruleLimits)
  const text = (finding: Finding) =>
    say(
      `finding.${finding.rule}`,
      findingValues(finding, (value) => format.number(value)),
    )
  if (findings.length === 0) return <p role="status">{t('fine')}</p>
  return (
    <ul className={classes.findings} aria-live="polite">
      {findings.map(({ body, finding }) => (
        <li key={`${body?.fingerprint} ${body?.name} ${finding.rule}`} data-severity={finding.severity}>
          <strong>{say(`severity.${finding.severity}`)}</strong>{' '}
          {body && analysis.bodies.length > 1 ? t('on', { body: body.name, finding: text(finding) }) : text(finding)}
        </li>
      ))}
    </ul>
  )
}
