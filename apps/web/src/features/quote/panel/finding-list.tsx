import { findService } from '@cotation/domain'
import { type Finding, riskOf } from '@cotation/geometry'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { severities } from '#features/quote/choices/inspect.ts'
import type { PanelScope } from '#features/quote/choices/panel-scope.ts'
import { Section } from '#features/quote/choices/section.tsx'
import { useFindingText } from '#features/quote/workspace/use-texts.ts'
import type { WorkFinding, WorkLine } from '#features/quote/workspace/work-line.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { ExpertQuestion } from './expert-question.tsx'
import classes from './panel.module.css'
import { ResolvingMaterials } from './resolving-materials.tsx'

interface FindingListProps {
  scope: PanelScope
  onReplaceFile: () => void
}

/** The findings that need a decision: blocking ones and warnings that are not accepted. */
export const countOpenFindings = ({ findings }: WorkLine): number =>
  findings.filter(({ finding, accepted }) => finding.severity !== 'informs' && !accepted).length

/** The findings of the part as configured, worst first. Each is decided individually. */
export function FindingList({ scope, onReplaceFile }: FindingListProps) {
  const t = useTranslations('panel.findings')
  const geometry = useTranslations('geometry')
  const { findings } = scope.line

  const open = countOpenFindings(scope.line)

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

interface FindingItemProps {
  found: WorkFinding
  scope: PanelScope
  onReplaceFile: () => void
}

/** One finding: measured value and limit, locations, and the ways to resolve it. */
function FindingItem({ found: { finding, accepted }, scope, onReplaceFile }: FindingItemProps) {
  const t = useTranslations('panel.findings')
  const text = useFindingText()

  return (
    <li className={classes.finding} data-severity={finding.severity}>
      <p>{text(finding)}</p>
      <Measured finding={finding} />
      <Locations finding={finding} scope={scope} />
      <Advice finding={finding} />
      {finding.leadDays ? <p className={classes.soft}>{t('leadDays', { days: finding.leadDays })}</p> : null}
      <Acceptance finding={finding} accepted={accepted} scope={scope} />
      {scope.readOnly ? null : <WaysOut finding={finding} scope={scope} onReplaceFile={onReplaceFile} />}
    </li>
  )
}

/** The message key of each unit; message keys cannot contain symbols. */
const units = {
  mm: 'mm',
  'mm³': 'mm3',
  '%': 'percent',
  '°': 'degrees',
  '×': 'times',
  IT: 'grade',
  count: 'bare',
  none: 'bare',
} as const satisfies Record<Finding['unit'], string>

/** `Found 0.6 mm, limit 0.8 mm`, if both are numbers. */
function Measured({ finding: { value, limit, unit } }: { finding: Finding }) {
  const t = useTranslations('panel.findings')
  const format = useFormatter()
  if (typeof value !== 'number' || typeof limit !== 'number') return null
  const figure = (one: number) =>
    t(`figure.${units[unit]}`, { value: format.number(one, { maximumFractionDigits: 3 }) })
  return <p className={classes.measured}>{t('measured', { value: figure(value), limit: figure(limit) })}</p>
}

/** `Place 2: 0.4 mm, 3 mm²`: what was measured there, as far as it is known. */
function useLocationText() {
  const t = useTranslations('panel.findings')
  const format = useFormatter()

  return ({ unit, places }: Finding, index: number): string => {
    const { value, areaMm2 } = places[index] ?? {}
    const name = places.length === 1 ? t('showPlace') : t('place', { number: index + 1 })
    const figures = [
      value === undefined
        ? []
        : [t(`figure.${units[unit]}`, { value: format.number(value, { maximumFractionDigits: 2 }) })],
      areaMm2 === undefined ? [] : [t('area', { area: format.number(areaMm2, { maximumSignificantDigits: 2 }) })],
    ].flat()

    return figures.length === 0 ? name : t('measuredPlace', { place: name, figures: figures.join(', ') })
  }
}

function Locations({ finding, scope }: { finding: Finding; scope: PanelScope }) {
  const locationText = useLocationText()
  const { rule, places } = finding
  const { mark } = scope
  const selected = mark?.kind === 'finding' && mark.rule === rule ? mark.place : undefined
  if (places.length === 0) return null

  return (
    <p className={classes.locations}>
      {places.map((place, index) => (
        <Button
          variant="secondary"
          size="xs"
          className={classes.location}
          key={place.at.join(' ')}
          aria-pressed={selected === index}
          onClick={() => scope.onMark({ kind: 'finding', rule, place: index })}
        >
          {locationText(finding, index)}
        </Button>
      ))}
    </p>
  )
}

/** Resolutions that have their own button below. */
const waysWithButton: ReadonlySet<string> = new Set(['accept-risk', 'ask-expert', 'change-material', 'change-process'])

/** What the designer can change in the model. */
function Advice({ finding: { resolve } }: { finding: Finding }) {
  const resolveText = useTranslations('geometry.resolve')
  const format = useFormatter()
  const ways = resolve.filter((way) => !waysWithButton.has(way)).map((way) => resolveText(way))
  if (ways.length === 0) return null

  // Each text begins with a capital, but the list is one sentence.
  const [first = '', ...others] = ways
  const sentence = [first, ...others.map((way) => way.charAt(0).toLowerCase() + way.slice(1))]

  return <p className={classes.soft}>{format.list(sentence, { type: 'disjunction' })}</p>
}

interface AcceptanceProps {
  finding: Finding
  accepted: WorkFinding['accepted']
  scope: PanelScope
}

/**
 * Product decision: risks are accepted individually, and the line records who accepted them and
 * when.
 */
function Acceptance({ finding, accepted, scope }: AcceptanceProps) {
  const t = useTranslations('panel.findings')
  const resolveText = useTranslations('geometry.resolve')
  const riskText = useTranslations('geometry.risk')
  const { language } = useLanguage()
  const { moment } = useFormats()
  const text = useFindingText()
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [asking, setAsking] = useState(false)
  const { line, actions, catalogue, readOnly } = scope
  const risk = riskOf(finding.rule)
  const agreement = risk ? riskText(risk) : findService(catalogue, 'risk-acceptance')?.agreement?.[language]

  if (accepted)
    return (
      <p className={classes.accepted}>
        {t('accepted', {
          by: accepted.by === 'visitor' || accepted.by === 'customer' ? t(`by.${accepted.by}`) : accepted.by,
          date: moment(accepted.at),
        })}{' '}
        {readOnly ? null : (
          <Button
            variant="link"
            disabled={busy}
            onClick={() => void attempt(() => actions.withdrawFindings(line.id, [finding.rule]))}
          >
            {t('withdraw')}
          </Button>
        )}
      </p>
    )

  if (readOnly || !finding.resolve.includes('accept-risk')) return null
  // The server records acceptances of its own findings only.
  if (line.source === 'browser') return <p className={classes.soft}>{t('acceptLater')}</p>

  const accept = () =>
    void attempt(async () => {
      await actions.acceptFindings(line.id, [finding.rule])
      setAsking(false)
    })

  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {resolveText('accept-risk')}
      </Button>
      <Confirm
        opened={asking}
        title={resolveText('accept-risk')}
        confirmLabel={t('accept')}
        loading={busy}
        onConfirm={accept}
        onCancel={() => setAsking(false)}
      >
        <p>{text(finding)}</p>
        {agreement ? <p>{agreement}</p> : null}
        {failure ? <p role="alert">{failureText(failure)}</p> : null}
      </Confirm>
    </>
  )
}

function WaysOut({ finding, scope, onReplaceFile }: Omit<FindingItemProps, 'found'> & { finding: Finding }) {
  const t = useTranslations('panel.findings')
  const [open, setOpen] = useState(false)
  if (finding.severity === 'informs') return null

  return (
    <>
      <p className={classes.waysOut}>
        <Button variant="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('otherMaterials')}
        </Button>
        <Button variant="quiet" size="sm" onClick={onReplaceFile}>
          {t('replaceFile')}
        </Button>
      </p>
      {open ? <ResolvingMaterials finding={finding} scope={scope} /> : null}
    </>
  )
}
