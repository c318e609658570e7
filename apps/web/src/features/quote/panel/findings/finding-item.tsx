import { findService } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { useFindingText } from '#features/quote/texts/use-finding-text.ts'
import type { WorkFinding } from '#features/quote/workspace/work-line.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failure-text.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { Confirm } from '#ui/confirm.tsx'
import classes from './findings.module.css'
import { ResolvingMaterials } from './resolving-materials-list.tsx'

interface FindingItemProps {
  found: WorkFinding
  scope: PanelScope
  onReplaceFile: () => void
}

/** One finding: what was measured against which limit, where, and every way out of it. */
export function FindingItem({ found: { finding, accepted }, scope, onReplaceFile }: FindingItemProps) {
  const t = useTranslations('panel.findings')
  const text = useFindingText()

  return (
    <li className={classes.finding} data-severity={finding.severity}>
      <p>{text(finding)}</p>
      <Measured finding={finding} />
      <Places finding={finding} scope={scope} />
      <Advice finding={finding} />
      {finding.leadDays ? <p className={classes.soft}>{t('leadDays', { days: finding.leadDays })}</p> : null}
      <Acceptance finding={finding} accepted={accepted} scope={scope} />
      {scope.readOnly ? null : <WaysOut finding={finding} scope={scope} onReplaceFile={onReplaceFile} />}
    </li>
  )
}

/** How each unit is written with its figure; texts cannot be named by signs. */
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

/** `Found 0.6 mm, limit 0.8 mm`, where both are figures. */
function Measured({ finding: { value, limit, unit } }: { finding: Finding }) {
  const t = useTranslations('panel.findings')
  const format = useFormatter()
  if (typeof value !== 'number' || typeof limit !== 'number') return null
  const figure = (one: number) =>
    t(`figure.${units[unit]}`, { value: format.number(one, { maximumFractionDigits: 3 }) })
  return <p className={classes.measured}>{t('measured', { value: figure(value), limit: figure(limit) })}</p>
}

function Places({ finding: { rule, places }, scope }: { finding: Finding; scope: PanelScope }) {
  const t = useTranslations('panel.findings')
  const shown = scope.place?.kind === 'finding' && scope.place.rule === rule ? scope.place.place : undefined
  if (places.length === 0) return null

  return (
    <p className={classes.places}>
      {places.map((place, index) => (
        <button
          key={place.at.join(' ')}
          type="button"
          aria-pressed={shown === index}
          onClick={() => scope.onPlace({ kind: 'finding', rule, place: index })}
        >
          {places.length === 1 ? t('showPlace') : t('place', { number: index + 1 })}
        </button>
      ))}
    </p>
  )
}

/** Ways that have a button of their own below. */
const withButton: ReadonlySet<string> = new Set(['accept-risk', 'ask-expert', 'change-material', 'change-process'])

/** What the designer can do about it in the model. */
function Advice({ finding: { resolve } }: { finding: Finding }) {
  const say = useTranslations('geometry.resolve')
  const format = useFormatter()
  const ways = resolve.filter((way) => !withButton.has(way))
  if (ways.length === 0) return null

  return (
    <p className={classes.soft}>
      {format.list(
        ways.map((way) => say(way)),
        { type: 'disjunction' },
      )}
    </p>
  )
}

interface AcceptanceProps {
  finding: Finding
  accepted: WorkFinding['accepted']
  scope: PanelScope
}

/** Product decision: a risk is accepted one by one, and who did so when stands on the line. */
function Acceptance({ finding, accepted, scope }: AcceptanceProps) {
  const t = useTranslations('panel.findings')
  const say = useTranslations('geometry.resolve')
  const { language } = useLanguage()
  const format = useFormatter()
  const text = useFindingText()
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [asking, setAsking] = useState(false)
  const { line, actions, catalogue, readOnly } = scope
  const agreement = findService(catalogue, 'risk-acceptance')?.agreement?.[language]

  if (accepted)
    return (
      <p className={classes.accepted}>
        {t('accepted', {
          by: accepted.by === 'visitor' || accepted.by === 'customer' ? t(`by.${accepted.by}`) : accepted.by,
          date: format.dateTime(new Date(accepted.at), { dateStyle: 'long', timeStyle: 'short' }),
        })}{' '}
        {readOnly ? null : (
          <button
            type="button"
            className={classes.inline}
            disabled={busy}
            onClick={() => void attempt(() => actions.withdrawFindings(line.id, [finding.rule]))}
          >
            {t('withdraw')}
          </button>
        )}
      </p>
    )

  if (readOnly || !finding.resolve.includes('accept-risk')) return null
  // Only what the server itself has found is recorded as accepted.
  if (line.source === 'browser') return <p className={classes.soft}>{t('acceptLater')}</p>

  const accept = () =>
    void attempt(async () => {
      await actions.acceptFindings(line.id, [finding.rule])
      setAsking(false)
    })

  return (
    <>
      <button type="button" className={buttons.secondary} onClick={() => setAsking(true)}>
        {say('accept-risk')}
      </button>
      <Confirm
        opened={asking}
        title={say('accept-risk')}
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
      <p className={classes.ways}>
        <button type="button" className={buttons.quiet} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('otherMaterials')}
        </button>
        <button type="button" className={buttons.quiet} onClick={onReplaceFile}>
          {t('replaceFile')}
        </button>
      </p>
      {open ? <ResolvingMaterials finding={finding} scope={scope} /> : null}
    </>
  )
}
