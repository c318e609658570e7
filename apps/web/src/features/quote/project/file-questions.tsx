import { isEmail } from '@cotation/domain'
import type { LengthUnit, PartSummary } from '@cotation/geometry'
import { type FormEvent, useState } from 'react'
import { useFormatter } from 'use-intl'
import { summaryOf, UnitButtons } from '#features/quote/panel/part-file.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './project.module.css'

/** Spec 4: offers a notification by e-mail if the analysis takes long. */
export function LongAnalysis({ workspace: { lines, actions } }: { workspace: Workspace }) {
  const t = useTranslations('upload.long')
  const validation = useTranslations('validation')
  const { userInfo } = useUser()
  const { attempt, busy } = useAttempt()
  const [typed, setTyped] = useState<string>()
  const [isInvalid, setInvalid] = useState(false)
  const [requested, setRequested] = useState<{ email: string; uploads: ReadonlySet<string> }>()
  const long = lines.filter(({ progress, provisional }) => progress?.isLong && !provisional)
  const open = long.filter(({ view }) => !requested?.uploads.has(view.upload.id))
  const email = typed ?? userInfo?.email ?? ''

  const submit = (event: FormEvent) => {
    event.preventDefault()

    const address = email.trim()
    setInvalid(!isEmail(address))
    if (!isEmail(address)) return

    void attempt(async () => {
      for (const { id } of open) await actions.notifyMe(id, address)
      setRequested({ email: address, uploads: new Set(long.map(({ view }) => view.upload.id)) })
    })
  }

  if (long.length === 0) return null

  return (
    <div className={classes.notice} role="status">
      {open.length === 0 && requested ? (
        <p>{t('thanks', { email: requested.email })}</p>
      ) : (
        <form className={classes.content} onSubmit={submit} noValidate>
          <p className={classes.noticeTitle}>{t('title', { count: open.length })}</p>
          <p>{t('text')}</p>
          <div className={classes.form}>
            <TextField
              type="email"
              label={t('email')}
              autoComplete="email"
              value={email}
              error={isInvalid ? validation('EMAIL_INVALID') : undefined}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button type="submit" disabled={busy}>
              {t('send')}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

interface UnitQuestion {
  line: WorkLine
  summary: PartSummary
}

/** One question per file without a unit whose size in millimetres is implausible. */
function openQuestions(lines: readonly WorkLine[]): UnitQuestion[] {
  const asked = new Map<string, UnitQuestion>()
  for (const line of lines) {
    const summary = summaryOf(line)
    const isAsked = summary?.unit.implausible && summary.unit.source === 'assumed' && !line.refusal
    if (isAsked && !line.provisional && !asked.has(line.view.upload.id))
      asked.set(line.view.upload.id, { line, summary })
  }

  return [...asked.values()]
}

/**
 * STL files have no unit: shows the size in each unit and asks which is right, for one file or for
 * all.
 */
export function UnitQuestions({ workspace: { lines, actions } }: { workspace: Workspace }) {
  const t = useTranslations('upload.unit')
  const format = useFormatter()
  const [forAll, setForAll] = useState(false)
  const asked = openQuestions(lines)
  const [first, ...others] = asked
  if (!first) return null

  const largestMm = Math.max(...first.summary.sizeMm)

  const choose = (unit: LengthUnit) => {
    for (const { line } of forAll ? asked : [first]) void actions.setUnit(line.id, unit).catch(() => {})
  }

  return (
    <div className={classes.notice}>
      <div className={classes.content}>
        <fieldset className={classes.units}>
          <legend>
            {first.line.name} – {t('question', { size: format.number(largestMm, { maximumSignificantDigits: 3 }) })}
          </legend>
          <UnitButtons summary={first.summary} onChoose={choose} />
        </fieldset>
        {others.length > 0 ? (
          <Checkbox
            label={t('all', { count: others.length })}
            checked={forAll}
            onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
          />
        ) : null}
      </div>
    </div>
  )
}
