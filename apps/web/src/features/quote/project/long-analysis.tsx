import { isEmail } from '@cotation/domain'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useUser } from '#lib/session/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './notices.module.css'

/** Spec 4: processing that takes too long asks whether to be told by e-mail when it is done. */
export function LongAnalysis({ workspace: { lines, actions } }: { workspace: Workspace }) {
  const t = useTranslations('files.long')
  const validation = useTranslations('validation')
  const { userInfo } = useUser()
  const { attempt, busy } = useAttempt()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const [told, setTold] = useState<{ email: string; uploads: ReadonlySet<string> }>()
  const long = lines.filter(({ progress, provisional }) => progress?.isLong && !provisional)
  const open = long.filter(({ view }) => !told?.uploads.has(view.upload.id))
  const email = typed ?? userInfo?.email ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!isEmail(email.trim()))
    if (!isEmail(email.trim())) return
    void attempt(async () => {
      for (const { id } of open) await actions.notifyMe(id, email.trim())
      setTold({ email: email.trim(), uploads: new Set(long.map(({ view }) => view.upload.id)) })
    })
  }

  if (long.length === 0) return null

  return (
    <div className={classes.notice} role="status">
      {open.length === 0 && told ? (
        <p>{t('thanks', { email: told.email })}</p>
      ) : (
        <form className={classes.words} onSubmit={submit} noValidate>
          <p className={classes.title}>{t('title', { count: open.length })}</p>
          <p>{t('text')}</p>
          <div className={classes.form}>
            <TextInput
              type="email"
              label={t('email')}
              autoComplete="email"
              value={email}
              error={wrong ? validation('EMAIL_INVALID') : undefined}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <button type="submit" className={buttons.primary} disabled={busy}>
              {t('send')}
            </button>
          </div>
        </form>
      )}
    </div>
  )
}
