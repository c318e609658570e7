import { isEmail } from '@cotation/domain'
import type { LengthUnit } from '@cotation/geometry'
import { type FormEvent, useState } from 'react'
import { fileWithoutUnit, isTooLarge, offeredUnits } from '#features/quote/workspace/unit-question.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useUser } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
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

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()

    const address = email.trim()
    setInvalid(!isEmail(address))
    if (!isEmail(address)) return focusFirstError(event.currentTarget)

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

/**
 * One line per small file that needs a unit: the unit belongs to the file. Large ones have no choice
 * of units.
 */
function linesWithoutUnit(lines: readonly WorkLine[]): WorkLine[] {
  const byUpload = new Map<string, WorkLine>()
  for (const line of lines) {
    const file = fileWithoutUnit(line)
    if (file && !isTooLarge(file)) byUpload.set(line.view.upload.id, line)
  }

  return [...byUpload.values()]
}

/** Each line asks for its own unit; here several files get the same one with one press. */
export function CommonUnit({ workspace: { lines, actions } }: { workspace: Workspace }) {
  const t = useTranslations('upload.unit')
  const asked = linesWithoutUnit(lines)
  if (asked.length < 2) return null

  const choose = (unit: LengthUnit) => {
    for (const { id } of asked) void actions.setUnit(id, unit).catch(() => {})
  }

  return (
    <div className={classes.notice}>
      <fieldset className={classes.units}>
        <legend>{t('all', { count: asked.length })}</legend>
        {offeredUnits.map((unit) => (
          <Button key={unit} variant="secondary" onClick={() => choose(unit)}>
            {t(`name.${unit}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
